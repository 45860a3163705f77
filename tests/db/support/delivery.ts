import { randomUUID } from 'node:crypto'
import type { SupabaseClient } from '@supabase/supabase-js'
import { codeOf, outcomeOf } from './outcome'
import type { Person } from './people'
import { type Benefit, createBenefit, orderPayload } from './rows'
import type { Row, World } from './world'

/** A key that occurs once. */
export const freshKey = () => `GLD-${randomUUID().slice(0, 13).toUpperCase()}`

export type Pool = { benefit: Benefit; keys: string[] }

/** A benefit that delivers keys, with a batch of `count` keys. */
export async function createPool(world: World, admin: Person, count = 1): Promise<Pool> {
  const benefit = await createBenefit(world)
  await world.sql(`update benefits set delivery_method = 'key' where id = $1`, [benefit.id])
  return { benefit, keys: await importKeys(admin, benefit, count) }
}

export async function importKeys(admin: Person, benefit: Benefit, count: number): Promise<string[]> {
  const keys = Array.from({ length: count }, freshKey)
  if (count > 0) {
    const call = { p_benefit_id: benefit.id, p_keys: keys, p_dry_run: false }
    await admin.client.rpc('import_keys', call).throwOnError()
  }
  return keys
}

/** Imports keys, or tries to, as an admin does; returns what was found, or the code of the refusal. */
export async function tryImport(client: SupabaseClient, call: object): Promise<Row | string> {
  const { data: p_id, error } = await client.rpc('import_keys', call)
  if (error) return codeOf(error)
  return (await client.rpc('key_import', { p_id }).throwOnError()).data[0]
}

/** Places an order and returns its id, or the code of its refusal. */
export async function tryOrder(person: Person, benefit: Benefit): Promise<{ id: string; refusal?: string }> {
  const payload = orderPayload(person, benefit)
  const { error } = await person.client.from('orders').insert(payload)
  return { id: payload.id, ...(error && { refusal: codeOf(error) }) }
}

/** Opens a delivery as a person does, and returns what order_delivery() then returns. */
export async function readDelivery(person: Person, p_order_id: string): Promise<Row | undefined> {
  await person.client.rpc('open_delivery', { p_order_id }).throwOnError()
  const { data } = await person.client.rpc('order_delivery', { p_order_id }).throwOnError()
  return data[0]
}

/** The outcome of a report, or the code of its refusal. */
export async function report(
  person: Person,
  p_order_id: string,
  p_reason = 'Refused as used',
): Promise<string> {
  const call = { p_order_id, p_reason, p_key_refused: true }
  const result = await person.client.rpc('report_delivery', call)
  return result.error ? String(outcomeOf(result)) : result.data[0].outcome
}

/** A benefit that delivers a file, and the path and content of the file. */
export async function offerFile(world: World, admin: Person) {
  const benefit = await createBenefit(world)
  const path = `${benefit.id}/${randomUUID()}/guide.txt`
  const content = `Content ${randomUUID()}`
  const { error } = await admin.client.storage.from('deliveries').upload(path, new Blob([content]))
  if (error) throw error
  await world.sql(`update benefits set delivery_method = 'file' where id = $1`, [benefit.id])
  await world.sql(
    `insert into private.benefit_delivery (benefit_id, file_path, file_name, file_size, file_type)
     values ($1, $2, 'guide.txt', 44, 'text/plain') on conflict (benefit_id) do update set file_path = excluded.file_path`,
    [benefit.id, path],
  )
  return { benefit, path, content }
}

/** The content of a delivery file as a client downloads it; undefined if refused. */
export async function download(client: SupabaseClient, path: string): Promise<string | undefined> {
  const { data } = await client.storage.from('deliveries').download(path)
  return data?.text()
}

/** Saves what an admin changes of a benefit, on the condition of what is there, or of `opened`. */
export async function saveBenefit(admin: Person, id: string, p_values: Row, opened?: Row) {
  const { data: benefit } = await admin.client.from('benefits').select('*, stock').eq('id', id).single()
  const { data: settings } = await admin.client.rpc('delivery_settings', { p_benefit_id: id }).single<Row>()
  const p_opened = opened ?? { ...benefit, ...settings, file: null }
  return admin.client.rpc('save_benefit', { p_benefit_id: id, p_opened, p_values })
}

/** Places an order and reads its delivery; throws when it is refused. */
export async function orderAndRead(person: Person, benefit: Benefit): Promise<string> {
  const { id, refusal } = await tryOrder(person, benefit)
  if (refusal) throw new Error(refusal)
  await readDelivery(person, id)
  return id
}
