import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { ownWorld } from '../db/support/own-world.ts'
import { createMember, type Person } from '../db/support/people.ts'
import { type Benefit, createBenefit, orderPayload, reconcile } from '../db/support/rows.ts'
import { createWorld } from '../db/support/world.ts'

const KILLS = 20
const MEMBERS = 4
/** Emails that arrive between two kills, so that each kill meets the load. */
const BETWEEN = 6

const { backend, world } = await ownWorld()
/** The ids of emails that the mail service accepted. */
const received: string[] = []
/** Orders that the server has confirmed, and orders whose transaction was rolled back. */
const acknowledged: string[] = []
const undone: string[] = []

// The mail service, outside the processes that are killed. It responds late, so that some die between sending and marking.
const service = createServer(async (request, response) => {
  let body = ''
  for await (const part of request) body += part
  received.push(String(JSON.parse(body).headers['Message-ID']).replace(/^<(.*)@.*>$/, '$1'))
  setTimeout(() => response.writeHead(202).end(), 20)
})
service.on('clientError', (_error, socket) => socket.destroy())

let people: Person[]
let benefit: Benefit
beforeAll(async () => {
  service.listen(0, '127.0.0.1')
  await once(service, 'listening')
  people = await Promise.all(Array.from({ length: MEMBERS }, () => createMember(world, { tokens: 100_000 })))
  benefit = await createBenefit(world, { price: 1 })
})
afterAll(() => {
  service.close()
  service.closeAllConnections()
})

const startSender = (): ChildProcess =>
  fork(fileURLToPath(new URL('sender.ts', import.meta.url)), {
    execArgv: ['--import', 'tsx'],
    silent: true,
    env: {
      ...process.env,
      SEND_MAIL_SECRET: 'secret',
      SUPABASE_URL: backend.url,
      SUPABASE_SECRET_KEYS: JSON.stringify({ default: backend.secret_key }),
      SITE_URL: 'https://guildhall.example',
      MAIL_FROM: 'Guildhall <house@guildhall.example>',
      MAIL_API_URL: `http://127.0.0.1:${(service.address() as AddressInfo).port}`,
      MAIL_API_KEY: 'key',
    },
  })

async function killed(sender: ChildProcess): Promise<void> {
  const ended = once(sender, 'exit')
  sender.kill('SIGKILL')
  await ended
}

/** Kills a process of Postgres that is at work: all others end with it, and it recovers from its log. */
async function killDatabase(): Promise<void> {
  const witness = new pg.Client(backend.superuser_url)
  witness.on('error', () => undefined)
  await witness.connect()
  const ended = new Promise<void>((resolve) => witness.on('end', resolve))
  const { rows } = await witness.query<{ pid: number }>(
    `select pid from pg_stat_activity where backend_type = 'client backend' and pid <> pg_backend_pid()
     order by backend_xid is null, state <> 'active' limit 1`,
  )
  process.kill(rows[0]?.pid as number, 'SIGKILL')
  // Until then, Postgres may still accept connections, which it ends.
  await ended
  while (!(await connects())) await new Promise(setImmediate)
}

/** Whether Postgres accepts connections again. */
async function connects(): Promise<boolean> {
  const client = new pg.Client(backend.superuser_url)
  client.on('error', () => undefined)
  return client.connect().then(
    () => client.end().then(() => true),
    () => false,
  )
}

/** Places one order after the other, and rolls every third one back. */
async function write(person: Person, over: () => boolean): Promise<void> {
  for (let count = 0; !over(); count++) {
    const row = orderPayload(person, benefit)
    if (count % 3 > 0) {
      const { error } = await person.client.from('orders').insert(row)
      if (!error) acknowledged.push(row.id)
      continue
    }
    await world
      .undone(async (sql) => {
        const claims = JSON.stringify({ sub: person.id, role: 'authenticated' })
        await sql(
          `select set_config('request.jwt.claims', $1, true), set_config('role', 'authenticated', true)`,
          [claims],
        )
        const names = Object.keys(row)
        await sql(
          `insert into orders (${names}) values (${names.map((_, at) => `$${at + 1}`)})`,
          Object.values(row),
        )
        undone.push(row.id)
      })
      .catch(() => undefined)
  }
}

const arrived = async (count: number) => {
  while (received.length < count) await new Promise((resolve) => setTimeout(resolve, 10))
}

it(`loses nothing and sends nothing for what was rolled back, through ${KILLS} kills each of sender and database (D37)`, async () => {
  let over = false
  // The connections of the other may have ended with the database.
  const recovered = createWorld(backend)
  const writers = people.map((person) => write(person, () => over))
  let sender = startSender()
  try {
    for (let kills = 0; kills < KILLS; kills++) {
      await arrived(received.length + BETWEEN)
      await killed(sender)
      sender = startSender()
      await arrived(received.length + BETWEEN)
      await killDatabase()
    }
    over = true
    await Promise.all(writers)
    // A lease of a killed sender would end after ten minutes.
    await recovered.sql('update private.outbox set next_attempt_at = now() where outcome is null')
    const waiting = () =>
      recovered.sql(
        'select id from private.outbox where outcome is null and next_attempt_at <= now() limit 1',
      )
    while ((await waiting()).length > 0) await arrived(received.length)
  } finally {
    over = true
    await killed(sender)
  }
  const stored = await recovered.sql<{ id: string }>('select id from orders')
  const orders = new Set(stored.map(({ id }) => id))
  expect(acknowledged.filter((id) => !orders.has(id))).toEqual([])
  expect(undone.filter((id) => orders.has(id))).toEqual([])
  const queued = await recovered.sql<{ id: string; outcome: string | null; cause_id: string }>(
    'select id, outcome, cause_id from private.outbox',
  )
  const emails = new Map(queued.map((email) => [email.id, email]))
  expect(received.filter((id) => !emails.has(id))).toEqual([])
  expect(queued.filter(({ id, outcome }) => outcome === 'sent' && !received.includes(id))).toEqual([])
  expect(queued.filter(({ outcome }) => outcome === 'given_up')).toEqual([])
  const causes = new Set(queued.map(({ cause_id }) => cause_id))
  expect(acknowledged.filter((id) => !causes.has(id))).toEqual([])
  expect(await reconcile(recovered)).toEqual([])
  await recovered.close()
  expect([acknowledged.length > KILLS, undone.length > KILLS]).toEqual([true, true])
}, 600_000)
