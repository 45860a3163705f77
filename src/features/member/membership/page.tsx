import { Navigate } from 'react-router-dom'
import { QueryState } from '@/components/list/query-state'
import { useUrlState } from '@/components/list/use-url-state'
import { PageHeader } from '@/components/ui/page-header'
import { Skeleton } from '@/components/ui/skeleton'
import { type Membership, useMembership } from '@/entities/payments/membership'
import { useOwnPayments, usePaymentOutcome } from '@/entities/payments/own'
import { useProfile } from '@/entities/profiles/profile'
import { paths, requestedPath } from '@/lib/paths'
import { MembershipSlip } from './membership-slip'
import { OwnPayments } from './own-payments'
import { PaymentOutcome } from './payment-outcome'
import { TokenPacks } from './token-packs'

const text = (value: string | null) => value ?? ''
const params = { paid: text, left: text, back: text }

export function MembershipPage() {
  const membership = useMembership()
  // While payments are off, nothing mentions them (D61).
  if (membership.data?.payments === 'off') return <Navigate to={paths.dashboard} replace />
  return (
    <>
      <PageHeader title="Membership & Payments" subtitle="One payment a year. Every receipt is kept here." />
      <QueryState
        query={membership}
        pending={<Skeleton className="h-72 w-full" />}
        error={{
          title: 'Your membership could not be loaded.',
          safe: 'Your payments and tokens are not affected.',
        }}
      >
        {(own) => <OwnMembership membership={own} />}
      </QueryState>
    </>
  )
}

function OwnMembership({ membership }: { membership: Membership }) {
  const { paid, left, back } = useUrlState(params).state
  const { data: profile } = useProfile()
  const outcome = usePaymentOutcome(paid)
  const newest = useOwnPayments().data?.find(({ kind }) => kind === 'membership')
  // The one that is come back from; otherwise the newest that is more than an attempt.
  const payment = paid ? outcome.data : newest?.state === 'opened' ? null : newest
  const next = requestedPath(back)
  return (
    <>
      <PaymentOutcome query={outcome} payment={payment} hasLeft={left !== '' && paid === ''} />
      {profile ? (
        <MembershipSlip
          {...{ membership, profile }}
          payment={payment?.kind === 'membership' ? payment : undefined}
          back={next}
        />
      ) : (
        <Skeleton className="h-72 w-full" />
      )}
      {profile && membership.sells_tokens ? (
        <TokenPacks balance={profile.current_tokens} back={next} />
      ) : null}
      <OwnPayments />
    </>
  )
}
