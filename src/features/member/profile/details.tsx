import { QueryState } from '@/components/list/query-state'
import { Skeleton } from '@/components/ui/skeleton'
import { useProfile } from '@/entities/profiles/profile'
import { MemberCard } from '@/widgets/member-card'
import { Membership } from './membership'
import { ProfileForm } from './profile-form'
import { Security } from './security'

export function Details() {
  const profile = useProfile()
  return (
    <QueryState query={profile} pending={<Waiting />} error={{ title: 'Failed to fetch profile' }}>
      {(own) => (
        <div className="grid gap-11 @min-[800px]:grid-cols-[minmax(0,440px)_minmax(0,440px)] @min-[800px]:gap-[min(80px,8cqw)]">
          <ProfileForm profile={own} />
          <aside aria-label="Membership">
            <MemberCard profile={own} />
            <Membership profile={own} />
            <Security admin={own.role === 'admin'} />
          </aside>
        </div>
      )}
    </QueryState>
  )
}

function Waiting() {
  return (
    <div className="grid gap-11 @min-[800px]:grid-cols-[minmax(0,440px)_minmax(0,440px)] @min-[800px]:gap-[min(80px,8cqw)]">
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
