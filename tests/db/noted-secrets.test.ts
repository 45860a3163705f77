import { expect, it } from 'vitest'
import { createPool, readDelivery, tryOrder } from './support/delivery'
import { createActors, type Person } from './support/people'
import { type Call, callAsPostgrest, formsOf } from './support/postgrest'
import { createInviteCode, createTokenCode, freshCode } from './support/rows'
import { sharedWorld } from './support/shared-world'

const world = sharedWorld()

/** Every form of a call, and what each returned. */
async function everyForm(person: Person | undefined, { name, args }: Call, columns: string[]) {
  const forms = columns.flatMap(formsOf)
  const answers = []
  for (const form of forms) {
    answers.push({
      form: JSON.stringify(form),
      ...(await callAsPostgrest(world, person, { name, args, ...form })),
    })
  }
  return answers
}

it('tells no form of a request what a delivery holds before it is recorded as read (D53)', async () => {
  const { people } = await createActors(world)
  const { benefit, keys } = await createPool(world, people.admin)
  const { id } = await tryOrder(people.owner, benefit)
  const [key = ''] = keys
  const args = { p_order_id: id }
  const columns = ['content', 'kind', 'message', 'path']
  const answers = [
    await callAsPostgrest(world, people.owner, { name: 'order_delivery', args }),
    ...(await everyForm(people.owner, { name: 'order_delivery', args }, columns)),
    ...(await everyForm(people.owner, { name: 'open_delivery', args }, ['pgrst_scalar'])),
  ]
  expect(answers.filter(({ text }) => text.includes(key))).toEqual([])
  expect(answers.length).toBeGreaterThan(100)
  // The control: it is there, and read by now.
  expect(await readDelivery(people.owner, id)).toMatchObject({ content: key })
})

it('returns what an uncommitted record covers to nobody (D53)', async () => {
  const { people } = await createActors(world)
  const { benefit, keys } = await createPool(world, people.admin, 2)
  const { id } = await tryOrder(people.owner, benefit)
  const [key] = await world.sql<{ id: string }>('select id from private.delivery_keys where secret = $1', [
    keys[1],
  ])
  const read = async (person: Person, note: string, secret: string) => {
    let row: object | undefined
    await world.undone(async (sql) => {
      await sql(`select set_config('request.jwt.claims', $1, true)`, [JSON.stringify({ sub: person.id })])
      await sql(note)
      row = (await sql(secret))[0]
    })
    return row
  }
  const order = `'${id}'`
  expect(
    await read(
      people.owner,
      `select open_delivery(${order})`,
      `select content from order_delivery(${order})`,
    ),
  ).toBeUndefined()
  const revealed = await read(
    people.admin,
    `select reveal_key(${key?.id})`,
    `select revealed_key(${key?.id}) as key`,
  )
  expect(revealed).toEqual({ key: null })
})

it('tells no form of a request a key before the log has its line (D53)', async () => {
  const { people } = await createActors(world)
  const { benefit, keys } = await createPool(world, people.admin)
  const [row] = await world.sql<{ id: string }>(
    'select id from private.delivery_keys where benefit_id = $1',
    [benefit.id],
  )
  const args = { p_key_id: row?.id }
  const columns = ['pgrst_scalar']
  const answers = [
    await callAsPostgrest(world, people.admin, { name: 'revealed_key', args }),
    ...(await everyForm(people.admin, { name: 'revealed_key', args }, columns)),
    ...(await everyForm(people.admin, { name: 'reveal_key', args }, columns)),
  ]
  expect(answers.filter(({ text }) => text.includes(keys[0] ?? ''))).toEqual([])
  await world.sql('delete from private.attempts where caller = $1', [people.admin.id])
  await people.admin.client.rpc('reveal_key', args).throwOnError()
  expect((await callAsPostgrest(world, people.admin, { name: 'revealed_key', args })).text).toContain(keys[0])
})

it('counts every import that confirms a key, whatever is asked of its result (D53)', async () => {
  const { people } = await createActors(world)
  const { benefit, keys } = await createPool(world, people.admin)
  const args = { p_benefit_id: benefit.id, p_keys: keys, p_dry_run: true }
  const counted = async () =>
    (
      await world.sql(`select from private.attempts where kind = 'import_duplicates' and caller = $1`, [
        people.admin.id,
      ])
    ).length
  for (const form of formsOf('pgrst_scalar')) {
    const before = await counted()
    const { refusal, text } = await callAsPostgrest(world, people.admin, {
      name: 'import_keys',
      args,
      ...form,
    })
    expect([form, text]).not.toEqual([form, expect.stringContaining('duplicate')])
    expect([form, await counted()]).toEqual([form, refusal ? before : before + 1])
    await world.sql(`delete from private.attempts where caller = $1`, [people.admin.id])
  }
})

it.each([
  ['validate_invite_code', ['is_valid']],
  ['open_invitation', ['ok', 'email']],
  ['redeem_code', ['ok', 'token_value', 'balance']],
])('counts every miss of %s that a request can tell from a hit (D10, D53)', async (name, columns) => {
  const { people } = await createActors(world)
  const person = name === 'redeem_code' ? people.owner : undefined
  const forms = columns.flatMap(formsOf)
  const counted = async () => (await world.sql('select from private.attempts')).length
  const told = []
  let [misses, refused] = [0, 0]
  for (const form of forms) {
    await world.sql('delete from private.attempts')
    const argument = name === 'validate_invite_code' ? 'code_to_check' : 'p_code'
    const call = (code: string) =>
      callAsPostgrest(world, person, { name, args: { [argument]: code }, ...form })
    const miss = await call(freshCode())
    if (!miss.refusal) {
      misses += await counted()
      continue
    }
    refused++
    const { code } = name === 'redeem_code' ? await createTokenCode(world, 5) : await createInviteCode(world)
    // Refused by its form alone: a hit is refused in the same words.
    const hit = await call(code)
    if (hit.text !== miss.text) told.push({ form, miss: miss.text, hit: hit.text })
  }
  expect(told).toEqual([])
  expect(misses).toBe(forms.length - refused)
  await world.sql('delete from private.attempts')
})

it('lists every function of clients that notes something (D53)', async () => {
  const found = await world.sql<{ name: string; returns: string }>(
    `with recursive noting (oid) as (
       select p.oid from pg_proc as p where p.pronamespace in ('private'::regnamespace, 'public'::regnamespace)
         and (p.proname in ('count_attempt', 'log_key') or p.prosrc ~ 'set read_at')
       union
       select p.oid from noting as n join pg_proc as i on i.oid = n.oid
       join pg_proc as p on p.pronamespace in ('private'::regnamespace, 'public'::regnamespace)
         and (p.prosrc ~ ('(private|public)\\.' || i.proname || '\\M') or exists (
           select from pg_depend as d where d.objid = p.oid and d.refobjid = i.oid and d.refclassid = 'pg_proc'::regclass))
     )
     select p.proname as name, pg_get_function_result(p.oid) as returns from pg_proc as p join noting as n on n.oid = p.oid
     where p.pronamespace = 'public'::regnamespace and has_function_privilege('authenticated', p.oid, 'execute') order by 1`,
  )
  // Nothing and an id tell nothing; json is all null when a miss is noted. Of the others nothing is worth knowing: what they note is
  // their change, undone with it.
  expect(found.map(({ name, returns }) => `${name}: ${returns}`)).toEqual([
    'cancel_my_order: timestamp with time zone',
    'import_keys: uuid',
    'open_delivery: void',
    'open_invitation: TABLE(ok json, inviter json, email json, bound json)',
    'redeem_code: TABLE(ok json, token_value json, balance json)',
    'report_delivery: TABLE(outcome text)',
    'request_deletion: timestamp with time zone',
    'request_invitation: boolean',
    'reveal_key: void',
    'set_key_aside: text',
    'use_recovery_code: boolean',
    'validate_invite_code: TABLE(is_valid json)',
  ])
})
