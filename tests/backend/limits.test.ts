import { EventEmitter } from 'node:events'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { WebSocket } from 'ws'
import { limitAttempts } from '../../supabase/local/auth/attempts.ts'
import { limitCallers } from '../../supabase/local/callers.ts'
import { limitChannels } from '../../supabase/local/realtime/channel-limits.ts'
import { limitMessageRate } from '../../supabase/local/realtime/message-rate.ts'
import { serveSocket } from '../../supabase/local/realtime/socket.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

const claims = (sub: string) => ({ role: 'authenticated', sub })
const tokens = { of: claims, ofKey: () => ({ role: 'anon' }) }

describe('concurrent requests of one member', () => {
  const LIMITS = { running: 2, waiting: 3, waitMs: 1000, deadlineMs: 5000 }
  const request = (sub: string, signal?: AbortSignal) =>
    new Request('http://localhost/rest/v1/orders', { headers: { authorization: `Bearer ${sub}` }, signal })

  /** A handler whose requests run until they are ended by `finish`. */
  function open() {
    let [running, peak] = [0, 0]
    const ends: (() => void)[] = []
    const handle = limitCallers(
      tokens,
      async () => {
        peak = Math.max(peak, ++running)
        await new Promise<void>((resolve) => ends.push(resolve))
        running--
        return new Response('done')
      },
      LIMITS,
    )
    const finish = async () => {
      for (const end of ends.splice(0)) end()
      await vi.advanceTimersByTimeAsync(0)
    }
    return { handle, finish, running: () => running, peak: () => peak }
  }
  const statuses = async (sent: Promise<Response>[]) => (await Promise.all(sent)).map(({ status }) => status)

  it('queue up to a limit, without delaying another member', async () => {
    const { handle, finish, running, peak } = open()
    const sent = Array.from({ length: 6 }, () => handle(request('mallory')))
    expect((await sent[5])?.status).toBe(429)
    expect(running()).toBe(2)
    const other = handle(request('olga'))
    await vi.advanceTimersByTimeAsync(0)
    expect(running()).toBe(3)
    for (let turn = 0; turn < 3; turn++) await finish()
    expect((await other).status).toBe(200)
    expect(await statuses(sent)).toEqual([200, 200, 200, 200, 200, 429])
    expect(peak()).toBe(3)
  })

  it('are rejected after the waiting time, and abandoned at the deadline', async () => {
    const { handle, running } = open()
    const sent = [1, 2, 3].map(() => handle(request('mallory')))
    await vi.advanceTimersByTimeAsync(999)
    const settled = vi.fn()
    sent[2]?.then(settled)
    await vi.advanceTimersByTimeAsync(0)
    expect(settled).not.toHaveBeenCalled()
    await vi.advanceTimersByTimeAsync(4001)
    expect(await statuses(sent)).toEqual([504, 504, 429])
    expect(running()).toBe(2)
  })

  it('leave the queue when the client disconnects', async () => {
    const { handle, finish, running } = open()
    const sent = [handle(request('mallory')), handle(request('mallory'))]
    const gone = new AbortController()
    const left = handle(request('mallory', gone.signal))
    gone.abort()
    expect((await left).status).toBe(429)
    await finish()
    expect(await statuses(sent)).toEqual([200, 200])
    expect(running()).toBe(0)
  })
})

describe('attempts to sign in', () => {
  const limits = { sign_in_sign_ups: 30, token_verifications: 30, token_refresh: 150 }
  const attempts = (check: ReturnType<typeof limitAttempts>, action: string, caller = '203.0.113.9') => {
    let count = 0
    while (count < 200 && !check(action, caller)) count++
    return count
  }

  it('are limited by address and action, 30 at once, and refill steadily, as in Supabase Auth', () => {
    const check = limitAttempts(limits)
    const limited = ['token', 'signup', 'otp', 'magiclink', 'recover', 'resend', 'PUT user', 'verify']
    for (const action of limited) expect(attempts(check, action)).toBe(30)
    for (const action of ['user', 'logout', 'reauthenticate']) expect(attempts(check, action)).toBe(200)
    expect(attempts(check, 'token', '203.0.113.10')).toBe(30)
    vi.advanceTimersByTime(10_000)
    expect(attempts(check, 'token')).toBe(5)
    expect(attempts(check, 'signup')).toBe(1)
    vi.advanceTimersByTime(60 * 60_000)
    expect(attempts(check, 'token')).toBe(30)
  })

  it('are not limited without limits', () => {
    expect(attempts(limitAttempts(undefined), 'token')).toBe(200)
  })
})

describe('live channels', () => {
  it('are limited for each member, and for all visitors together', () => {
    const channels = limitChannels({ ofMember: 2, ofVisitors: 3 })
    const taken = (claims: { role: string; sub?: string }) =>
      [1, 2, 3, 4].filter(() => channels.acquire(claims)).length
    expect(taken(claims('mia'))).toBe(2)
    expect(taken(claims('noa'))).toBe(2)
    expect(taken({ role: 'anon' })).toBe(3)
    expect(taken({ role: 'service_role' })).toBe(4)
    channels.release(claims('mia'))
    expect(taken(claims('mia'))).toBe(1)
  })

  it('accept 100 messages a second', () => {
    const withinRate = limitMessageRate()
    const accepted = () => Array.from({ length: 150 }, withinRate).filter(Boolean).length
    expect(accepted()).toBe(100)
    vi.advanceTimersByTime(1000)
    expect(accepted()).toBe(100)
  })
})

describe('a live socket', () => {
  const POLICY_VIOLATION = 1008

  function connect(channels = limitChannels()) {
    const socket = Object.assign(new EventEmitter(), {
      OPEN: WebSocket.OPEN,
      readyState: WebSocket.OPEN as number,
      bufferedAmount: 0,
      send: vi.fn(),
      close: vi.fn(() => {
        socket.readyState = WebSocket.CLOSING
      }),
      terminate: vi.fn(),
    })
    const reader = { read: vi.fn(), seen: vi.fn(), typeName: () => 'text' }
    serveSocket(socket as unknown as WebSocket, claims('mia'), { tokens, reader, limits: channels })
    const message = (topic: string, event: string) =>
      socket.emit('message', JSON.stringify(['1', '1', topic, event, {}]), false)
    return { socket, channels, message }
  }

  it('is closed after 100 messages in a second, and reads no more', () => {
    const { socket, message } = connect()
    for (let n = 0; n < 100; n++) message('phoenix', 'heartbeat')
    expect(socket.close).not.toHaveBeenCalled()
    for (let n = 0; n < 50; n++) message('phoenix', 'heartbeat')
    expect(socket.close.mock.calls).toEqual([[POLICY_VIOLATION, 'Too many messages']])
    expect(socket.send).toHaveBeenCalledTimes(100)
  })

  it('is closed when its member opens too many channels, and returns them when it ends', () => {
    const channels = limitChannels({ ofMember: 2, ofVisitors: 0 })
    const { socket, message } = connect(channels)
    message('realtime:a', 'phx_join')
    message('realtime:b', 'phx_join')
    message('realtime:b', 'phx_leave')
    message('realtime:c', 'phx_join')
    expect(socket.close).not.toHaveBeenCalled()
    message('realtime:d', 'phx_join')
    expect(socket.send).toHaveBeenLastCalledWith(expect.stringContaining('ChannelRateLimitReached'))
    expect(socket.close).toHaveBeenCalledWith(POLICY_VIOLATION, 'Too many channels')
    expect(channels.acquire(claims('mia'))).toBe(false)
    socket.emit('close')
    expect([channels.acquire(claims('mia')), channels.acquire(claims('mia'))]).toEqual([true, true])
  })

  it('is terminated when its client does not read 4 MB', () => {
    const { socket, message } = connect()
    socket.bufferedAmount = 4 * 1024 * 1024
    message('phoenix', 'heartbeat')
    expect(socket.terminate).not.toHaveBeenCalled()
    socket.bufferedAmount++
    message('phoenix', 'heartbeat')
    expect(socket.terminate).toHaveBeenCalledOnce()
    expect(socket.send).toHaveBeenCalledOnce()
  })
})
