import { EmptyState } from '@/components/list/query-state'
import { CopyButton } from '@/components/ui/copy-button'
import { formatDate, formatNumber } from '@/lib/format'
import { paths } from '@/lib/paths'

type Props = { quota: number; until: string }

export function NoInvitationsLeft({ quota, until }: Props) {
  const link = `${window.location.origin}${paths.auth({ mode: 'waitlist' })}`
  return (
    <EmptyState
      title={
        quota > 0
          ? `${quota === 1 ? 'Yours is' : `All ${formatNumber(quota)} are`} used this year`
          : 'Members have no invitations at present'
      }
      action={
        <CopyButton text={link} refused={`The link could not be copied: ${link}`}>
          Copy the waitlist link
        </CopyButton>
      }
    >
      {quota > 0
        ? `${formatNumber(quota)} more ${quota === 1 ? 'is' : 'are'} yours on ${formatDate(until)}. Until then your`
        : 'Your'}{' '}
      colleague can ask for a place.
    </EmptyState>
  )
}
