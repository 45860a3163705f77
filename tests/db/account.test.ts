import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { beforeEach, expect, it, onTestFinished } from 'vitest'
import { dataParts } from '@/entities/privacy/parts'
import { columnOf, refusal, remove, rpc, scalarOf } from './support/ask'
import { createAdmin, createLogin, createMember, PASSWORD, type Person } from './support/people'
import { personalColumns } from './support/personal-columns'
import { createBenefit, createInviteCode, freshCode, placeOrder, reconcile, setStock } from './support/rows'
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
        ...{ name: ' Nora Newcomer ', phone: ' 555 0100 ', invite_code: ` ${code.toLowerCase()} ` },
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
  const expected = { name: 'Nora Newcomer', email, phone: '555 0100', for_a_year: true, from_today: true }
  expect(profile).toMatchObject({ ...rights, ...expected })
  const used = await world.sql('select is_used, used_by from invite_codes where id = $1', [invite])
  expect(used).toEqual([{ is_used: true, used_by: id }])
  const ledger = 'select transaction_type, amount, description from token_transactions where account_id = $1'
  const bonus = { transaction_type: 'signup_bonus', amount: 25, description: 'Signup bonus' }
  expect(await world.sql(ledger, [id])).toEqual([bonus])
})

it('counts every account ever created against the launch places, as many as the owner offers (D26, D66)', () =>
  world.undone(async (sql) => {
    const left = () => scalarOf(sql, 'select launch_places_left from public.public_settings()')
    const offer = (places: number) =>
      sql(`update app_settings set value = $1 where key = 'launch_places'`, [String(places)])
    await sql('set local session_replication_role = replica')
    await sql('delete from token_transactions where true')
    await sql('set local session_replication_role = origin')
    expect(await left()).toBe(50)
    const first = await createLogin({ ...world, sql }, 'First')
    const second = await createLogin({ ...world, sql }, 'Second')
    expect(await left()).toBe(48)
    await sql(`update profiles set role = 'admin' where id = $1`, [first.id])
    await sql('delete from profiles where id = $1', [second.id])
    await sql(`select private.post_tokens($1, 'purchase', 5, 'Bought')`, [first.id])
    expect(await left()).toBe(48)
    await sql('set local session_replication_role = replica')
    await sql(`insert into token_transactions (account_id, transaction_type, amount, description, balance_after, created_at, hash)
      select gen_random_uuid(), 'signup_bonus', 25, 'Signup bonus', 25, now(), '' from generate_series(1, 60)`)
    expect(await left()).toBe(0)
    await offer(100)
    expect(await left()).toBe(38)
    await offer(7)
    expect(await left()).toBe(0)
  }))

it('makes the first admin by email while there is none (D11)', async () => {
  const { email, id } = await createLogin(world, 'Fay First')
  await world.undone(async (sql) => {
    await sql('set local session_replication_role = replica')
    await sql(`update profiles set role = 'user' where true`)
    await sql('set local session_replication_role = origin')
    const code = await scalarOf(sql, `select make_first_admin('nobody@x.test')`)
    expect(
      await sql(
        `select is_used, expires_at <= now() + interval '1 hour' as soon from invite_codes where code = $1`,
        [code],
      ),
    ).toEqual([{ is_used: false, soon: true }])
    expect(await scalarOf(sql, 'select make_first_admin($1)', [` ${email.toUpperCase()} `])).toBeNull()
    expect(await sql(`select id from profiles where role = 'admin'`)).toEqual([{ id }])
  })
})

it('cancels the open orders of a person whom an admin deletes, which frees their stock (D55)', async () => {
  const [admin, member] = [await createAdmin(world), await createMember(world, { tokens: 100 })]
  const benefit = await createBenefit(world)
  await setStock(world, benefit.id, 2)
  const [open, done] = [await placeOrder(member, benefit), await placeOrder(member, benefit)]
  await world.sql(`update orders set status = 'delivered' where id = $1`, [done])
  await remove(admin, member)
  const orders = await world.sql(
    'select status, user_id, late_credit from orders where id = any ($1) order by status',
    [[open, done]],
  )
  expect(orders).toMatchObject([
    { status: 'cancelled', user_id: null },
    { status: 'delivered', user_id: null },
  ])
  expect(
    await scalarOf(world.sql, 'select stock from private.benefit_stock where benefit_id = $1', [benefit.id]),
  ).toBe(1)
  const log = `select actor_id, after from private.audit_log where row_id = $1 order by id desc limit 1`
  expect(await world.sql(log, [open])).toEqual([{ actor_id: admin.id, after: { status: 'cancelled' } }])
  expect(await reconcile(world)).toEqual([])
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

async function asking(options = {}) {
  const person = await createMember(world, { session: true, ...options })
  await rpc(person, 'request_deletion')
  return person
}

/** A member who asked, confirmed, and whose 14 days are over when `runDue(14)` runs. */
async function leaving(options = {}) {
  const person = await asking(options)
  await rpc(person, 'confirm_deletion', { p_token: await tokenOf(person) })
  return person
}

it('deletes an account 14 days after it was confirmed, its open orders cancelled first, and says so (D49)', async () => {
  const person = await leaving({ tokens: 100 })
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
  await remove(admin, await createMember(world))
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
  await remove(admin, removed)
  const noted = 'select from auth.audit_log_entries where payload::text like $1'
  for (const text of [left.email, left.id, removed.email, removed.id])
    expect((await auth.query(noted, [`%${text}%`])).rowCount).toBe(0)
  expect((await auth.query(noted, [`%${stays.id}%`])).rowCount).toBe(2)
})

it('does not let a failed deletion delay another (D49)', async () => {
  const [stuck, free] = [await leaving(), await leaving()]
  await world.sql('create table private.stuck (id uuid primary key references public.profiles)')
  try {
    await world.sql('insert into private.stuck values ($1)', [stuck.id])
    await runDue(15)
    expect(await deletesAt(stuck)).not.toBeUndefined()
    expect(await deletesAt(free)).toBeUndefined()
  } finally {
    await world.sql('drop table private.stuck')
  }
})

it('is confirmed by its own token alone, whose link is not sent once it is old, and withdrawn by one call (D49)', async () => {
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

it('keeps who became the last admin in the meantime (D11, D49)', async () => {
  await createAdmin(world)
  const admin = await leaving({ role: 'admin' })
  await world.sql(`update profiles set role = 'user' where role = 'admin' and id <> $1`, [admin.id])
  await runDue(15)
  expect(await deletesAt(admin)).not.toBeUndefined()
  await createAdmin(world)
  await runDue(15)
  expect(await deletesAt(admin)).toBeUndefined()
})

const parts = Object.keys(dataParts)
const part = (person: Person, p_part: string, p_after = 0): Promise<Record<string, unknown>[]> =>
  rpc(person, 'my_data', { p_part, p_after })

// Ids, and what people type or are sent; and whatever references a person or a login.
const personal = `
  select format('%s.%s.%s', c.table_schema, c.table_name, c.column_name)
  from information_schema.columns as c
  join information_schema.tables as t using (table_schema, table_name)
  where c.table_schema in ('public', 'private') and t.table_type = 'BASE TABLE' and (c.data_type = 'uuid'
    or c.data_type = 'jsonb' or c.data_type = 'text' and c.column_name ~ '(name|email|phone|address|mailbox|caller|person|member|body|message|reason$|answer_text|content|instructions|_reason|user|row_id)')
  union
  select format('%s.%s.%s', n.nspname, r.relname, a.attname)
  from pg_constraint as k
  join pg_class as r on r.oid = k.conrelid join pg_namespace as n on n.oid = r.relnamespace
  join pg_attribute as a on a.attrelid = k.conrelid and a.attnum = any (k.conkey)
  where k.contype = 'f' and k.confrelid in ('auth.users'::regclass, 'public.profiles'::regclass)
    and n.nspname in ('public', 'private', 'auth')`

it('knows of every column that can refer to a person, where it is in their data or why it is not (D49)', async () => {
  const found = await columnOf(world.sql, personal)
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

it('holds the invitation that the person came with, unless it was sent to somebody else (D49)', async () => {
  const [inviter, guest, other] = [
    await createAdmin(world),
    await createMember(world),
    await createMember(world),
  ]
  for (const [person, email] of [
    [guest, guest.email],
    [other, 'passed-on@invited.test'],
  ] as const)
    await world.sql(
      `insert into invitations (code_id, source, inviter_id, email, message, sends)
       select id, 'admin', $1, $2, 'Welcome', 1 from invite_codes where used_by = $3`,
      [inviter.id, email, person.id],
    )
  const invited = await part(guest, 'invited_with')
  expect(invited).toMatchObject([{ email: guest.email, message: 'Welcome', sends: 1, opens: 0 }])
  expect(JSON.stringify(invited)).not.toContain(inviter.id)
  expect(await part(other, 'invited_with')).toEqual([])
})

it('names a delivery that was not opened yet and leaves it unread, and holds the content of an opened one (D49, D53)', async () => {
  const person = await createMember(world, { tokens: 100 })
  const benefit = await createBenefit(world)
  await world.sql(`update benefits set delivery_method = 'link' where id = $1`, [benefit.id])
  await world.sql(
    `insert into private.benefit_delivery (benefit_id, link) values ($1, 'https://secret.test/x')
     on conflict (benefit_id) do update set link = excluded.link`,
    [benefit.id],
  )
  const p_order_id = await placeOrder(person, benefit)
  const closed = { order_id: p_order_id, kind: 'link', content: null, read_at: null }
  for (let time = 0; time < 2; time++) expect(await part(person, 'deliveries')).toMatchObject([closed])
  await rpc(person, 'open_delivery', { p_order_id })
  expect(await part(person, 'deliveries')).toMatchObject([{ content: 'https://secret.test/x' }])
})

it('returns long parts a thousand rows at a time, complete (D49)', async () => {
  const person = await createMember(world)
  await world.undone(async (sql) => {
    await sql('set local session_replication_role = replica')
    await sql(
      `insert into token_transactions (account_id, user_id, transaction_type, amount, description, balance_after, created_at, hash)
       select $1, $1, 'purchase', 1, 'Test tokens', 25 + n, now(), '' from generate_series(1, 1200) as n`,
      [person.id],
    )
    await sql(`select set_config('request.jwt.claims', $1, true)`, [JSON.stringify({ sub: person.id })])
    const read = (after: number) =>
      columnOf<{ id: string }[]>(sql, `select my_data('token_entries', $1)`, [after]).then(
        ([rows = []]) => rows,
      )
    const [first, second] = [await read(0), await read(1000)]
    expect([first.length, second.length]).toEqual([1000, 201])
    expect(new Set([...first, ...second].map(({ id }) => id)).size).toBe(1201)
    expect(await sql('select entries::int, orders::int from my_data_counts()')).toMatchObject([
      { entries: 1201, orders: 0 },
    ])
  })
})
