import { AuthClient } from '@supabase/auth-js'
import { RealtimeClient } from '@supabase/realtime-js'
import { StorageClient } from '@supabase/storage-js'
import { expect, test, vi } from 'vitest'
import { AuthClient as LazyAuthClient } from './auth.ts'
import { RealtimeClient as LazyRealtimeClient } from './realtime.ts'
import { StorageClient as LazyStorageClient } from './storage.ts'

// Development uses the packages, the built app their lazy replacements: both get the same calls.
const whenSettled = vi.hoisted(() => vi.fn(() => new Promise<void>(() => undefined)))
vi.mock('./settled.ts', () => ({ whenSettled }))

const url = 'https://backend.example'
let clients = 0
let storageKey = ''
const user = { id: '6f9619ff-8b86-4d01-b42d-00cf4fc964ff', email: 'ada@example.com' }
const session = (expiresIn: number, access_token = 'stored') => ({
  access_token,
  refresh_token: 'refresh',
  token_type: 'bearer',
  expires_in: expiresIn,
  expires_at: Math.floor(Date.now() / 1000) + expiresIn,
  user,
})
const store = (value: string) => localStorage.setItem(storageKey, value)
const storeSession = (expiresIn: number) => store(JSON.stringify(session(expiresIn)))

type Respond = () => Response | Promise<Response>
const json = (body: unknown, status = 200) => Response.json(body, { status })
const refused: Respond = () => json({ code: 'over_request_rate_limit', message: 'Slow down' }, 429)
const unreachable: Respond = () => Promise.reject(new TypeError('Failed to fetch'))

/** A `fetch` that records its calls. */
function recordedFetch(respond: Respond) {
  const requests: unknown[] = []
  const fetch = async (input: RequestInfo | URL, init?: RequestInit) => {
    const form = init?.body instanceof FormData ? [...init.body.keys()] : init?.body
    requests.push([init?.method, String(input), form, new Headers(init?.headers).get('x-upsert')])
    return respond()
  }
  return { requests, fetch }
}

const outcome = (call: () => unknown) =>
  Promise.resolve()
    .then(call)
    .then(
      (value: unknown) => ({ value }),
      (error: Error) => ({ ...error, name: error.name, message: error.message }),
    )

type Auth = Pick<LazyAuthClient, keyof LazyAuthClient>
type AuthCase = [title: string, arrange: () => void, respond: Respond, call: (auth: Auth) => unknown]
const signedIn = () => storeSession(3600)
const signedOut = () => undefined
const tokens: Respond = () => json(session(3600, 'renewed'))
const empty: Respond = () => json({})
const credentials = { email: user.email, password: 'correct horse' }

const authCases: AuthCase[] = [
  ['a stored session', signedIn, empty, (auth) => auth.getSession()],
  ['no stored session', signedOut, empty, (auth) => auth.getSession()],
  ['an unreadable session', () => store('broken'), empty, (auth) => auth.getSession()],
  ['an expired session', () => storeSession(-60), tokens, (auth) => auth.getSession()],
  ['a session that expires soon', () => storeSession(60), tokens, (auth) => auth.getSession()],
  ['a sign-in', signedOut, tokens, (auth) => auth.signInWithPassword(credentials)],
  ['a refused sign-in', signedOut, refused, (auth) => auth.signInWithPassword(credentials)],
  ['a sign-in without a connection', signedOut, unreachable, (auth) => auth.signInWithPassword(credentials)],
  ['a sign-up', signedOut, () => json(user), (auth) => auth.signUp(credentials)],
  ['a sign-out', signedIn, () => new Response(null, { status: 204 }), (auth) => auth.signOut()],
  ['a link', signedOut, tokens, (auth) => auth.verifyOtp({ token_hash: 'hash', type: 'signup' })],
  ['a new link', signedOut, empty, (auth) => auth.resend({ type: 'signup', email: user.email })],
  ['a new password', signedIn, () => json(user), (auth) => auth.updateUser({ password: 'new horse' })],
  ['a forgotten password', signedOut, empty, (auth) => auth.resetPasswordForEmail(user.email)],
  ['the user of a token', signedIn, () => json(user), (auth) => auth.getUser('token')],
]

async function observeAuth(
  Client: typeof LazyAuthClient | typeof AuthClient,
  [, arrange, respond, call]: AuthCase,
) {
  localStorage.clear()
  // auth-js warns about two clients of one key.
  clients += 1
  storageKey = `session-${clients}`
  arrange()
  const { requests, fetch } = recordedFetch(respond)
  const options = {
    url,
    storageKey,
    fetch,
    storage: localStorage,
    autoRefreshToken: false,
    throwOnError: true,
  }
  const auth: Auth = new Client(options)
  const reported: (string | undefined)[] = []
  const { data } = auth.onAuthStateChange((_event, value) => {
    const token = value?.access_token
    // How often the same session is reported differs.
    if (reported.length === 0 || reported.at(-1) !== token) reported.push(token)
  })
  await vi.waitFor(() => expect(reported).not.toEqual([]), 15_000)
  const result = await outcome(() => call(auth))
  data.subscription.unsubscribe()
  return { result, reported, requests, stored: localStorage.getItem(storageKey) }
}

test.each(authCases)('auth: %s', async (...one) => {
  vi.spyOn(Date, 'now').mockReturnValue(Date.now())
  // auth-js logs the failure of a request.
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  const real = await observeAuth(AuthClient, one)
  expect(await observeAuth(LazyAuthClient, one)).toEqual(real)
})

type Storage = Pick<LazyStorageClient, 'from'>
const file = new Blob(['x'], { type: 'image/png' })
const missing: Respond = () =>
  json({ statusCode: '404', error: 'not_found', message: 'Object not found' }, 404)
const storageCases: [title: string, respond: Respond, call: (storage: Storage) => unknown][] = [
  [
    'an upload',
    () => json({ Id: '1', Key: 'benefits/a.png' }),
    (one) => one.from('benefits').upload('a.png', file),
  ],
  ['a replacement', () => json({}), (one) => one.from('branding').upload('a.png', file, { upsert: true })],
  ['a refused upload', refused, (one) => one.from('benefits').upload('a.png', file)],
  ['an upload without a connection', unreachable, (one) => one.from('benefits').upload('a.png', file)],
  ['a removal', () => json([]), (one) => one.from('benefits').remove(['a.png', 'b.png'])],
  ['a removal of a missing file', missing, (one) => one.from('benefits').remove(['a.png'])],
  ['a public address', empty, (one) => one.from('benefits').getPublicUrl('a folder/ü&?#.png')],
]

test.each(storageCases)('storage: %s', async (_title, respond, call) => {
  const observe = async (Client: typeof StorageClient | typeof LazyStorageClient) => {
    const { requests, fetch } = recordedFetch(respond)
    const storage: Storage = new Client(url, {}, fetch)
    return { result: await outcome(() => call(storage)), requests }
  }
  expect(await observe(LazyStorageClient)).toEqual(await observe(StorageClient))
})

type Message = [joinRef: string | null, ref: string | null, topic: string, event: string, payload: object]

/** Accepts every message, as Supabase's realtime server does. */
class FakeSocket {
  static opened: FakeSocket[] = []
  readonly sent: unknown[] = []
  readyState = 0
  onopen?: () => void
  onclose?: () => void
  onmessage?: (event: { data: string }) => void
  constructor(readonly url: string) {
    FakeSocket.opened.push(this)
    queueMicrotask(() => {
      this.readyState = 1
      this.onopen?.()
    })
  }
  send(text: string) {
    const [joinRef, ref, topic, event, payload]: Message = JSON.parse(text)
    this.sent.push([topic, event, payload])
    const reply = [joinRef, ref, topic, 'phx_reply', { status: 'ok', response: { postgres_changes: [] } }]
    queueMicrotask(() => this.onmessage?.({ data: JSON.stringify(reply) }))
  }
  close() {
    this.readyState = 3
    this.onclose?.()
  }
}

async function observeRealtime(Client: typeof RealtimeClient | typeof LazyRealtimeClient) {
  FakeSocket.opened = []
  const statuses: string[] = []
  const realtime = new Client('wss://backend.example/realtime/v1', {
    params: { apikey: 'key' },
    transport: FakeSocket as never,
    accessToken: async () => 'token',
  }) as LazyRealtimeClient
  await realtime.setAuth()
  const channel = realtime
    .channel('member:1')
    .on('system', {}, () => undefined)
    .subscribe((status) => void statuses.push(status))
  await vi.waitFor(() => expect(statuses).toContain('SUBSCRIBED'), 15_000)
  const removed = await realtime.removeChannel(channel)
  return { statuses, removed, sockets: FakeSocket.opened.map(({ url, sent }) => ({ url, sent })) }
}

test('realtime: a channel from its subscription to its removal', async () => {
  whenSettled.mockResolvedValue()
  const real = await observeRealtime(RealtimeClient)
  expect(real.sockets).toHaveLength(1)
  expect(await observeRealtime(LazyRealtimeClient)).toEqual(real)
})
