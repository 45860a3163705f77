import { useMutation } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { errorCode } from '@/lib/errors'
import { sessionStorageKey, supabase } from '@/lib/supabase'

type User = { id: string; email: string }

/** Who is here (chapter 4). `left` is true when this tab signed out by its own button. */
export type Session =
  | { status: 'loading' }
  | { status: 'signed-out'; left: boolean }
  | { status: 'signed-in'; user: User; recovering: boolean }

const recoveringKey = 'guildhall-recovering'
const listeners = new Set<() => void>()
let session: Session = { status: 'loading' }
let leaving = false

supabase.auth.onAuthStateChange((event, value) => {
  if (event === 'PASSWORD_RECOVERY') sessionStorage.setItem(recoveringKey, 'yes')
  if (event === 'SIGNED_OUT') sessionStorage.removeItem(recoveringKey)
  set(
    value
      ? {
          status: 'signed-in',
          user: { id: value.user.id, email: value.user.email ?? '' },
          recovering: sessionStorage.getItem(recoveringKey) !== null,
        }
      : { status: 'signed-out', left: leaving },
  )
})

function set(next: Session) {
  if (JSON.stringify(next) === JSON.stringify(session)) return
  session = next
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** The session now, outside of React. */
export function currentSession(): Session {
  return session
}

/** Calls back whenever the session changes, in this tab or in another one; returns the way to stop. */
export const onSessionChange = subscribe

/** The session; re-renders when it changes. */
export function useSession(): Session {
  return useSyncExternalStore(subscribe, currentSession)
}

/** The signed-in user; for screens behind the guard. Throws where nobody is signed in. */
export function useUser(): User {
  const now = useSession()
  if (now.status !== 'signed-in') throw new Error('useUser outside of a guarded route')
  return now.user
}

/** The recovery is over: a new password is set, so /auth no longer asks for one (D14). */
export function endRecovery() {
  sessionStorage.removeItem(recoveringKey)
  if (session.status === 'signed-in') set({ ...session, recovering: false })
}

/** Signs this browser out, offline as well: without a server the session is dropped here only (D18). */
async function signOut() {
  leaving = true
  try {
    await supabase.auth.signOut({ scope: 'local' })
  } catch (error) {
    if (errorCode(error) !== 'network') throw error
    localStorage.removeItem(sessionStorageKey)
    await supabase.auth.signOut({ scope: 'local' })
  } finally {
    leaving = false
  }
}

/** Sign Out; every cache and channel is dropped where the session's end is heard (D18). */
export function useSignOut() {
  return useMutation({
    mutationFn: signOut,
    meta: { failed: () => ({ title: 'Sign Out Error', description: 'An unexpected error occurred' }) },
  })
}
