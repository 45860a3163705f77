import { beforeAll, describe, expect, it } from 'vitest'
import { theAdmin, theMember, theOther } from './support/people.ts'
import { join, offer, order, type Person, refusal, sql, visitor } from './support/stack.ts'

let admin: Person
let member: Person
let other: Person
let placed = ''
beforeAll(async () => {
  admin = await theAdmin()
  member = await theMember()
  other = await theOther()
  placed = (await order(other, await offer(admin))).id
})

describe('a visitor', () => {
  it('reads no table, and may write none', async () => {
    const tables = await sql<{ name: string; writes: boolean }>(
      `select relname as name, has_table_privilege('anon', oid, 'insert, update, delete, truncate') as writes
       from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'v', 'm')`,
    )
    for (const { name } of tables) {
      expect([name, refusal(await visitor().from(name).select().limit(1))]).toEqual([name, '42501'])
    }
    expect(tables.filter(({ writes }) => writes)).toEqual([])
  })

  it('calls only the functions for visitors', async () => {
    const open = await sql<{ name: string }>(
      `select proname as name from pg_proc
       where pronamespace = 'public'::regnamespace and has_function_privilege('anon', oid, 'execute') order by 1`,
    )
    expect(open.map(({ name }) => name)).toEqual([
      'open_invitation',
      'public_settings',
      'request_invitation',
      'schema_digest',
      'unsubscribe',
      'validate_invite_code',
    ])
    expect(refusal(await visitor().rpc('reconcile'))).toBe('42501')
  })

  it('reaches neither the private schema nor that of auth', async () => {
    for (const schema of ['private', 'auth', 'storage', 'vault']) {
      expect(refusal(await visitor().schema(schema).from('outbox').select())).toBe('PGRST106')
    }
  })
})

describe('a member', () => {
  it('reads nobody else’s rows', async () => {
    const rows = async (table: string) =>
      (await member.client.from(table).select().throwOnError()).data as Record<string, unknown>[]
    expect((await rows('profiles')).map(({ id }) => id)).toEqual([member.id])
    expect((await rows('orders')).filter(({ user_id }) => user_id !== member.id)).toEqual([])
    expect((await rows('token_transactions')).filter(({ user_id }) => user_id !== member.id)).toEqual([])
    for (const table of ['redeem_codes', 'invite_codes', 'operations', 'admin_views', 'waitlist']) {
      const { data } = await member.client.from(table).select()
      expect([table, data ?? []]).toEqual([table, []])
    }
  })

  it('does not change its role, its balance or its id', async () => {
    const read = () => sql('select * from public.profiles where id = $1', [member.id])
    const before = await read()
    const id = '00000000-0000-0000-0000-000000000000'
    for (const change of [{ role: 'admin' }, { current_tokens: 9999 }, { id }])
      expect(refusal(await member.client.from('profiles').update(change).eq('id', member.id))).toBeDefined()
    expect(await read()).toEqual(before)
  })

  it('changes neither orders, the ledger nor the catalogue', async () => {
    const attempts = [
      member.client.from('orders').update({ status: 'delivered' }).eq('id', placed).select(),
      member.client.from('orders').delete().eq('id', placed).select(),
      member.client.from('token_transactions').insert({ user_id: member.id, amount: 1 }).select(),
      member.client.from('benefits').update({ token_value: 1 }).neq('name', '').select(),
      member.client.from('benefits').insert({ name: 'Mine', description: 'x', token_value: 1 }).select(),
      member.client.from('redeem_codes').insert({ code: 'MINE-AND-MINE', token_value: 1000 }).select(),
    ]
    for (const attempt of attempts) expect((await attempt).data ?? []).toEqual([])
    expect(await sql(`select status from public.orders where id = $1`, [placed])).toEqual([
      { status: 'pending' },
    ])
  })

  it('calls no function of admins, and none of the sender of emails', async () => {
    const call = async (name: string, args = {}) => refusal(await member.client.rpc(name, args))
    expect(await call('grant_tokens', { p_rows: [], p_type: 'adjustment' })).toBe('not_admin')
    expect(await call('reveal_key', { p_key_id: 1 })).toBe('not_admin')
    for (const name of ['search_profiles', 'reconcile']) expect(await call(name), name).toBe('not_admin')
    expect(await call('lease_emails', { p_limit: 1 })).toBe('42501')
    for (const name of ['run_due', 'mark_email_sent'])
      expect(await call(name), name).toMatch(/42501|PGRST202/)
  })
})

it('no longer has the rights of an admin once the role is taken away (D11)', async () => {
  const second = await join('Dora Demoted')
  const setRole = (role: string) =>
    admin.client.from('profiles').update({ role }).eq('id', second.id).throwOnError()
  await setRole('admin')
  expect(refusal(await second.client.rpc('reconcile'))).toBeUndefined()
  await setRole('user')
  expect(refusal(await second.client.rpc('reconcile'))).toBe('not_admin')
})
