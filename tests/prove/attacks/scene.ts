import { randomUUID } from 'node:crypto'
import type { Person } from '../../db/support/people.ts'
import { type Benefit, freshCode, orderPayload, placeOrder } from '../../db/support/rows.ts'
import type { Query, Row } from '../../db/support/world.ts'
import { type Fixture, tokenOf } from '../fixture.ts'

/** What is attacked. Mallory is a member, from whom the secrets are hidden. */
export type Scene = {
  fixture: Fixture
  victim: Person
  mallory: Person
  tokens: { mallory: string; admin: string }
  benefit: Benefit
  /** Inactive. */
  hidden: Benefit
  orders: { victim: string; mallory: string }
  /** Unused. */
  codes: { token: string; invite: string }
  secrets: string[]
  sql?: Query
}

/** Made with the rights of an admin and two members; `fixture` removes the members, `strike` the rest. */
export async function setScene(fixture: Fixture): Promise<Scene> {
  const { admin } = fixture
  const victim = await fixture.newMember({ name: `Vera Victim ${freshCode()}`, tokens: 100 })
  const mallory = await fixture.newMember({ name: 'Mallory', tokens: 100 })
  const create = async (table: string, row: Row) =>
    (await admin.client.from(table).insert(row).select().single().throwOnError()).data
  const offer = (name: string, is_active: boolean): Promise<Benefit> =>
    create('benefits', { name, description: 'Tried.', token_value: 10, image_url: '/tried.png', is_active })
  const [benefit, hidden] = [await offer('Proof', true), await offer(`Hidden ${freshCode()}`, false)]
  const [token, invite] = [freshCode(), freshCode()]
  const note = `Made by npm run prove ${freshCode()}`
  await create('redeem_codes', { code: token, token_value: 50, note })
  await create('invite_codes', { code: invite, note })
  return {
    fixture,
    victim,
    mallory,
    tokens: { mallory: await tokenOf(mallory), admin: await tokenOf(admin) },
    benefit,
    hidden,
    orders: { victim: await placeOrder(victim, benefit), mallory: await placeOrder(mallory, benefit) },
    codes: { token, invite },
    secrets: [victim.id, victim.email, victim.name, admin.email, hidden.name, token, invite, note],
    sql: fixture.sql,
  }
}

/** Deletes the benefits, and uses up the codes. */
export async function strike({ fixture, benefit, hidden, codes, mallory }: Scene): Promise<void> {
  await fixture.admin.client.from('benefits').delete().in('id', [benefit.id, hidden.id]).throwOnError()
  if (!fixture.hosted) return
  await mallory.client.rpc('redeem_code', { p_code: codes.token })
  const { data } = await fixture.service.auth.admin.createUser({
    email: `proof-${randomUUID()}@example.test`,
    password: randomUUID(),
    email_confirm: true,
    user_metadata: { name: 'Proof', invite_code: codes.invite },
  })
  if (data.user) await fixture.admin.client.from('profiles').delete().eq('id', data.user.id)
}

/** A new order of Mallory as the app would send it, with changes. */
export const order = ({ mallory, benefit }: Scene, changes: Row = {}): Row =>
  orderPayload(mallory, benefit, changes)
