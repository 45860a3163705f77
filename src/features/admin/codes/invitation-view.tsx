import { Send } from 'lucide-react'
import { lazyDialog } from '@/components/dialog/lazy-dialog'
import { CountStrip } from '@/components/list/count-strip'
import { QueryState } from '@/components/list/query-state'
import { flagParam, useUrlState } from '@/components/list/use-url-state'
import { Button } from '@/components/ui/button'
import { PageHeader } from '@/components/ui/page-header'
import { useInvitationCounts } from '@/entities/invitations/admin'
import { formatNumber } from '@/lib/format'
import { codeKindTexts } from './code-kind-texts'
import { Invitations } from './invitations/invitations'
import { InviteViews } from './invite-views'

const InviteByEmail = lazyDialog(() =>
  import('@/widgets/invitations/invite-by-email').then((module) => module.InviteByEmail),
)
const urgent = { keepPage: true, urgent: true }

/** An address opens the dialog as well: the first steps lead there. */
export function InvitationView() {
  const { state, set } = useUrlState({ invite: flagParam })
  return (
    <>
      <PageHeader
        title={codeKindTexts.invite.title}
        subtitle={codeKindTexts.invite.subtitle}
        actions={
          <Button variant="primary" icon={<Send />} onClick={() => set({ invite: true }, urgent)}>
            Invite people
          </Button>
        }
      />
      <InvitationCounts />
      <InviteViews>
        <Invitations />
      </InviteViews>
      {state.invite ? (
        <InviteByEmail
          frame={{ title: 'Invite people', wide: true }}
          onClose={() => set({ invite: false }, urgent)}
        />
      ) : null}
    </>
  )
}

const labels = { sent: 'Sent by email', opened: 'Opened the page', joined: 'Joined' }
const share = (part: number, whole: number, of: string) =>
  whole > 0 ? `${Math.round((100 * part) / whole)}% of those ${of}` : undefined

function InvitationCounts() {
  return (
    <QueryState
      query={useInvitationCounts()}
      pending={
        <CountStrip
          label="Invitations"
          counts={Object.entries(labels).map(([id, label]) => ({ id, label, value: undefined, note: '' }))}
        />
      }
      error={{ title: 'The counts could not be loaded.', safe: 'The invitations below are not affected.' }}
    >
      {({ total, sent, opened, joined }) => (
        <CountStrip
          label="Invitations"
          counts={[
            { id: 'sent', label: labels.sent, value: sent, note: `of ${formatNumber(total)} in all` },
            { id: 'opened', label: labels.opened, value: opened, note: share(opened, sent, 'sent') },
            {
              id: 'joined',
              label: labels.joined,
              value: joined,
              note: share(joined, opened, 'who opened it'),
            },
          ]}
        />
      )}
    </QueryState>
  )
}
