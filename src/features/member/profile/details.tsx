import { QueryState } from '@/components/list/query-state'
import { Skeleton } from '@/components/ui/skeleton'
import { Fact } from '@/components/ui/sum'
import { membershipStatus, useProfile } from '@/entities/profiles/profile'
import { MemberCard } from '@/widgets/member-card'
import { ProfileForm } from './profile-form'
import { Security } from './security'

export function Details() {
  const profile = useProfile()
  return (
    <QueryState query={profile} pending={<Waiting />} error={{ title: 'Failed to fetch profile' }}>
      {(own) => (
        <div className="grid gap-11 @min-[50rem]:grid-cols-[minmax(0,440px)_minmax(0,440px)] @min-[50rem]:gap-[min(80px,8cqw)]">
          <ProfileForm profile={own} />
          <aside aria-label="Membership">
            <MemberCard profile={own} />
            <dl className="mt-7 max-w-[440px] border-t border-ink max-md:[&>*]:py-3">
              <Fact name="Membership">
                <b className="font-semibold">{membershipStatus(own)}</b>
              </Fact>
              {own.invite_code_used === null ? null : (
                <Fact name="Invite code used">
                  <span translate="no" className="code">
                    {own.invite_code_used}
                  </span>
                </Fact>
              )}
              <Security admin={own.role === 'admin'} />
            </dl>
          </aside>
        </div>
      )}
    </QueryState>
  )
}

function Waiting() {
  return (
    <div className="grid gap-11 @min-[50rem]:grid-cols-[minmax(0,440px)_minmax(0,440px)] @min-[50rem]:gap-[min(80px,8cqw)]">
      <div className="grid content-start gap-[22px]">
        {['name', 'email', 'phone'].map((field) => (
          <div key={field} className="grid gap-1.5">
            <Skeleton className="h-5 w-24" />
            <Skeleton className="h-10" />
          </div>
        ))}
      </div>
      <MemberCard profile={undefined} />
    </div>
  )
}
