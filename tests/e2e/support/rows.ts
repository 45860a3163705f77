import { adminClient } from './client.ts'
import { freshCode, type Person } from './people.ts'

export type Benefit = Awaited<ReturnType<typeof newBenefit>>
type Buyer = Pick<Person, 'client' | 'id' | 'email'>

/** A new benefit. */
export async function newBenefit(name: string, tokens = 5) {
  const { client } = await adminClient()
  const { data } = await client
    .from('benefits')
    .insert({ name, description: 'For one test.', token_value: tokens })
    .select()
    .single()
    .throwOnError()
  return data
}

/** A new token code worth `tokens`. */
export async function newTokenCode(tokens: number): Promise<string> {
  const code = freshCode(8)
  const { client } = await adminClient()
  await client.from('redeem_codes').insert({ code, token_value: tokens }).throwOnError()
  return code
}

/** What a member sends to order a benefit. */
const newOrder = (id: string, buyer: Buyer, benefit: Benefit) => ({
  id,
  user_id: buyer.id,
  benefit_id: benefit.id,
  redemption_email: buyer.email,
  status: 'pending' as const,
  benefit_name: benefit.name,
  benefit_token_value: benefit.token_value,
})

/** Places an order of a member for a benefit; returns its id and number. */
export async function placeOrder(buyer: Buyer, benefit: Benefit) {
  const id = crypto.randomUUID()
  await buyer.client
    .from('orders')
    .insert(newOrder(id, buyer, benefit))
    .throwOnError()
  const { data } = await buyer.client.from('orders').select().eq('id', id).single().throwOnError()
  return { id, number: data.order_number ?? '' }
}

/** Places at most 100 orders of a member, who is given the tokens for them; returns their ids. */
export async function placeOrders(buyer: Buyer, benefit: Benefit, count: number): Promise<string[]> {
  const { client } = await adminClient()
  const given = { current_tokens: count * benefit.token_value, adjustment_reason: 'For one test' }
  await client.from('profiles').update(given).eq('id', buyer.id).throwOnError()
  const ids = Array.from({ length: count }, () => crypto.randomUUID())
  const orders = ids.map((id) => newOrder(id, buyer, benefit))
  await buyer.client.from('orders').insert(orders).throwOnError()
  return ids
}

/** How many orders of a benefit have each status. */
export async function statusesOf(benefit: Benefit): Promise<Record<string, number>> {
  const { client } = await adminClient()
  const { data } = await client.from('orders').select('status').eq('benefit_id', benefit.id).throwOnError()
  const counts: Record<string, number> = {}
  for (const { status } of data) counts[status] = (counts[status] ?? 0) + 1
  return counts
}

/** Sets the status of an order as an admin. */
export async function setStatus(id: string, status: string) {
  const { client } = await adminClient()
  await client.from('orders').update({ status }).eq('id', id).select().single().throwOnError()
}
