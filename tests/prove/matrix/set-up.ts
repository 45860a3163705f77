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
  for (const person of Object.values(people)) await placeOrder(person, active)
  for (const person of [people.member, people.other]) await spendTokenCode(fixture, person)
  const { code: invite } = await insertOne<{ code: string }>(fixture, 'invite_codes', { code: freshCode() })
  const goneRows = await ownRows(fixture, gone.id)
  const actors = await createActors(fixture, people)
  await fixture.remove(gone)

  const logo = await settingOf(fixture)
  const scene: Scene = {
    fixture,
    people,
    actors,
    active,
    inactive,
    invite,
    logo: fixture.hosted ? (logo ?? '') : '/tried.png',
    targets: {
      benefits: await read(fixture, 'benefits', { active: [active.id], inactive: [inactive.id] }),
      app_settings: await read(fixture, 'app_settings', logo ? { set: ['email_logo_url'] } : {}),
    },
    made: [],
    skipped: logo ? [] : ['app_settings: the project has no setting yet, and one could not be removed again'],
    idOf: (actor, kind) => (kind === 'own' && actor.id) || others(actor).id,
  }
  const others = (actor: { id?: string }) => (actor.id === people.member.id ? people.other : people.member)
  const owned = await Promise.all(Object.values(staying).map(({ id }) => ownRows(fixture, id)))
  for (const table of ['profiles', 'token_transactions', 'orders', 'redeem_codes', 'invite_codes']) {
    const targets = [...owned, goneRows].flatMap((rows) => rows[table] ?? [])
    scene.targets[table] = targets.filter(({ key }) => table !== 'profiles' || key !== gone.id)
  }
  return scene
}

async function placeOrder(person: Person, benefit: Benefit): Promise<void> {
  await person.client.from('orders').insert(orderPayload(person, benefit)).throwOnError()
}

async function spendTokenCode(fixture: Fixture, { client }: Person): Promise<void> {
  const row = { code: freshCode(), token_value: 1 }
  const { code } = await insertOne<{ code: string }>(fixture, 'redeem_codes', row)
  await client.rpc('redeem_code', { p_code: code }).throwOnError()
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
