import { expect, it } from 'vitest'
import { theAdmin, theMember, theOther } from './support/people.ts'
import { createBenefit, placeOrder, refusal, sql, visitor } from './support/stack.ts'

const [admin, member, other] = [await theAdmin(), await theMember(), await theOther()]
const { id: placed } = await placeOrder(other, await createBenefit(admin))

it('lets a visitor read no table, and neither call what is not for visitors nor reach another schema', async () => {
  const tables = await sql<{ name: string }>(
    `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'v', 'm')`,
  )
  for (const { name } of tables)
    expect([name, refusal(await visitor().from(name).select().limit(1))]).toEqual([name, '42501'])
  expect(refusal(await visitor().rpc('reconcile'))).toBe('42501')
  for (const schema of ['private', 'auth', 'storage', 'vault'])
    expect(refusal(await visitor().schema(schema).from('outbox').select())).toBe('PGRST106')
})

it('shows a member nobody else’s rows', async () => {
  const rows = async (table: string) =>
    (await member.client.from(table).select().throwOnError()).data as Record<string, unknown>[]
  expect((await rows('profiles')).map(({ id }) => id)).toEqual([member.id])
  for (const table of ['orders', 'token_transactions'])
    expect((await rows(table)).filter(({ user_id }) => user_id !== member.id)).toEqual([])
  for (const table of ['redeem_codes', 'invite_codes', 'operations']) expect(await rows(table)).toEqual([])
})

it('lets a member change neither role, balance, orders of others, ledger nor catalogue, and call no function of admins', async () => {
  const read = () =>
    sql('select p.*, o.status from public.profiles as p, public.orders as o where p.id = $1 and o.id = $2', [
      member.id,
      placed,
    ])
  const before = await read()
  const { client } = member
  for (const change of [{ role: 'admin' }, { current_tokens: 9999 }])
    expect(refusal(await client.from('profiles').update(change).eq('id', member.id))).toBeDefined()
  for (const attempt of [
    client.from('orders').update({ status: 'delivered' }).eq('id', placed).select(),
    client.from('token_transactions').insert({ user_id: member.id, amount: 1 }).select(),
    client.from('benefits').update({ token_value: 1 }).neq('name', '').select(),
    client.from('redeem_codes').insert({ code: 'MINE-AND-MINE', token_value: 1000 }).select(),
  ])
    expect((await attempt).data ?? []).toEqual([])
  expect(await read()).toEqual(before)
  expect(refusal(await client.rpc('reconcile'))).toBe('not_admin')
  expect(refusal(await client.rpc('lease_emails', { p_limit: 1 }))).toBe('42501')
})
