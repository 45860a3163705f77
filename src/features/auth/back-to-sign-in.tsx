import { useSignOut } from '@/entities/session/session'
import { useViews } from './use-views'

/** Ends the session of a view that waits for something more, and opens the sign-in; a failure is toasted and changes nothing. */
export function BackToSignIn() {
  const { go } = useViews()
  const signOut = useSignOut()
  return (
    <p>
      <button
        type="button"
        className="link"
        onClick={() =>
          signOut.mutateAsync().then(
            () => go('signin', { replace: true }),
            () => undefined,
          )
        }
      >
        Back to Sign In
      </button>
    </p>
  )
}
