import { Balance } from '@/components/domain/balance'
import { RoleBadge } from '@/components/domain/role-badge'
import { Fact } from '@/components/ui/fact'
import { membershipStatus, type Profile } from '@/entities/profiles/profile'
import { formatDate } from '@/lib/format'

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
          {membershipStatus(end)}
          <span className="block text-xs text-ink-muted">
            {end ? `${formatDate(start)} to ${formatDate(end)}` : `Since ${formatDate(start)}`}
          </span>
        </Fact>
        <Fact name="Joined">{formatDate(user.created_at)}</Fact>
        <Fact name="Invite code used">
          {invite_code_used ? <span className="code font-semibold">{invite_code_used}</span> : none}
        </Fact>
      </dl>
      <div className="flex-[0_1_220px] max-md:flex-1 md:border-t md:border-ink md:pt-2.5">
        <p className="text-ink-muted">Balance</p>
        <Balance value={user.current_tokens} />
      </div>
    </div>
  )
}

const none = <span className="text-ink-muted">None</span>
