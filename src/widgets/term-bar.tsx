import clsx from 'clsx'
import type { MembershipDates } from '@/entities/profiles/profile'

const dayLength = 86_400_000

/** How much of the membership's term is over; absent without a start or an end. */
export function TermBar({ profile, isEnding = false }: { profile: MembershipDates; isEnding?: boolean }) {
  const from = Date.parse(profile.membership_start_date ?? '')
  const term = Date.parse(profile.membership_end_date ?? '') - from
  if (!(term > 0)) return null
  const used = Math.min(Math.max(Date.now() - from, 0), term)
  return (
    <div
      role="img"
      aria-label={`${Math.floor(used / dayLength)} of ${Math.round(term / dayLength)} days used`}
      className="mt-3 h-1 overflow-hidden rounded-full bg-line"
    >
      <div
        className={clsx('h-full', isEnding ? 'bg-warning' : 'bg-accent')}
        style={{ width: `${(used / term) * 100}%` }}
      />
    </div>
  )
}
