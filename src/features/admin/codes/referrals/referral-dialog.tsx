import { Dialog } from '@/components/dialog/dialog'
import { QueryState } from '@/components/list/query-state'
import { Skeleton } from '@/components/ui/skeleton'
import { useReferralTerms } from '@/entities/referrals/terms'
import { ReferralForm } from './referral-form'

type Props = { onClose: () => void }

export function ReferralDialog({ onClose }: Props) {
  const terms = useReferralTerms()
  if (terms.data) return <ReferralForm terms={terms.data} onClose={onClose} />
  return (
    <Dialog title="Referral settings" onClose={onClose}>
      <QueryState
        query={terms}
        pending={<Skeleton className="h-24" />}
        error={{ title: 'The settings could not be loaded.', safe: 'Nothing was changed.' }}
      >
        {() => null}
      </QueryState>
    </Dialog>
  )
}
