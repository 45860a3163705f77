import { randomUUID } from 'node:crypto'
import type { Person } from '../../db/support/people.ts'
import { type Benefit, freshCode, orderPayload } from '../../db/support/rows.ts'
import type { Row } from '../../db/support/world.ts'
import type { Fixture } from '../fixture.ts'
import { createActors, createPeople } from './actors.ts'
import { TABLES } from './rules.ts'
import { insertOne, type Scene, type Target } from './scene.ts'

/** Makes the people and their rows: with them all a hosted project is left with 5 orders and about 20 ledger rows. */
export async function createScene(fixture: Fixture): Promise<Scene> {
  const people = await createPeople(fixture)
  const { gone, ...staying } = people
  const benefit = { name: 'Proof Benefit', description: 'Of the proof.', token_value: 1 }
  const active = await insertOne<Benefit>(fixture, 'benefits', benefit)
  const inactive = await insertOne<Benefit>(fixture, 'benefits', { ...benefit, is_active: false })
  const { id: category } = await insertOne<{ id: string }>(fixture, 'categories', {
    name: `Proof ${randomUUID()}`,
  })
  for (const person of Object.values(people)) await beTold(fixture, person, active)
  for (const person of [people.member, people.other]) await spendTokenCodes(fixture, person)
  await fillDesk(fixture, people)
  const { code: invite } = await insertOne<{ code: string }>(fixture, 'invite_codes', { code: freshCode() })
  const email = `${randomUUID()}@example.test`
  await fixture.admin.client.rpc('request_invitation', { p_email: email }).throwOnError()
  const asked = fixture.service.from('waitlist').select('id').eq('email', email)
  const { data: waiting } = await asked.single<{ id: string }>().throwOnError()
  const goneRows = await ownRows(fixture, gone.id)
  const actors = await createActors(fixture, people)
  await fixture.remove(gone)

  const plan = fixture.admin.client.rpc('set_order_statuses', { p_ids: [], p_status: 'pending' })
  const { data: operation } = await plan.single<{ operation_id: string }>().throwOnError()
  const logo = await settingOf(fixture)
  const scene: Scene = {
    fixture,
    people,
    actors,
    active,
    inactive,
    category,
    invite,
    logo: fixture.hosted ? (logo ?? '') : '/tried.png',
    targets: {
      benefits: await read(fixture, 'benefits', { active: [active.id], inactive: [inactive.id] }),
      operations: await read(fixture, 'operations', { planned: [operation.operation_id] }),
      waitlist: await read(fixture, 'waitlist', { waiting: [waiting.id] }),
      categories: await read(fixture, 'categories', { named: [category] }),
      app_settings: await read(fixture, 'app_settings', logo ? { set: ['email_logo_url'] } : {}),
    },
    made: [],
    skipped: logo ? [] : ['app_settings: the project has no setting yet, and one could not be removed again'],
    idOf: (actor, kind) => (kind === 'own' && actor.id) || others(actor).id,
  }
  const others = (actor: { id?: string }) => (actor.id === people.member.id ? people.other : people.member)
  const owned = await Promise.all(Object.values(staying).map(({ id }) => ownRows(fixture, id)))
  for (const table of ['token_transactions', 'orders', 'redeem_codes', 'invite_codes', 'code_uses'])
    scene.targets[table] = [...owned, goneRows].flatMap((rows) => rows[table] ?? [])
  for (const table of ['profiles', 'notifications', 'notification_preferences'])
    scene.targets[table] = owned.flatMap((rows) => rows[table] ?? [])
  const chief = await ownRows(fixture, fixture.admin.id)
  for (const table of ['order_desk', 'order_notes', 'admin_views'])
    scene.targets[table] = [...owned, chief].flatMap((rows) => rows[table] ?? [])
  return scene
}

/** Orders something, which is being processed since, and has chosen what to be told. */
async function beTold(fixture: Fixture, person: Person, benefit: Benefit): Promise<void> {
  const order = orderPayload(person, benefit)
  await person.client.from('orders').insert(order).throwOnError()
  const status = { status: 'processing' }
  await fixture.admin.client.from('orders').update(status).eq('id', order.id).throwOnError()
  const choice = { kind: 'membership', in_app: true, by_email: true }
  await person.client.from('notification_preferences').insert(choice).throwOnError()
}

/** Two admins each work on an order of a member, with a note, and have saved a view. */
async function fillDesk(fixture: Fixture, people: Scene['people']): Promise<void> {
  for (const [{ client }, customer] of [
    [fixture.admin, people.member],
    [people.admin, people.other],
  ] as const) {
    const { data } = await client
      .from('orders')
      .select('id')
      .eq('user_id', customer.id)
      .limit(1)
      .throwOnError()
    const order_id = data[0]?.id
    await client.rpc('assign_orders', { p_ids: [order_id], p_assign: true }).throwOnError()
    await client.from('order_notes').insert({ order_id, body: 'Of the proof.' }).throwOnError()
    await client.from('admin_views').insert({ name: 'Of the proof' }).throwOnError()
  }
}

/** Codes with one use and with several. */
async function spendTokenCodes(fixture: Fixture, { client }: Person): Promise<void> {
  for (const max_uses of [1, 2]) {
    const row = { code: freshCode(), token_value: 1, max_uses }
    const { code } = await insertOne<{ code: string }>(fixture, 'redeem_codes', row)
    await client.rpc('redeem_code', { p_code: code }).throwOnError()
  }
}

/** The first row of each table that is this person's. */
async function ownRows(fixture: Fixture, id: string): Promise<Record<string, Target[]>> {
  const found = Object.entries(TABLES).map(async ([table, { key, owner }]) => {
    if (!owner) return [table, []] as const
    const query = fixture.service.from(table).select('*').eq(owner, id).order(key).limit(1)
    const rows: Row[] = (await query.throwOnError()).data ?? []
    return [table, rows.map((row): Target => ({ key: String(row[key]), row, owner: id }))] as const
  })
  return Object.fromEntries(await Promise.all(found))
}

async function read(fixture: Fixture, table: string, kinds: Record<string, string[]>): Promise<Target[]> {
  const key = TABLES[table]?.key ?? 'id'
  const found = Object.entries(kinds).map(async ([kind, keys]) => {
    const rows: Row[] =
      (await fixture.service.from(table).select('*').in(key, keys).throwOnError()).data ?? []
    return rows.map((row) => ({ key: String(row[key]), row, kind }))
  })
  return (await Promise.all(found)).flat()
}

/** The logo that is set; here one is, on an owner's project perhaps none. */
async function settingOf(fixture: Fixture): Promise<string | undefined> {
  if (!fixture.hosted) {
    const row = { key: 'email_logo_url', value: '/logo.png' }
    await fixture.admin.client.from('app_settings').upsert(row).throwOnError()
  }
  const query = fixture.service.from('app_settings').select('value').eq('key', 'email_logo_url')
  const { data } = await query.maybeSingle().throwOnError()
  return data ? String(data.value) : undefined
}
