import { Skeleton } from '@/components/ui/skeleton'
import { membershipStatus, type Profile } from '@/entities/profiles/profile'
import { brand } from '@/lib/brand'
import { formatDate } from '@/lib/format'

type Props = { profile: Profile | undefined }

export function MembershipCard({ profile }: Props) {
  const end = profile?.membership_end_date
  return (
    <>
      <h2 className="text-sm text-ink-muted">Membership</h2>
      <p className="text-lg font-semibold tracking-[-.01em]">{brand.memberLabel}</p>
      <p className="text-ink-muted">
        {profile ? `Until ${end ? formatDate(end) : 'Unknown'}` : <Skeleton className="h-5 w-40" />}
      </p>
    </>
  )
}

export function TermCard({ profile }: Props) {
  return (
    <div className="min-w-40 flex-1">
      <h2 className="text-sm text-ink-muted">Term</h2>
      <p className="figures text-lg font-semibold tracking-[-.01em]">
        {profile ? membershipStatus(profile) : <Skeleton className="my-1 h-5 w-40" />}
      </p>
      {profile?.membership_start_date && profile.membership_end_date ? (
        <TermBar start={profile.membership_start_date} end={profile.membership_end_date} />
      ) : null}
    </div>
  )
}

const dayLength = 86_400_000

function TermBar({ start, end }: { start: string; end: string }) {
  const from = new Date(start).getTime()
  const term = new Date(end).getTime() - from
  // Without an end there is nothing to measure.
  if (!(term > 0)) return null
  const used = Math.min(Math.max(Date.now() - from, 0), term)
  return (
    <div
      role="img"
      aria-label={`${Math.floor(used / dayLength)} of ${Math.round(term / dayLength)} days used`}
      className="mt-3 h-1 overflow-hidden rounded-full bg-line"
    >
      <div className="h-full bg-accent" style={{ width: `${(used / term) * 100}%` }} />
    </div>
  )
}
