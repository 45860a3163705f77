import { beforeEach, expect, test, vi } from 'vitest'

const real = vi.hoisted(() => ({
  made: 0,
  getSession: vi.fn(async () => ({ data: { session: null }, error: null })),
  onAuthStateChange: vi.fn(),
  signOut: vi.fn(async () => ({ error: null })),
}))
vi.mock('@supabase/auth-js', () => ({
  AuthClient: class {
    getSession = real.getSession
    onAuthStateChange = real.onAuthStateChange
    signOut = real.signOut
    constructor() {
      real.made += 1
    }
  },
}))
// The page never settles here: what is loaded is loaded for a reason of its own.
vi.mock('./settled.ts', () => ({ whenSettled: () => new Promise(() => undefined) }))

const { AuthClient } = await import('./auth.ts')
const storageKey = 'a-session'
const inSeconds = (seconds: number) => Math.floor(Date.now() / 1000) + seconds
const store = (expires_at: number) =>
  localStorage.setItem(storageKey, JSON.stringify({ access_token: 'token', expires_at, user: { id: 'me' } }))

beforeEach(() => {
  real.made = 0
  vi.clearAllMocks()
})

test('returns a stored session without auth-js until it needs renewing', async () => {
  store(inSeconds(3600))
  const { data } = await new AuthClient({ storageKey }).getSession()
  expect(data.session?.access_token).toBe('token')
  expect(real.made).toBe(0)
})

test('reports that no one is signed in when nothing is stored', async () => {
  const auth = new AuthClient({ storageKey })
  const listener = vi.fn()
  auth.onAuthStateChange(listener)
  await vi.waitFor(() => expect(listener).toHaveBeenCalledWith('INITIAL_SESSION', null), 15_000)
  expect((await auth.getSession()).data.session).toBeNull()
  expect(real.made).toBe(0)
})

test.each([
  ['a session that expires soon', () => store(inSeconds(60))],
  ['a malformed session', () => localStorage.setItem(storageKey, 'broken')],
])('leaves %s to auth-js', async (_what, prepare) => {
  prepare()
  await new AuthClient({ storageKey }).getSession()
  expect(real.getSession).toHaveBeenCalledOnce()
})

test('loads auth-js once for other calls, and passes its listeners on', async () => {
  store(inSeconds(3600))
  const auth = new AuthClient({ storageKey })
  const listener = vi.fn()
  auth.onAuthStateChange(listener)
  await Promise.all([auth.signOut(), auth.signOut({ scope: 'local' })])
  expect(real.made).toBe(1)
  expect(real.signOut).toHaveBeenLastCalledWith({ scope: 'local' })
  expect(real.onAuthStateChange).toHaveBeenCalledExactlyOnceWith(listener)
  await auth.getSession()
  expect(real.getSession).toHaveBeenCalledOnce()
})

test('loads auth-js at once when another tab changes the session', async () => {
  new AuthClient({ storageKey: 'of this test' })
  window.dispatchEvent(new StorageEvent('storage', { key: 'something else' }))
  window.dispatchEvent(new StorageEvent('storage', { key: 'of this test' }))
  await vi.waitFor(() => expect(real.made).toBe(1), 15_000)
})

test('passes no unsubscribed listener on', async () => {
  const auth = new AuthClient({ storageKey })
  auth.onAuthStateChange(vi.fn()).data.subscription.unsubscribe()
  await auth.signOut()
  expect(real.onAuthStateChange).not.toHaveBeenCalled()
})
