import { useMutation } from '@tanstack/react-query'
import { signOutFailure, withSigningOut } from '@/entities/session/session'
import { loadClient } from '@/lib/supabase'

/** Ends every session of the user. Without the server, this one stays too. */
async function signOutEverywhere() {
  const { auth } = await loadClient()
  await auth.signOut({ scope: 'global' })
}

/** Other devices notice when they refresh their session. */
export function useSignOutEverywhere() {
  return useMutation({
    mutationFn: () => withSigningOut(signOutEverywhere),
    meta: { failed: signOutFailure, inPlace: true },
  })
}
