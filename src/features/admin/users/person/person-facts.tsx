import { RoleBadge } from '@/components/domain/badges'
import { Balance } from '@/components/domain/balance'
import { Explained } from '@/components/explain/explained'
import { CountStrip } from '@/components/list/count-strip'
import { QueryState } from '@/components/list/query-state'
import { Skeleton } from '@/components/ui/skeleton'
import { Fact } from '@/components/ui/sum'
import { emailProblem } from '@/entities/emails/templates'
import { formatNumberRef } from '@/entities/explanations/number-ref'
import {
  type PersonStats as Figures,
  usePersonStats,
  useSecondFactors,
} from '@/entities/profiles/admin-person'
import { deletionAskedAt, membershipStatus, type Profile } from '@/entities/profiles/profile'
import { formatCount, formatDate, formatDateTime, formatNumber, formatSigned } from '@/lib/format'

export function PersonFacts({ user }: { user: Profile }) {
  const { phone, role, membership_start_date: start, membership_end_date: end, invite_code_used } = user
  return (
    <div className="flex flex-wrap-reverse items-end gap-x-10 gap-y-5">
      <dl className="min-w-0 flex-[1_1_320px] md:border-t md:border-ink">
        <Fact name="Role">
          <RoleBadge role={role} />
        </Fact>
        <Fact name="Phone">{phone ?? none}</Fact>
        <Fact name="Membership">
          <span>{membershipStatus(user)}</span>
          {start ? (
            <span className="block text-xs text-ink-muted">
              {end ? `${formatDate(start)} to ${formatDate(end)}` : `Since ${formatDate(start)}`}
            </span>
          ) : null}
        </Fact>
        <Fact name="Joined">{formatDate(user.created_at)}</Fact>
        <Fact name="Last sign-in">
          <LastSignIn id={user.id} />
        </Fact>
        <Fact name="Second factor">
          <SecondFactors id={user.id} />
        </Fact>
        {user.deletes_at ? (
          <Fact name="Deletion">
            {`Asked for deletion on ${formatDate(deletionAskedAt(user.deletes_at))}`}
            <span className="block text-xs text-ink-muted">{`Due ${formatDateTime(user.deletes_at)}`}</span>
          </Fact>
        ) : null}
        <Fact name="Invite code used">
          {invite_code_used ? (
            <span translate="no" className="code font-semibold">
              {invite_code_used}
            </span>
          ) : (
            none
          )}
        </Fact>
      </dl>
      <div className="flex-[0_1_220px] max-md:flex-1 md:border-t md:border-ink md:pt-2.5">
        <p className="text-ink-muted">Balance</p>
        <Balance
          value={user.current_tokens}
          numberRef={formatNumberRef({ number: 'account_balance', account: user.id })}
        />
      </div>
    </div>
  )
}

const none = <span className="text-ink-muted">None</span>
const unknown = <span className="text-ink-muted">Unknown</span>

function LastSignIn({ id }: { id: string }) {
  const { data, isError } = usePersonStats(id)
  if (!data) return isError ? unknown : <Skeleton className="h-5 w-28" />
  const { last_sign_in_at: at, confirmed_at } = data
  if (at) return <time dateTime={at}>{formatDateTime(at)}</time>
  return confirmed_at ? 'Never' : 'Never: the email address is not confirmed'
}

function SecondFactors({ id }: { id: string }) {
  const { data, isError } = useSecondFactors(id)
  if (data === undefined) return isError ? unknown : <Skeleton className="h-5 w-28" />
  if (data.authenticators === 0) return none
  const count = formatCount(data.authenticators, 'authenticator')
  return data.awaits_approval ? `${count}, not approved yet` : count
}

export function PersonStats({ id }: { id: string }) {
  const stats = usePersonStats(id)
  const sum = (number: string, label: string, value: number) => (
    <Explained numberRef={formatNumberRef({ number, account: id })} label={label}>
      {value === 0 ? '0' : formatSigned(value)}
    </Explained>
  )
  const strip = (data?: Figures) => (
    <CountStrip
      label="Figures"
      counts={[
        {
          id: 'received',
          label: 'Received',
          value: data && sum('account_received', 'Received', data.received),
          note: 'tokens in all',
          tokens: true,
        },
        {
          id: 'spent',
          label: 'Spent',
          value: data && sum('account_spent', 'Spent', -data.spent),
          note: 'tokens in all',
          tokens: true,
        },
        {
          id: 'orders',
          label: 'Open orders',
          value: data?.open_orders,
          note: data?.late_orders ? <Warning>{formatNumber(data.late_orders)} late</Warning> : '',
        },
        {
          id: 'reports',
          label: 'Open reports',
          value: data?.open_reports,
          note: data && `of ${formatNumber(data.reports)}`,
        },
        {
          id: 'emails',
          label: 'Failed emails',
          value: data?.given_up_emails,
          note: data?.given_up_error ? <Warning>{emailProblem(data.given_up_error)}</Warning> : 'in 90 days',
        },
      ]}
    />
  )
  return (
    <QueryState
      query={stats}
      pending={strip()}
      error={{ title: 'The figures could not be loaded.', safe: 'The lists below are not affected.' }}
    >
      {strip}
    </QueryState>
  )
}

function Warning({ children }: { children: React.ReactNode }) {
  return <span className="font-medium text-danger">{children}</span>
}
