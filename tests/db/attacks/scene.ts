import type { Person } from '../support/people.ts'
import { type Benefit, freshCode, orderPayload, placeOrder } from '../support/rows.ts'
import type { Query, Row } from '../support/world.ts'
import { deliverFile } from './delivered-file.ts'
import { type Fixture, tokenOf } from './fixture.ts'

/** What is attacked. Mallory is a member, from whom the secrets are hidden. */
export type Scene = {
  fixture: Fixture
  victim: Person
  mallory: Person
  tokens: { mallory: string; admin: string }
  benefit: Benefit
  /** Inactive. */
  hidden: Benefit
  /** Delivers keys, of which the victim has the only one. */
  keyed: Benefit
  /** The key is of the victim's order `keyed`. */
  orders: { victim: string; mallory: string; keyed: string }
  /** Unused. */
  codes: { token: string; invite: string }
  /** Paths of delivered files: the victim's, and Mallory's own. */
  files: { victim: string; mallory: string }
  secrets: string[]
  sql: Query
  removeFiles(): Promise<void>
}

/** Made with the rights of an admin and two members; `fixture` removes the members, `removeScene` the rest. */
export async function setScene(fixture: Fixture): Promise<Scene> {
  const { admin, sql } = fixture
  // Attacks on them leave none, and other tests of the database may have left some.
  await sql(`delete from app_settings where key in ('invitations_per_member', 'referral_bonus')`)
  // One token is for the file.
  const victim = await fixture.newMember({ name: `Vera Victim ${freshCode()}`, tokens: 101 })
  const mallory = await fixture.newMember({ name: 'Mallory', tokens: 101 })
  const create = async (table: string, row: Row) =>
    (await admin.client.from(table).insert(row).select().single().throwOnError()).data
  const offer = (name: string, is_active: boolean): Promise<Benefit> =>
    create('benefits', { name, description: 'Tried.', token_value: 10, image_url: '/tried.png', is_active })
  const [benefit, hidden] = [await offer('Proof', true), await offer(`Hidden ${freshCode()}`, false)]
  const keyed = await offer('Keys', true)
  await admin.client.from('benefits').update({ delivery_method: 'key' }).eq('id', keyed.id).throwOnError()
  const key = `KEY-${freshCode()}`
  await admin.client
    .rpc('import_keys', { p_benefit_id: keyed.id, p_keys: [key], p_dry_run: false })
    .throwOnError()
  const [token, invite] = [freshCode(), freshCode()]
  const content = `Content ${freshCode()}`
  const file = await deliverFile(fixture, victim, new Blob([content]))
  const own = await deliverFile(fixture, mallory, new Blob(['Own']))
  const note = `Made by an attack ${freshCode()}`
  await create('redeem_codes', { code: token, token_value: 50, note })
  await create('invite_codes', { code: invite, note })
  return {
    fixture,
    victim,
    mallory,
    tokens: { mallory: await tokenOf(mallory), admin: await tokenOf(admin) },
    benefit,
    hidden,
    keyed,
    orders: {
      victim: await placeOrder(victim, benefit),
      mallory: await placeOrder(mallory, benefit),
      keyed: await placeOrder(victim, keyed),
    },
    codes: { token, invite },
    files: { victim: file.path, mallory: own.path },
    secrets: [
      victim.id,
      victim.email,
      victim.name,
      admin.email,
      hidden.name,
      token,
      invite,
      note,
      key,
      content,
    ],
    sql: fixture.sql,
    removeFiles: async () => {
      for (const { remove } of [file, own]) await remove()
    },
  }
}

/** Deletes the benefits and files. */
export async function removeScene(scene: Scene): Promise<void> {
  const { fixture, benefit, hidden, keyed } = scene
  await scene.removeFiles()
  const ids = [benefit.id, hidden.id, keyed.id]
  await fixture.admin.client.from('benefits').delete().in('id', ids).throwOnError()
}

/** A new order of Mallory as the app would send it, with changes. */
export const order = ({ mallory, benefit }: Scene, changes: Row = {}): Row =>
  orderPayload(mallory, benefit, changes)
