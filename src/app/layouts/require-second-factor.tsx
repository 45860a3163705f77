import { Button } from '@/components/ui/button'
import { LinkButton } from '@/components/ui/link-button'
import { ownFactors, useMySecondFactor } from '@/entities/session/assurance'
import { paths } from '@/lib/paths'

/** For an admin who has a member's rights, because the required second factor is missing or not approved (D54). */
export function RequireSecondFactor() {
  const factor = useMySecondFactor()
  const isWaitingForApproval = ownFactors().length > 0
  return (
    <main className="mx-auto max-w-xl px-4 py-20">
      <title>Admin Panel</title>
      <h1 className="text-xl font-semibold tracking-[-.018em]">
        {isWaitingForApproval ? 'Your second factor is not approved yet' : 'Admins need a second factor'}
      </h1>
      <p className="mt-2 text-base text-ink-2">
        {isWaitingForApproval
          ? 'It was added with your password alone. Ask another admin to open you under Users and to choose Approve second factor.'
          : 'Add an authenticator in your profile. Another admin must then approve it. Until then you have the rights of a member.'}
      </p>
      <div className="mt-6 flex flex-wrap gap-2.5">
        {isWaitingForApproval ? (
          <Button variant="primary" busy={factor.isFetching} onClick={() => void factor.refetch()}>
            Check again
          </Button>
        ) : (
          <LinkButton to={paths.profile} variant="primary">
            Open your profile
          </LinkButton>
        )}
        <LinkButton to={paths.dashboard}>Back to Account</LinkButton>
      </div>
    </main>
  )
}
