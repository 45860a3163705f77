import { FlaskConical } from 'lucide-react'
import { Navigate } from 'react-router-dom'
import { QueryState } from '@/components/list/query-state'
import { useUrlState } from '@/components/list/use-url-state'
import { InlineAlert } from '@/components/ui/inline-alert'
import { PageHeader } from '@/components/ui/page-header'
import { Skeleton } from '@/components/ui/skeleton'
import { useMembership } from '@/entities/payments/membership'
import { useProfile } from '@/entities/profiles/profile'
import { paths, requestedPath } from '@/lib/paths'
import { MembershipSlip } from './membership-slip'
import { OwnPayments } from './own-payments'
import { PaymentOutcome } from './payment-outcome'
import { TokenPacks } from './token-packs'

const text = (value: string | null) => value ?? ''
const params = { paid: text, left: text, back: text }

export function MembershipPage() {
  const { state } = useUrlState(params)
  const membership = useMembership()
  const { data: profile } = useProfile()
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
        {(own) => (
          <>
            {own.payments === 'test' ? (
              <div className="mb-5">
                <InlineAlert tone="warning" icon={<FlaskConical />} title="Test mode">
                  Only admins can pay, with the test cards of Stripe. No money moves.
                </InlineAlert>
              </div>
            ) : null}
            <PaymentOutcome paid={state.paid} left={state.left} />
            {profile ? (
              <MembershipSlip membership={own} profile={profile} />
            ) : (
              <Skeleton className="h-72 w-full" />
            )}
            {profile && own.sells_tokens ? (
              <TokenPacks balance={profile.current_tokens} back={requestedPath(state.back)} />
            ) : null}
            <OwnPayments />
          </>
        )}
      </QueryState>
    </>
  )
}
