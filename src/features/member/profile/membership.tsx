import { membershipStatus, type Profile } from '@/entities/profiles/profile'

export function Membership({ profile }: { profile: Profile }) {
  return (
    <dl className="mt-7 grid max-w-[440px] grid-cols-[minmax(0,136px)_1fr] border-t border-ink [&>*]:border-b [&>*]:border-line [&>*]:py-2.5">
      <dt className="text-ink-muted">Membership</dt>
      <dd className="font-semibold">{membershipStatus(profile)}</dd>
      {profile.invite_code_used === null ? null : (
        <>
          <dt className="text-ink-muted">Invite code used</dt>
          <dd translate="no" className="code [overflow-wrap:anywhere]">
            {profile.invite_code_used}
          </dd>
        </>
      )}
    </dl>
  )
}
