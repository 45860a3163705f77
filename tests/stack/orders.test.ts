import { describe, expect, it } from 'vitest'
import { theAdmin, theMember, theOther } from './support/people.ts'
import {
  balanceOf,
  createBenefit,
  freshCode,
  type Person,
  placeOrder,
  productEmailTo,
  readDelivery,
  refusal,
  sql,
  visitor,
} from './support/stack.ts'

const [admin, member, other] = [await theAdmin(), await theMember(), await theOther()]

const rowOf = async ({ client }: Person, id: string) =>
  (await client.from('orders').select().eq('id', id).single().throwOnError()).data

describe('an order', () => {
  it('is numbered, charged, emailed about and delivered by hand, and refused for another person (D1, D33, D37)', async () => {
    const benefit = await createBenefit(admin)
    const before = await balanceOf(member)
    const [first, second] = [await placeOrder(member, benefit), await placeOrder(member, benefit)]
    expect([first.refused, second.refused]).toEqual([undefined, undefined])
    expect((await placeOrder(member, benefit, { user_id: other.id })).refused).toBe('42501')
    const [one, two] = [await rowOf(member, first.id), await rowOf(member, second.id)]
    expect(one.order_number).not.toBe(two.order_number)
    expect(await balanceOf(member)).toBe(before - 20)
    expect(await readDelivery(member, first.id)).toBeUndefined()
    const content = { p_kind: 'text', p_content: 'The way to your seat' }
    const call = { p_order_id: first.id, p_updated_at: one.updated_at, ...content }
    await admin.client.rpc('deliver_order', call).throwOnError()
    expect(await readDelivery(member, first.id)).toMatchObject({ content: 'The way to your seat' })
    expect(await readDelivery(other, first.id)).toBeUndefined()
    expect(refusal(await visitor().rpc('order_delivery', { p_order_id: first.id }))).toBe('42501')
    await productEmailTo(member.email, new RegExp(`${two.order_number}: ${benefit.name}`))
  })

  it('delivers a key at once, which its member alone reads (D31)', async () => {
    const benefit = await createBenefit(admin)
    const key = `KEY-${freshCode()}`
    const update = { delivery_method: 'key' }
    await admin.client.from('benefits').update(update).eq('id', benefit.id).throwOnError()
    const keys = { p_benefit_id: benefit.id, p_keys: [key], p_dry_run: false }
    await admin.client.rpc('import_keys', keys).throwOnError()
    const { id } = await placeOrder(member, benefit)
    expect(await readDelivery(member, id)).toMatchObject({ content: key })
    for (const person of [other, admin]) expect(await readDelivery(person, id)).toBeUndefined()
    expect((await placeOrder(other, benefit)).refused).toBe('sold_out')
  })

  it('shows its member a new status by the live channel', async () => {
    const { id } = await placeOrder(member, await createBenefit(admin))
    const client = member.client
    await client.realtime.setAuth()
    const arrived = new Promise<unknown>((resolve, reject) => {
      const filter = { event: 'UPDATE', schema: 'public', table: 'orders', filter: `id=eq.${id}` } as const
      client
        .channel(`order-${id}`)
        .on('postgres_changes', filter, ({ new: row }) => resolve(row.status))
        .on('system', {}, ({ status, message }) => {
          if (status !== 'ok') return reject(new Error(message))
          void admin.client.from('orders').update({ status: 'processing' }).eq('id', id).then()
        })
        .subscribe()
    })
    expect(await arrived).toBe('processing')
    await client.removeAllChannels()
  })
})

it('leaves every balance equal to its ledger', async () => {
  expect(await sql('select * from private.reconcile()')).toEqual([])
})
