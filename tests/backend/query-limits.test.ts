import { describe, expect, it } from 'vitest'
import { limitCallers } from '../../supabase/local/callers.ts'
import { JWT_SECRET } from '../../supabase/local/keys.ts'
import { tooDemanding } from '../../supabase/local/query-limits.ts'
import { readTokens } from '../../supabase/local/realtime/token.ts'
import { tokenFor } from '../db/support/people.ts'

const request = (query: string, init: RequestInit = {}) =>
  new Request(`http://localhost/rest/v1/orders?${query}`, init)
const list = (count: number, item: (at: number) => string) =>
  Array.from({ length: count }, (_, at) => item(at)).join()

describe('a query that asks for too much', () => {
  it.each([
    ['four levels of embedding', 'select=id,a(id,b(id,c(id,d(id))))'],
    ['levels under other names', 'select=id,x:a(id,y:b!inner(id,...c(id,d(id))))'],
    ['nine embeddings', `select=id,${list(9, (at) => `a${at}:benefits(id)`)}`],
    ['one column under four names', `select=${list(4, (at) => `a${at}:benefit_description`)}`],
    ['the same by casts', 'select=a:name,b:name::text,c:name::varchar,d:name::bpchar'],
    ['the same by paths', 'select=a:data->x,b:data->y,c:data->>z,d:data->w'],
    ['the same in two selects', 'select=a:name,b:name&select=c:name,d:name'],
    ['101 columns', `select=${list(101, (at) => `c${at}`)}`],
    ['101 conditions', `or=(${list(101, (at) => `id.eq.${at}`)})`],
    [
      '101 conditions, nested',
      `or=(and(${list(51, (at) => `id.eq.${at}`)}),or(${list(51, (at) => `id.eq.${at}`)}))`,
    ],
    ['101 conditions of an embedding', `benefits.or=(${list(101, (at) => `id.eq.${at}`)})`],
    ['101 filters', Array.from({ length: 101 }, () => 'id=eq.1').join('&')],
    ['1,001 values', `id=in.(${list(1001, String)})`],
    ['1,001 values in an or', `or=(id.in.(${list(1001, String)}),id.eq.1)`],
  ])('%s is refused, whatever the verb', (_what, query) => {
    for (const method of ['GET', 'HEAD', 'POST', 'PATCH', 'DELETE']) {
      expect(tooDemanding(request(query, { method }))?.status).toBe(400)
    }
    const rpc = new Request(`http://localhost/rest/v1/rpc/anything?${query}`, { method: 'POST' })
    expect(tooDemanding(rpc)?.status).toBe(400)
  })

  it.each([
    ['three levels', 'select=id,a(id,b(id,c(id)))'],
    ['one column under three names', 'select=a:name,b:name,c:name,benefits(a:name)'],
    ['100 columns', `select=${list(100, (at) => `c${at}`)}`],
    ['1,000 values', `id=in.(${list(1000, String)})`],
    ['1,000 values in an or', `or=(id.in.(${list(1000, String)}),id.eq.1)`],
    ['100 conditions', `or=(${list(100, (at) => `id.eq.${at}`)})`],
    ['a search with commas and brackets', `or=(name.imatch."${'a,(b)'.repeat(300)}",text.imatch."x")`],
    ['nothing in particular', ''],
  ])('does not mean %s', (_what, query) => {
    expect(tooDemanding(request(query))).toBeUndefined()
  })
})

describe('requests of one member', () => {
  const tokens = readTokens({
    jwt_secret: JWT_SECRET,
    secret_key: 'sb_secret_of-the-test',
    superuser_password: '',
    database_password: '',
  })
  const as = (id: string, signal?: AbortSignal) =>
    request('select=id', { headers: { authorization: `Bearer ${tokenFor(id, 60)}` }, signal })

  function open(limits: { running: number; waiting: number; waitMs: number; deadlineMs: number }) {
    let [now, most] = [0, 0]
    const done: (() => void)[] = []
    const handle = limitCallers(
      tokens,
      async () => {
        most = Math.max(most, ++now)
        await new Promise<void>((resolve) => done.push(resolve))
        now--
        return new Response('answered')
      },
      limits,
    )
    return { handle, done, now: () => now, most: () => most }
  }
  const soon = () => new Promise((resolve) => setTimeout(resolve, 20))
  const LIMITS = { running: 2, waiting: 3, waitMs: 60_000, deadlineMs: 60_000 }

  it('run some at once, wait in line, and are refused when the line is full; another member is served', async () => {
    const { handle, done, now, most } = open(LIMITS)
    const sent = Array.from({ length: 6 }, () => handle(as('mallory')))
    expect((await sent[5])?.status).toBe(429)
    expect(now()).toBe(2)
    const other = handle(as('olga'))
    await soon()
    expect(now()).toBe(3)
    while (done.length > 0) {
      done.shift()?.()
      await soon()
    }
    expect((await other).status).toBe(200)
    expect((await Promise.all(sent)).map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 429])
    expect(most()).toBe(3)
  })

  it('are refused when their turn does not come, or answered without their outcome when they take too long', async () => {
    const { handle } = open({ running: 1, waiting: 3, waitMs: 50, deadlineMs: 150 })
    const [first, second] = await Promise.all([handle(as('mallory')), handle(as('mallory'))])
    expect([first.status, second.status]).toEqual([504, 429])
  })

  it('leave the line when nobody waits for the answer', async () => {
    const { handle, done, now } = open(LIMITS)
    const running = [handle(as('mallory')), handle(as('mallory'))]
    const gone = new AbortController()
    const left = handle(as('mallory', gone.signal))
    gone.abort()
    expect((await left).status).toBe(429)
    for (const finish of done) finish()
    await Promise.all(running)
    expect(now()).toBe(0)
  })
})
