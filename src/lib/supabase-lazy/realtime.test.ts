import { beforeEach, expect, test, vi } from 'vitest'

const real = vi.hoisted(() => ({
  made: 0,
  setAuth: vi.fn(async () => undefined),
  on: vi.fn(),
  subscribe: vi.fn(),
  removeChannel: vi.fn(async () => 'ok'),
}))
vi.mock('./settled.ts', () => ({ whenSettled: async () => undefined }))
vi.mock('@supabase/realtime-js', () => ({
  RealtimeClient: class {
    setAuth = real.setAuth
    removeChannel = real.removeChannel
    constructor() {
      real.made += 1
    }
    channel(name: string) {
      const channel = { name, on: real.on, subscribe: (call: unknown) => real.subscribe(call) ?? channel }
      return channel
    }
  },
}))

const { RealtimeClient } = await import('./realtime.ts')

beforeEach(() => {
  real.made = 0
  vi.clearAllMocks()
})

test('joins with the token, filters and listener set before it was loaded', async () => {
  const client = new RealtimeClient('wss://somewhere', {})
  const listener = vi.fn()
  const handler = vi.fn()
  client.channel('member').on('system', {}, handler).subscribe(listener)
  await vi.waitFor(() => expect(real.subscribe).toHaveBeenCalledWith(listener), 15_000)
  expect(real.on).toHaveBeenCalledWith('system', {}, handler)
  expect(real.setAuth).toHaveBeenCalledBefore(real.subscribe)
})

test('loads nothing until a channel is subscribed', async () => {
  const client = new RealtimeClient('wss://somewhere', {})
  client.channel('member')
  await client.setAuth('token')
  expect(real.made).toBe(0)
})

test('a channel that is removed before it has joined never joins', async () => {
  const client = new RealtimeClient('wss://somewhere', {})
  const channel = client.channel('member').subscribe()
  await client.removeChannel(channel)
  expect(real.subscribe).not.toHaveBeenCalled()
})

test('removes a channel that has joined', async () => {
  const client = new RealtimeClient('wss://somewhere', {})
  const channel = client.channel('member').subscribe()
  await vi.waitFor(() => expect(real.subscribe).toHaveBeenCalled(), 15_000)
  await client.removeChannel(channel)
  expect(real.removeChannel).toHaveBeenCalledWith(expect.objectContaining({ name: 'member' }))
})
