import { useMutation } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { captureEmailLink } from '@/entities/session/email-link'
import { isOffline } from '@/lib/connection'
import { isTransient, serverMessage } from '@/lib/errors'
import { browserStorage, tabStorage } from '@/lib/storage'
import { sessionStorageKey } from '@/lib/storage-keys'
import { supabase } from '@/lib/supabase'

type User = { id: string; email: string }

/** Who is here (chapter 4). `left` is true when this tab signed out by its own button. */
export type Session =
  | { status: 'loading' }
  | { status: 'signed-out'; left: boolean }
  | { status: 'signed-in'; user: User; recovering: boolean }

/** Whose password this tab is about to replace: a recovery belongs to the tab that opened its link. */
const recoveringKey = 'guildhall-recovering'
const listeners = new Set<() => void>()
let session: Session = { status: 'loading' }
let leaving = false

captureEmailLink()

// Without a network nobody waits for an answer of auth: what was seen last is shown.
if (!navigator.onLine) stay()

supabase.auth.onAuthStateChange((event, value) => {
  // At the start, no session may also mean: stored, expired, and no server to renew it.
  if (!value && event === 'INITIAL_SESSION' && stay()) return
  if (!value) {
    // Another tab signed out; what this page holds for itself, it cannot take.
    browserStorage.drop(sessionStorageKey)
    tabStorage.removeItem(recoveringKey)
    set({ status: 'signed-out', left: leaving })
    return
  }
  const { id, email = '' } = value.user
  set({ status: 'signed-in', user: { id, email }, recovering: tabStorage.getItem(recoveringKey) === id })
})

supabase.auth.getSession().catch(() => {
  if (session.status === 'loading' && !stay()) set({ status: 'signed-out', left: false })
})

/** Takes the person of the stored session for here, as long as auth has not said otherwise; says whether there is one. */
function stay(): boolean {
  try {
    const { id, email = '' } = JSON.parse(browserStorage.getItem(sessionStorageKey) ?? 'null').user
    set({
      status: 'signed-in',
      user: { id, email },
      recovering: tabStorage.getItem(recoveringKey) === id,
    })
    return true
  } catch {
    return false
  }
}

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

/** The signed-in person came by a recovery link: /auth now asks for a new password (D14). */
export function beginRecovery() {
  if (session.status !== 'signed-in') return
  tabStorage.setItem(recoveringKey, session.user.id)
  set({ ...session, recovering: true })
}

/** The recovery is over: a new password is set, so /auth no longer asks for one (D14). */
export function endRecovery() {
  tabStorage.removeItem(recoveringKey)
  if (session.status === 'signed-in') set({ ...session, recovering: false })
}

/** Signs this browser out, also offline or with a broken server: then the session is dropped here only (D18). */
async function signOut() {
  if (!isOffline()) {
    try {
      await supabase.auth.signOut({ scope: 'local' })
      return
    } catch (error) {
      if (!isTransient(error)) throw error
    }
  }
  browserStorage.removeItem(sessionStorageKey)
  set({ status: 'signed-out', left: true })
  // Tells the other tabs; where even the code for that is out of reach, nothing is left to sign out.
  await supabase.auth.signOut({ scope: 'local' }).catch(() => undefined)
}

/** Ends every session of this person. Only the server can: without it, this one stays as well. */
async function signOutEverywhere() {
  await supabase.auth.signOut({ scope: 'global' })
}

/** Runs one way out, so that the end of the session is known to be this tab's own wish. */
async function leaveBy(way: () => Promise<void>) {
  leaving = true
  try {
    await way()
  } finally {
    leaving = false
  }
}

const failed = (error: unknown) => ({
  title: 'Sign Out Error',
  description: serverMessage(error, 'An unexpected error occurred'),
})

/** Sign Out; every cache and channel is dropped where the session's end is heard (D18). */
export function useSignOut() {
  return useMutation({ mutationFn: () => leaveBy(signOut), meta: { offline: true, failed } })
}

/** Sign out everywhere: here at once, elsewhere as soon as a device has to renew its session. */
export function useSignOutEverywhere() {
  return useMutation({ mutationFn: () => leaveBy(signOutEverywhere), meta: { failed, inPlace: true } })
}
