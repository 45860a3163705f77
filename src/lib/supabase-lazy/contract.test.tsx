import { AuthClient } from '@supabase/auth-js'
import { StorageClient } from '@supabase/storage-js'
import { expect, test, vi } from 'vitest'
import { AuthClient as LazyAuthClient } from './auth.ts'
import { StorageClient as LazyStorageClient } from './storage.ts'

// Development uses the packages, the built app their lazy replacements: both send the same and return the same.
vi.mock('./settled.ts', () => ({ whenSettled: () => new Promise<void>(() => undefined) }))

const url = 'https://backend.example'
const user = { id: '6f9619ff-8b86-4d01-b42d-00cf4fc964ff', email: 'ada@example.com' }
const session = (expires_in: number, access_token = 'stored') => ({
  ...{ access_token, refresh_token: 'refresh', token_type: 'bearer', expires_in, user },
  expires_at: Math.floor(Date.now() / 1000) + expires_in,
})
const credentials = { email: user.email, password: 'correct horse' }

type Respond = () => Response | Promise<Response>
const json =
  (body: unknown, status = 200): Respond =>
  () =>
    Response.json(body, { status })
const refused = json({ code: 'over_request_rate_limit', message: 'Slow down' }, 429)
const unreachable: Respond = () => Promise.reject(new TypeError('Failed to fetch'))

/** What this call returns or throws, and the requests that it sends. */
async function observe(respond: Respond, call: (send: typeof fetch) => unknown) {
  const requests: unknown[] = []
  const send: typeof fetch = async (input, init) => {
    const form = init?.body instanceof FormData ? [...init.body.keys()] : init?.body
    requests.push([init?.method, String(input), form, new Headers(init?.headers).get('x-upsert')])
    return respond()
  }
  const result = await Promise.resolve(call(send)).catch(({ name, message }: Error) => ({ name, message }))
  return { result, requests }
}

let clients = 0

test.each<[string, object | string, Respond, (auth: Pick<LazyAuthClient, keyof LazyAuthClient>) => unknown]>([
  ['a stored session', session(3600), unreachable, (auth) => auth.getSession()],
  ['no session', '', unreachable, (auth) => auth.getSession()],
  ['an unreadable session', 'broken', unreachable, (auth) => auth.getSession()],
  ['an expired session', session(-60), json(session(3600, 'renewed')), (auth) => auth.getSession()],
  ['a sign-in', '', json(session(3600)), (auth) => auth.signInWithPassword(credentials)],
  ['a refused sign-in', '', refused, (auth) => auth.signInWithPassword(credentials)],
  ['a sign-up', '', json(user), (auth) => auth.signUp(credentials)],
  ['a sign-out', session(3600), json({}), (auth) => auth.signOut()],
  ['a link', '', json(session(60)), (auth) => auth.verifyOtp({ token_hash: 'hash', type: 'signup' })],
])('auth: %s', async (_title, stored, respond, call) => {
  vi.spyOn(Date, 'now').mockReturnValue(Date.now())
  // auth-js logs the failure of a request.
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  const of = async (Client: typeof AuthClient | typeof LazyAuthClient) => {
    // auth-js warns about two clients of one key.
    const storageKey = `session-${clients++}`
    if (stored) localStorage.setItem(storageKey, typeof stored === 'string' ? stored : JSON.stringify(stored))
    const options = { url, storageKey, storage: localStorage, autoRefreshToken: false, throwOnError: true }
    const seen = await observe(respond, (send) => call(new Client({ ...options, fetch: send })))
    return { ...seen, stored: localStorage.getItem(storageKey) }
  }
  expect(await of(LazyAuthClient)).toEqual(await of(AuthClient))
})

const file = new Blob(['x'], { type: 'image/png' })

test.each<[string, Respond, (storage: Pick<LazyStorageClient, 'from'>) => unknown]>([
  ['an upload', json({ Id: '1' }), (one) => one.from('branding').upload('a.png', file, { upsert: true })],
  ['a refused upload', refused, (one) => one.from('benefits').upload('a.png', file)],
  ['a removal', json([]), (one) => one.from('benefits').remove(['a.png', 'b.png'])],
  ['a public address', unreachable, (one) => one.from('benefits').getPublicUrl('a folder/ü&?#.png')],
])('storage: %s', async (_title, respond, call) => {
  const of = (Client: typeof StorageClient | typeof LazyStorageClient) =>
    observe(respond, (send) => call(new Client(url, {}, send)))
  expect(await of(LazyStorageClient)).toEqual(await of(StorageClient))
})
