import pg from 'pg'
import { expect, it, onTestFinished } from 'vitest'
import { outcome } from './support/outcome'
import { createAdmin, createMember, type Person } from './support/people'
import { createBenefit, placeOrder } from './support/rows'
import { sharedWorld } from './support/shared-world'

const world = sharedWorld()

const signedIn = (options = {}) => createMember(world, { session: true, ...options })
const request = ({ client }: Person) => client.rpc('request_deletion')
const confirm = ({ client }: Person, p_token: string) => client.rpc('confirm_deletion', { p_token })
const keep = async ({ client }: Person) => (await client.rpc('keep_account').throwOnError()).data
const runDue = (days: number) =>
  world.sql(`select private.due_deletions(now() + interval '1 day' * $1)`, [days])
const emails = ({ id }: { id: string }) =>
  world.sql(
    `select kind, private.email_data(o) as data from private.outbox as o where recipient_id = $1 order by created_at`,
    [id],
  )
const deletesAt = async ({ id }: Person) =>
  (await world.sql('select deletes_at from profiles where id = $1', [id]))[0]?.deletes_at

async function tokenOf(person: Person) {
  const [email] = (await emails(person)).filter(({ kind, data }) => kind === 'deletion_requested' && data)
  return (email?.data as { token: string } | undefined)?.token ?? ''
}

/** A member who asked, confirmed, and whose 14 days are over when `runDue(14)` runs. */
async function leaving(options = {}) {
  const person = await signedIn(options)
  await request(person).throwOnError()
  await confirm(person, await tokenOf(person)).throwOnError()
  return person
}

it('deletes an account 14 days after it was confirmed, its open orders cancelled first, and says so', async () => {
  const person = await leaving({ tokens: 100 })
  const id = await placeOrder(person, await createBenefit(world, { price: 30 }))
  await runDue(13)
  expect(await deletesAt(person)).not.toBeNull()
  await runDue(15)
  expect(await world.sql('select id from auth.users where id = $1', [person.id])).toEqual([])
  expect(
    await world.sql('select status, user_id, customer_email, redemption_email from orders where id = $1', [
      id,
    ]),
  ).toEqual([{ status: 'cancelled', user_id: null, customer_email: null, redemption_email: null }])
  expect(
    await world.sql(
      'select transaction_type, amount, balance_after from token_transactions where order_id = $1 order by seq',
      [id],
    ),
  ).toEqual([
    { transaction_type: 'redemption', amount: -30, balance_after: 70 },
    { transaction_type: 'refund', amount: 30, balance_after: 100 },
  ])
  expect(await emails(person)).toEqual([])
  const [email] = await world.sql(
    `select o.id, private.email_data(o) as data from private.outbox as o join private.farewells as f on f.id = o.cause_id where f.email = $1`,
    [person.email],
  )
  expect(email?.data).toEqual({ email: person.email })
  await world.sql('select private.mark_email_sent($1)', [email?.id])
  expect(await world.sql('select id from private.farewells where email = $1', [person.email])).toEqual([])
  expect(
    await world.sql('select * from private.reconcile() as r where r::text like $1', [`%${person.id}%`]),
  ).toEqual([])
})

it('deletes what Supabase Auth noted of a person, with the account, whoever deletes it (D12, D49)', async () => {
  const auth = new pg.Client({ connectionString: world.address.superuser_url })
  await auth.connect()
  onTestFinished(() => auth.end())
  const admin = await createAdmin(world)
  const remove = ({ id }: Person) => admin.client.from('profiles').delete().eq('id', id).throwOnError()
  await auth.query('revoke delete on auth.audit_log_entries from postgres')
  await remove(await createMember(world))
  await auth.query('grant delete on auth.audit_log_entries to postgres')
  const [left, removed, stays] = [await leaving(), await createMember(world), await createMember(world)]
  for (const { id, email } of [left, removed, stays]) {
    const rows = [
      { actor_id: id, actor_username: email, action: 'login' },
      { actor_id: admin.id, action: 'user_invited', traits: { user_id: id, user_email: email } },
    ]
    const insert = 'insert into auth.audit_log_entries (id, payload) values (gen_random_uuid(), $1)'
    for (const row of rows) await auth.query(insert, [row])
  }
  const noted = async (text: string) =>
    (await auth.query('select from auth.audit_log_entries where payload::text like $1', [`%${text}%`]))
      .rowCount
  await runDue(15)
  expect([await noted(left.email), await noted(left.id)]).toEqual([0, 0])
  await remove(removed)
  expect([await noted(removed.email), await noted(removed.id)]).toEqual([0, 0])
  expect(await noted(stays.id)).toBe(2)
})

it('does not let a failed deletion delay another', async () => {
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

it('is confirmed by its own token alone, once, for a day', async () => {
  const [person, other] = [await signedIn(), await signedIn()]
  await request(person).throwOnError()
  // A retry sends nothing more.
  await request(person).throwOnError()
  expect(await emails(person)).toHaveLength(1)
  await request(other).throwOnError()
  const token = await tokenOf(person)
  expect(outcome(await confirm(other, token))).toBe('deletion_not_found')
  expect(outcome(await confirm(person, await tokenOf(other)))).toBe('deletion_not_found')
  expect(
    outcome(
      await confirm(
        person,
        token.replace(/.$/, (end) => (end === '0' ? '1' : '0')),
      ),
    ),
  ).toBe('deletion_not_found')
  const { data } = await confirm(person, token).throwOnError()
  expect((await confirm(person, token).throwOnError()).data).toBe(data)
  expect(await emails(person)).toMatchObject([{ data: null }, { kind: 'deletion_scheduled' }])

  const old = `update private.deletion_requests set requested_at = now() - interval '25 hours' where user_id = $1`
  await world.sql(old, [other.id])
  expect(await emails(other)).toEqual([{ kind: 'deletion_requested', data: null }])
  expect(
    outcome(
      await confirm(
        other,
        `${(await world.sql('select private.deletion_token(id) as t from private.deletion_requests where user_id = $1', [other.id]))[0]?.t}`,
      ),
    ),
  ).toBe('deletion_not_found')
})

it('is withdrawn with one call, after which the old link confirms nothing', async () => {
  const person = await signedIn()
  await request(person).throwOnError()
  const token = await tokenOf(person)
  await confirm(person, token).throwOnError()
  expect(await keep(person)).toBe(true)
  expect(await keep(person)).toBe(false)
  expect(outcome(await confirm(person, token))).toBe('deletion_not_found')
  await runDue(15)
  expect(await deletesAt(person)).toBeNull()
  expect(
    await world.sql(
      `select before ->> 'deletes_at' is null as asked from private.audit_log
       where table_name = 'profiles' and row_id = $1 and actor_id::text = $1 order by id`,
      [person.id],
    ),
  ).toEqual([{ asked: true }, { asked: false }])
})

it('keeps the last admin, also one who became it in the meantime', async () => {
  await createAdmin(world)
  const admin = await leaving({ role: 'admin' })
  const others = await world.sql(
    `update profiles set role = 'user' where role = 'admin' and id <> $1 returning id`,
    [admin.id],
  )
  try {
    expect(outcome(await request(admin))).toBe('last_admin')
    await runDue(15)
    expect(await deletesAt(admin)).not.toBeNull()
    await createAdmin(world)
    await runDue(15)
    expect(await deletesAt(admin)).toBeUndefined()
  } finally {
    await world.sql(`update profiles set role = 'admin' where id = any ($1)`, [others.map(({ id }) => id)])
  }
})
