import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { beforeEach, expect, it, onTestFinished } from 'vitest'
import { dataParts } from '@/entities/privacy/parts'
import { columnOf, deletePerson, refusal, rpc, scalarOf } from './support/ask'
import { createAdmin, createMember, PASSWORD, type Person } from './support/people'
import { personalColumns, things } from './support/personal-columns'
import { createBenefit, createInviteCode, freshCode, placeOrder } from './support/rows'
import { sharedWorld } from './support/shared-world'

const world = sharedWorld()
beforeEach(() => world.sql('delete from private.attempts'))

it('signs up: uses up the code, creates the profile and pays the bonus, whatever else is sent (D5, D9)', async () => {
  const { id: invite, code } = await createInviteCode(world)
  const email = `${freshCode().toLowerCase()}@example.test`
  const forged = {
    ...{ id: randomUUID(), role: 'admin', is_admin: true, email: 'other@example.test', current_tokens: 1000 },
    ...{ membership_start_date: '1999-01-01', membership_end_date: '2999-12-31', created_at: '1999-01-01' },
  }
  const { data, error } = await world.client().auth.signUp({
    email,
    password: PASSWORD,
    options: {
      data: {
        ...forged,
        ...{ name: ' Nora Newcome\u0301r ', phone: ' 555 0100 ', invite_code: ` ${code.toLowerCase()} ` },
      },
    },
  })
  expect(error).toBeNull()
  const id = data.user?.id
  const [profile] = await world.sql(
    `select *, membership_end_date = membership_start_date + interval '1 year' as for_a_year,
       now() - least(created_at, membership_start_date) < interval '1 minute' as from_today from profiles where id = $1`,
    [id],
  )
  const rights = { role: 'user', current_tokens: 25, invite_code_used: code }
  const expected = {
    name: 'Nora Newcom\u00e9r',
    email,
    phone: '555 0100',
    for_a_year: true,
    from_today: true,
  }
  expect(profile).toMatchObject({ ...rights, ...expected })
  const used = await world.sql('select is_used, used_by from invite_codes where id = $1', [invite])
  expect(used).toEqual([{ is_used: true, used_by: id }])
  const ledger = 'select transaction_type, amount, description from token_transactions where account_id = $1'
  const bonus = { transaction_type: 'signup_bonus', amount: 25, description: 'Signup bonus' }
  expect(await world.sql(ledger, [id])).toEqual([bonus])
})

const runDue = (days: number) =>
  world.sql(`select private.due_deletions(now() + interval '1 day' * $1)`, [days])
const emails = ({ id }: { id: string }) =>
  world.sql(
    `select kind, private.email_data(o) as data from private.outbox as o where recipient_id = $1 order by created_at`,
    [id],
  )
/** Undefined: of an account that is gone. */
const deletesAt = ({ id }: Person) =>
  scalarOf(world.sql, 'select deletes_at from profiles where id = $1', [id])

async function tokenOf(person: Person) {
  const [email] = (await emails(person)).filter(({ kind, data }) => kind === 'deletion_requested' && data)
  return (email?.data as { token: string } | undefined)?.token ?? ''
}

async function asking(tokens = 25) {
  const person = await createMember(world, { session: true, tokens })
  await rpc(person, 'request_deletion')
  return person
}

/** A member who asked, confirmed, and whose 14 days are over when `runDue(14)` runs. */
async function leaving(tokens = 25) {
  const person = await asking(tokens)
  await rpc(person, 'confirm_deletion', { p_token: await tokenOf(person) })
  return person
}

it('deletes an account 14 days after it was confirmed, its open orders cancelled first, and says so (D49)', async () => {
  const person = await leaving(100)
  const id = await placeOrder(person, await createBenefit(world, { price: 30 }))
  await runDue(13.99)
  expect(await deletesAt(person)).not.toBeNull()
  await runDue(14.01)
  expect(await world.sql('select id from auth.users where id = $1', [person.id])).toEqual([])
  const order =
    'select status, user_id, customer_name, customer_email, redemption_email from orders where id = $1'
  const erased = { user_id: null, customer_name: null, customer_email: null, redemption_email: null }
  expect(await world.sql(order, [id])).toEqual([{ status: 'cancelled', ...erased }])
  const entries = 'select balance_after from token_transactions where order_id = $1 order by seq'
  expect(await columnOf<number>(world.sql, entries, [id])).toEqual([70, 100])
  expect(await emails(person)).toEqual([])
  const [email] = await world.sql(
    `select o.id, private.email_data(o) as data from private.outbox as o join private.farewells as f on f.id = o.cause_id where f.email = $1`,
    [person.email],
  )
  expect(email?.data).toEqual({ email: person.email })
})

it('deletes what Supabase Auth noted of a person, with the account, whoever deletes it (D12, D49)', async () => {
  const auth = new pg.Client({ connectionString: world.address.superuser_url })
  await auth.connect()
  onTestFinished(() => auth.end())
  const admin = await createAdmin(world)
  await auth.query('revoke delete on auth.audit_log_entries from postgres')
  await deletePerson(admin, await createMember(world))
  await auth.query('grant delete on auth.audit_log_entries to postgres')
  const [left, removed, stays] = [await leaving(), await createMember(world), await createMember(world)]
  for (const { id, email } of [left, removed, stays])
    for (const row of [
      { actor_id: id, actor_username: email, action: 'login' },
      { actor_id: admin.id, action: 'user_invited', traits: { user_id: id, user_email: email } },
    ])
      await auth.query('insert into auth.audit_log_entries (id, payload) values (gen_random_uuid(), $1)', [
        row,
      ])
  await runDue(15)
  await deletePerson(admin, removed)
  const noted = 'select from auth.audit_log_entries where payload::text like $1'
  for (const text of [left.email, left.id, removed.email, removed.id])
    expect((await auth.query(noted, [`%${text}%`])).rowCount).toBe(0)
  expect((await auth.query(noted, [`%${stays.id}%`])).rowCount).toBe(2)
})

it('confirms a deletion by its own token alone, sends no link that has expired, and withdraws it by one call (D49)', async () => {
  const [person, other] = [await asking(), await asking()]
  const [p_token, others] = [await tokenOf(person), await tokenOf(other)]
  const forged = p_token.replace(/.$/, (end) => (end === '0' ? '1' : '0'))
  for (const wrong of [others, forged])
    expect(await refusal(person, 'confirm_deletion', { p_token: wrong })).toBe('deletion_not_found')
  const at = await rpc(person, 'confirm_deletion', { p_token })
  expect(await rpc(person, 'confirm_deletion', { p_token })).toBe(at)
  expect(await emails(person)).toMatchObject([{ data: null }, { kind: 'deletion_scheduled' }])
  const old = `update private.deletion_requests set requested_at = now() - interval '25 hours' where user_id = $1`
  await world.sql(old, [other.id])
  expect(await emails(other)).toEqual([{ kind: 'deletion_requested', data: null }])

  expect([await rpc(person, 'keep_account'), await rpc(person, 'keep_account')]).toEqual([true, false])
  expect(await refusal(person, 'confirm_deletion', { p_token })).toBe('deletion_not_found')
  await runDue(15)
  expect(await deletesAt(person)).toBeNull()
  const log = `select before ->> 'deletes_at' is null from private.audit_log where row_id = $1 and actor_id::text = $1 order by id`
  expect(await columnOf<boolean>(world.sql, log, [person.id])).toEqual([true, false])
})

const parts = Object.keys(dataParts)
const part = (person: Person, p_part: string) => rpc(person, 'my_data', { p_part })

// Ids but those of things, and what people type or are sent; and whatever references a person or a login.
const personal = `
  select format('%s.%s.%s', c.table_schema, c.table_name, c.column_name)
  from information_schema.columns as c
  join information_schema.tables as t using (table_schema, table_name)
  where c.table_schema in ('public', 'private') and t.table_type = 'BASE TABLE' and c.column_name <> all ($1) and (c.data_type = 'uuid'
    or c.data_type = 'jsonb' or c.data_type = 'text' and c.column_name ~ '(name|email|phone|address|mailbox|caller|person|member|body|message|reason$|answer_text|content|instructions|_reason|user|row_id)')
  union
  select format('%s.%s.%s', n.nspname, r.relname, a.attname)
  from pg_constraint as k
  join pg_class as r on r.oid = k.conrelid join pg_namespace as n on n.oid = r.relnamespace
  join pg_attribute as a on a.attrelid = k.conrelid and a.attnum = any (k.conkey)
  where k.contype = 'f' and k.confrelid in ('auth.users'::regclass, 'public.profiles'::regclass)
    and n.nspname in ('public', 'private', 'auth')`

it('lists every column that can refer to a person, with its part of their data or why it has none (D49)', async () => {
  const found = await columnOf(world.sql, personal, [things])
  expect(found.filter((name) => !(name in personalColumns))).toEqual([])
  const all = await columnOf(
    world.sql,
    `select format('%s.%s.%s', table_schema, table_name, column_name) from information_schema.columns`,
  )
  expect(Object.keys(personalColumns).filter((name) => !all.includes(name))).toEqual([])
  for (const [name, where] of Object.entries(personalColumns)) {
    if (!parts.includes(where)) continue
    const query = String(await scalarOf(world.sql, 'select private.my_data_query($1)', [where]))
    const table = name.split('.').slice(0, 2).join('.')
    expect([name, query.includes(table), query.includes('$1')]).toEqual([name, true, true])
  }
})

it('returns every part to the person alone (D49)', async () => {
  const person = await createMember(world, { session: true })
  const other = await createMember(world, { session: true })
  for (const name of parts) expect(JSON.stringify(await part(person, name))).not.toContain(other.id)
  expect(await part(person, 'profile')).toMatchObject([{ id: person.id, email: person.email }])
  expect(await part(person, 'sign_ins')).toHaveLength(1)
  expect(JSON.stringify(await part(person, 'login'))).not.toMatch(/password|token/)
})
