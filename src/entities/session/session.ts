import { useMutation } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { captureEmailLink } from '@/entities/session/email-link'
import { afterInitialLoad } from '@/lib/after-initial-load'
import { readClaims } from '@/lib/claims'
import { isOffline } from '@/lib/connection'
import { isTransient, serverMessage } from '@/lib/errors'
import { browserStorage, tabStorage } from '@/lib/storage'
import { sessionStorageKey } from '@/lib/storage-keys'
import { isCurrent, loadClient, onClientLoaded, storedSession } from '@/lib/supabase'

type User = { id: string; email: string }
type Stored = Pick<NonNullable<ReturnType<typeof storedSession>>, 'access_token' | 'user'>

/** `signedOutHere`: this tab signed out by its own button. `needsSecondFactor`: without the code of the second factor nothing is allowed (D54). */
export type Session =
  | { status: 'loading' }
  | { status: 'signed-out'; signedOutHere: boolean }
  | { status: 'signed-in'; user: User; recovering: boolean; needsSecondFactor: boolean }

/** The user whose password this tab is about to replace: a recovery belongs to the tab that opened its link. */
const recoveringKey = 'guildhall-recovering'
const listeners = new Set<() => void>()
let session: Session = { status: 'loading' }
let leaving = false

captureEmailLink()

const stored = storedSession()
if (!stored) setSession({ status: 'signed-out', signedOutHere: false })
// Offline, auth cannot respond: show the stored session.
else if (isCurrent(stored) || !navigator.onLine) setSession(signedIn(stored))
else {
  loadClient()
    .then(({ auth }) => auth.getSession())
    .catch(() => session.status === 'loading' && setSession(signedIn(stored)))
}

onClientLoaded(({ auth }) => {
  auth.onAuthStateChange((event, value) => {
    const kept = value ?? (event === 'INITIAL_SESSION' ? storedSession() : undefined)
    // At the start, no session may also mean: stored, expired, and no server to refresh it.
    if (kept) return setSession(signedIn(kept))
    // Another tab signed out; it cannot clear this page's memory.
    browserStorage.drop(sessionStorageKey)
    tabStorage.removeItem(recoveringKey)
    setSession({ status: 'signed-out', signedOutHere: leaving })
  })
})

/** Keeps the session fresh and follows other tabs: the client, loaded late or when another tab changes the session. */
export function followSession() {
  const load = () => void loadClient().catch(() => undefined)
  void afterInitialLoad().then(load)
  window.addEventListener('storage', ({ key }) => key === sessionStorageKey && load())
}

function signedIn({ access_token, user }: Stored): Session {
  const { id, email = '', factors } = user
  const hasFactor = factors?.some(({ status }) => status === 'verified') ?? false
  return {
    status: 'signed-in',
    user: { id, email },
    recovering: tabStorage.getItem(recoveringKey) === id,
    // The database decides by the same claim.
    needsSecondFactor: hasFactor && readClaims(access_token)?.aal !== 'aal2',
  }
}

function setSession(next: Session) {
  if (JSON.stringify(next) === JSON.stringify(session)) return
  session = next
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export function currentSession(): Session {
  return session
}

/** Called on every change, in this tab or another; returns the unsubscribe function. */
export const onSessionChange = subscribe

export function useSession(): Session {
  return useSyncExternalStore(subscribe, currentSession)
}

/** For screens behind the guard; throws if signed out. */
export function useUser(): User {
  const now = useSession()
  if (now.status !== 'signed-in') throw new Error('useUser outside of a guarded route')
  return now.user
}

/** Signed in by a recovery link: /auth now requires a new password (D14). */
export function beginRecovery() {
  if (session.status !== 'signed-in') return
  tabStorage.setItem(recoveringKey, session.user.id)
  setSession({ ...session, recovering: true })
}

export function endRecovery() {
  tabStorage.removeItem(recoveringKey)
  if (session.status === 'signed-in') setSession({ ...session, recovering: false })
}

/** Signs out this browser; offline or without a working server, only drops the session here (D18). */
async function signOut() {
  if (!isOffline()) {
    try {
      const { auth } = await loadClient()
      await auth.signOut({ scope: 'local' })
      return
    } catch (error) {
      if (!isTransient(error)) throw error
    }
  }
  browserStorage.removeItem(sessionStorageKey)
  setSession({ status: 'signed-out', signedOutHere: true })
  // Notifies the other tabs; without the auth code there is nothing left to do.
  await loadClient()
    .then(({ auth }) => auth.signOut({ scope: 'local' }))
    .catch(() => undefined)
}

export async function withSigningOut(signOutRequest: () => Promise<void>) {
  leaving = true
  try {
    await signOutRequest()
  } finally {
    leaving = false
  }
}

export const signedOutToast = ['Signed out', 'You have been successfully signed out.'] as const

export const signOutFailure = (error: unknown) => ({
  title: 'Sign Out Error',
  description: serverMessage(error, 'An unexpected error occurred'),
})

/** Caches and channels are dropped by the listeners of the session (D18). */
export function useSignOut() {
  return useMutation({
    mutationFn: () => withSigningOut(signOut),
    meta: { offline: true, failed: signOutFailure },
  })
}
