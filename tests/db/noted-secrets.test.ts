import { expect, it } from 'vitest'
import { columnOf, rpc, scalarOf } from './support/ask'
import { createPool, offerFile, readDelivery, saveBenefit, tryOrder } from './support/delivery'
import { deliver } from './support/notifications'
import { sqlOutcome } from './support/outcome'
import { createActors, createAdmin, type Person } from './support/people'
import { createBenefit, createInviteCode, createTokenCode, freshCode, placeOrder } from './support/rows'
import { sharedWorld } from './support/shared-world'
import type { Query } from './support/world'

const world = sharedWorld()

/** A call of a function as PostgREST sends it; `select` and `where` are SQL as it writes it for those parameters. */
type Call = { name: string; args: object; select?: string; where?: string }

/**
 * Runs PostgREST's statement for a function that returns one value (a column `pgrst_scalar`) or rows, in a transaction of
 * its own, as a person or a visitor. Returns what a client could read: the body, or the whole error.
 */
async function callAsPostgrest(
  person: Person | undefined,
  { name, args, select, where = '' }: Call,
): Promise<{ refusal?: string; text: string }> {
  const named = Object.keys(args).map((key, n) => `${key} := $${n + 1}`)
  const called = `public.${name}(${named.join(', ')})`
  const [found] = await world.sql<{ scalar: boolean }>(
    'select not proretset as scalar from pg_proc where proname = $1',
    [name],
  )
  const source = found?.scalar
    ? `select pgrst_call.pgrst_scalar from (select ${called} pgrst_scalar) pgrst_call`
    : `select pgrst_call.* from ${called} pgrst_call`
  const body = found?.scalar && !select ? 'json_agg(_postgrest_t.pgrst_scalar)->0' : 'json_agg(_postgrest_t)'
  const statement = `with pgrst_source as (${source})
    select null::bigint as total_result_set, pg_catalog.count(_postgrest_t) as page_total, coalesce(${body}, '[]') as body
    from (select ${select ?? `"${name}".*`} from pgrst_source as "${name}" ${where && `where ${where}`}) _postgrest_t`
  let text = ''
  const work = async (sql: Query) => {
    await sql(`set local role ${person ? 'authenticated' : 'anon'}`)
    await sql(`select set_config('request.jwt.claims', $1, true)`, [JSON.stringify({ sub: person?.id })])
    const rows = await sql(statement, Object.values(args))
    text = JSON.stringify(rows)
  }
  const outcome = await sqlOutcome(
    world.commits(work).catch((error) => {
      text = JSON.stringify({ ...error, message: error.message })
      throw error
    }),
  )
  return { ...(outcome !== 'done' && { refusal: outcome }), text }
}

const TYPES = ['int', 'uuid', 'json', 'regclass', 'text']
const PATHS = [`->>0`, `->'a'`]
const FILTERS = [`like 'K%\\'`, `~ '.'`, `is null`, `< '1'`, `is true`]

/** What `select=` and filters can make of a column: casts, JSON paths and operators that could fail on its value. */
function formsOf(column: string): Pick<Call, 'select' | 'where'>[] {
  const forms = (value: string, types: string[], filters: string[]) => [
    ...types.map((type) => ({ select: `cast(${value} as ${type})` })),
    ...filters.map((filter) => ({ where: `${value} ${filter}` })),
  ]
  return [
    ...forms(column, TYPES, FILTERS),
    ...PATHS.flatMap((path) => forms(`to_jsonb(${column})${path}`, ['int', 'json'], FILTERS.slice(0, 2))),
    { where: `to_tsvector(${column}) @@ to_tsquery('x')` },
  ]
}

/** What every form of a call returned that holds the secret. */
async function telling(secret: string, person: Person, { name, args }: Call, columns: string[]) {
  const forms = [{}, ...columns.flatMap(formsOf)]
  expect(forms.length).toBeGreaterThan(15)
  const found: object[] = []
  for (const form of forms) {
    const { text } = await callAsPostgrest(person, { name, args, ...form })
    if (text.includes(secret)) found.push({ name, form })
  }
  return found
}
const keyId = (secret?: string) =>
  scalarOf(world.sql, 'select id from private.delivery_keys where secret = $1', [secret])
const attempts = (kind = '%') =>
  scalarOf(world.sql, 'select count(*)::int from private.attempts where kind like $1', [kind])
const noAttempts = () => world.sql('delete from private.attempts where true')

it('returns a secret to no form of request before it is recorded as read or revealed (D53)', async () => {
  const { owner, admin, other } = (await createActors(world)).people
  const { benefit, keys } = await createPool(world, admin)
  const { id } = await tryOrder(owner, benefit)
  const [key = ''] = keys
  const [orderOf, keyOf] = [{ p_order_id: id }, { p_key_id: await keyId(key) }]
  for (const [person, name, args, ...columns] of [
    [owner, 'order_delivery', orderOf, 'content', 'kind'],
    [owner, 'open_delivery', orderOf, 'pgrst_scalar'],
    [admin, 'revealed_key', keyOf, 'pgrst_scalar'],
    [admin, 'reveal_key', keyOf, 'pgrst_scalar'],
    [admin, 'revealed_delivery', orderOf, 'pgrst_scalar'],
    [admin, 'reveal_delivery', orderOf, 'pgrst_scalar'],
    [admin, 'delivery_details', orderOf, 'mask'],
  ] as const)
    expect(await telling(key, person, { name, args }, [...columns])).toEqual([])
  // The control: it is there, and by now read and revealed.
  expect(await readDelivery(owner, id)).toMatchObject({ content: key })
  const file = await offerFile(world, admin)
  const { id: ofFile } = await tryOrder(owner, file.benefit)
  expect(await readDelivery(owner, ofFile)).toMatchObject({
    ...{ method: 'file', kind: 'file', path: file.path },
    ...{ name: 'guide.txt', size: 44, type: 'text/plain' },
  })
  for (const person of [admin, other]) expect(await rpc(person, 'order_delivery', orderOf)).toEqual([])
  await noAttempts()
  await rpc(admin, 'reveal_key', keyOf)
  expect((await callAsPostgrest(admin, { name: 'revealed_key', args: keyOf })).text).toContain(key)
})

it('returns what was revealed for five minutes, to the admin who revealed it (D53)', async () => {
  const { owner, admin } = (await createActors(world)).people
  const { benefit, keys } = await createPool(world, admin, 2)
  const { id } = await tryOrder(owner, benefit)
  const [orderOf, keyOf] = [{ p_order_id: id }, { p_key_id: await keyId(keys[0]) }]
  const secretsOf = async (person: Person) => [
    await rpc(person, 'revealed_delivery', orderOf),
    await rpc(person, 'revealed_key', keyOf),
  ]
  // These are in the log as well.
  await rpc(admin, 'resend_delivery', orderOf)
  await rpc(admin, 'set_key_aside', { ...keyOf, p_aside: true })
  expect(await secretsOf(admin)).toEqual([null, null])
  await rpc(admin, 'reveal_delivery', orderOf)
  await rpc(admin, 'reveal_key', keyOf)
  expect(await rpc(admin, 'revealed_key', { p_key_id: await keyId(keys[1]) })).toBeNull()
  expect(await secretsOf(await createAdmin(world))).toEqual([null, null])
  for (const [age, delivered, ...secrets] of [
    ['4 minutes', '1 hour', keys[0], keys[0]],
    ['4 minutes', '3 minutes', null, keys[0]],
    ['5 minutes', '1 hour', null, null],
  ] as const) {
    await world.commits(async (sql) => {
      await sql('set local session_replication_role = replica')
      await sql(
        `update private.audit_log set at = now() - $2::interval where actor_id = $1 and after ? 'revealed'`,
        [admin.id, age],
      )
      await sql(`update private.deliveries set delivered_at = now() - $2::interval where order_id = $1`, [
        id,
        delivered,
      ])
    })
    expect([age, delivered, ...(await secretsOf(admin))]).toEqual([age, delivered, ...secrets])
  }
})

it('returns nothing whose record is not committed (D53)', async () => {
  const { owner, admin } = (await createActors(world)).people
  const { benefit, keys } = await createPool(world, admin, 2)
  const { id } = await tryOrder(owner, benefit)
  const key = await keyId(keys[1])
  for (const [person, note, secret, seen] of [
    [owner, `open_delivery('${id}')`, `select content from order_delivery('${id}')`, []],
    [admin, `reveal_key(${key})`, `select revealed_key(${key})`, [null]],
  ] as const)
    await world.undone(async (sql) => {
      await sql(`select set_config('request.jwt.claims', $1, true)`, [JSON.stringify({ sub: person.id })])
      await sql(`select ${note}`)
      expect(await columnOf(sql, secret)).toEqual(seen)
    })
})

it.each([
  ['prefer', 'tx=rollback'],
  ['prefer', 'count=exact'],
  ['prefer', 'handling=strict, max-affected=0'],
  ['accept', 'application/vnd.pgrst.plan+json; options=analyze|verbose'],
  ['accept', 'application/vnd.pgrst.object+json'],
])('returns nothing to a request with %s: %s that it leaves unrecorded (D53)', async (header, value) => {
  const { owner, admin } = (await createActors(world)).people
  const { benefit, keys } = await createPool(world, admin, 2)
  const { id } = await tryOrder(owner, benefit)
  const keyOf = { p_key_id: await keyId(keys[1]) }
  const orderOf = { p_order_id: id }
  const revealed = `select exists (select from private.audit_log where actor_id = $1 and row_id = $2 and after @> '{"revealed": true}')`
  const read = `select exists (select from private.deliveries where order_id = $2 and read_at is not null and $1::uuid is not null)`
  for (const [person, note, tell, args, recorded, row] of [
    [admin, 'reveal_key', 'revealed_key', keyOf, revealed, keyOf.p_key_id],
    [admin, 'reveal_delivery', 'revealed_delivery', orderOf, revealed, id],
    [owner, 'open_delivery', 'order_delivery', orderOf, read, id],
  ] as const) {
    await noAttempts()
    const tells = async (call: PromiseLike<unknown>) => {
      const text = JSON.stringify(await call)
      return keys.some((key) => text.includes(key))
    }
    const { client } = person
    expect([note, await tells(client.rpc(note, args).setHeader(header, value))]).toEqual([note, false])
    const isRecorded = await scalarOf(world.sql, recorded, [person.id, row])
    expect([tell, await tells(client.rpc(tell, args))]).toEqual([tell, isRecorded])
  }
})

it('counts every import that confirms a key, whatever is asked of its result (D53)', async () => {
  const { admin } = (await createActors(world)).people
  const { benefit, keys } = await createPool(world, admin)
  const args = { p_benefit_id: benefit.id, p_keys: keys, p_dry_run: true }
  for (const form of formsOf('pgrst_scalar')) {
    await noAttempts()
    const { refusal, text } = await callAsPostgrest(admin, { name: 'import_keys', args, ...form })
    expect([form, text]).not.toEqual([form, expect.stringContaining('duplicate')])
    expect([form, await attempts('import_duplicates')]).toEqual([form, refusal ? 0 : 1])
  }
})

it.each([
  ['validate_invite_code', ['is_valid']],
  ['open_invitation', ['ok', 'email']],
  ['redeem_code', ['ok', 'token_value', 'balance']],
])('counts every miss of %s that a request can tell from a hit (D10, D53)', async (name, columns) => {
  const { owner } = (await createActors(world)).people
  const person = name === 'redeem_code' ? owner : undefined
  const argument = name === 'validate_invite_code' ? 'code_to_check' : 'p_code'
  let counted = 0
  for (const form of columns.flatMap(formsOf)) {
    await noAttempts()
    const call = (code: string) => callAsPostgrest(person, { name, args: { [argument]: code }, ...form })
    const miss = await call(freshCode())
    if (!miss.refusal) {
      expect([form, await attempts()]).toEqual([form, 1])
      counted++
      continue
    }
    const { code } = name === 'redeem_code' ? await createTokenCode(world, 5) : await createInviteCode(world)
    // Refused by its form alone: a hit is refused in the same words.
    expect([form, (await call(code)).text]).toEqual([form, miss.text])
  }
  expect(counted).toBeGreaterThan(0)
  await noAttempts()
})

it('lists every function of clients that notes something (D53)', async () => {
  const found = await columnOf(
    world.sql,
    `with recursive noting (oid) as (
       select p.oid from pg_proc as p where p.pronamespace in ('private'::regnamespace, 'public'::regnamespace)
         and (p.proname = 'count_attempt' or p.prosrc ~ 'set read_at|log_change\\(''delivery_keys''')
       union
       select p.oid from noting as n join pg_proc as i on i.oid = n.oid
       join pg_proc as p on p.pronamespace in ('private'::regnamespace, 'public'::regnamespace)
         and (p.prosrc ~ ('(private|public)\\.' || i.proname || '\\M') or exists (
           select from pg_depend as d where d.objid = p.oid and d.refobjid = i.oid and d.refclassid = 'pg_proc'::regclass))
     )
     select p.proname || ': ' || pg_get_function_result(p.oid) from pg_proc as p join noting as n on n.oid = p.oid
     where p.pronamespace = 'public'::regnamespace and has_function_privilege('authenticated', p.oid, 'execute') order by 1`,
  )
  // Nothing and an id tell nothing; json is all null when a miss is noted. Of the others nothing is worth knowing: what they note is
  // their change, undone with it.
  expect(found).toEqual([
    'cancel_my_order: timestamp with time zone',
    'import_keys: uuid',
    'open_delivery: void',
    'open_invitation: TABLE(ok json, inviter json, email json, bound json, name json, opening_balance json)',
    'redeem_code: TABLE(ok json, token_value json, balance json)',
    'report_delivery: TABLE(outcome text)',
    'request_deletion: timestamp with time zone',
    'request_invitation: boolean',
    'resend_delivery: boolean',
    'reveal_delivery: void',
    'reveal_key: void',
    'set_key_aside: text',
    'use_recovery_code: json',
    'validate_invite_code: TABLE(is_valid json)',
  ])
})

it('masks a key everywhere else, and logs no key, content or message (D29, D31)', async () => {
  const { owner, admin } = (await createActors(world)).people
  const { benefit, keys } = await createPool(world, admin)
  const { id: p_order_id } = await tryOrder(owner, benefit)
  const secrets = { p_kind: 'key', p_content: 'SECRET-CONTENT', p_message: 'SECRET-MESSAGE' }
  await deliver(admin, await placeOrder(owner, await createBenefit(world)), secrets)
  const settings = { delivery_method: 'link', link: 'https://SECRET.example/', instructions: 'SECRET' }
  await saveBenefit(admin, benefit.id, settings)
  const shown = JSON.stringify([
    await rpc(owner, 'delivery_status', { p_order_id }),
    await rpc(owner, 'order_events', { p_order_id }),
    await rpc(admin, 'search_keys', { p_benefit_id: benefit.id }),
    (await admin.client.from('orders').select().eq('id', p_order_id)).data,
    await world.sql('select * from private.audit_log'),
    await world.sql('select * from token_transactions'),
  ])
  expect(shown).toContain(`GLD-••••-${keys[0]?.slice(-4)}`)
  expect(shown).not.toMatch(/SECRET/)
  expect(shown).not.toContain(keys[0])
})
