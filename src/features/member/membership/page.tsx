import { Navigate } from 'react-router-dom'
import { QueryState } from '@/components/list/query-state'
import { useUrlState } from '@/components/list/use-url-state'
import { DataTable } from '@/components/table/data-table'
import { PageHeader } from '@/components/ui/page-header'
import { Skeleton } from '@/components/ui/skeleton'
import { type Membership, useMembership } from '@/entities/payments/membership'
import { useOwnPayments, usePaymentOutcome } from '@/entities/payments/own'
import type { Payment } from '@/entities/payments/payment'
import { useProfile } from '@/entities/profiles/profile'
import { paths } from '@/lib/paths'
import { requestedPath } from '@/lib/web-address'
import { personPaymentColumns } from '@/widgets/payments/person-columns'
import { MembershipSlip } from './membership-slip'
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
  // The payment that the member returns from; otherwise the newest that is more than an attempt.
  const payment = paid ? outcome.data : newest?.state === 'opened' ? null : newest
  const next = requestedPath(back)
  return (
    <>
      <PaymentOutcome query={outcome} payment={payment} hasLeft={left !== '' && paid === ''} />
      {profile ? (
        <MembershipSlip
          {...{ membership, profile }}
          payment={payment?.kind === 'membership' ? payment : undefined}
          returnPath={next}
        />
      ) : (
        <Skeleton className="h-72 w-full" />
      )}
      {profile && membership.sells_tokens ? (
        <TokenPacks balance={profile.current_tokens} returnPath={next} />
      ) : null}
      <OwnPayments />
    </>
  )
}

const table = { caption: 'Payments', columns: personPaymentColumns, rowKey: ({ id }: Payment) => id }

/** The own payments with their receipts; what was opened and not paid is in none. */
function OwnPayments() {
  const payments = useOwnPayments()
  const isListed = ({ state }: Payment) => state !== 'opened' && state !== 'expired'
  return (
    <section aria-labelledby="own-payments" className="mt-11">
      <h2 id="own-payments" className="border-b border-ink pb-2.5 font-semibold">
        Payments
      </h2>
      <QueryState
        query={payments}
        pending={<DataTable {...table} rows={undefined} skeletonRows={2} />}
        error={{ title: 'Your payments could not be loaded.', safe: 'Nothing was charged again.' }}
        isEmpty={(rows) => !rows.some(isListed)}
        empty={<p className="pt-3 text-ink-muted">None yet. Each payment and its receipt is kept here.</p>}
      >
        {(rows) => <DataTable {...table} rows={rows.filter(isListed)} />}
      </QueryState>
    </section>
  )
}
