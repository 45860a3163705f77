import { beforeAll, describe, expect, it } from 'vitest'
import { theAdmin, theMember, theOther } from './support/people.ts'
import {
  balanceOf,
  delivered,
  freshCode,
  offer,
  order,
  type Person,
  productEmailTo,
  refusal,
  sql,
  visitor,
} from './support/stack.ts'

let admin: Person
let member: Person
let other: Person
beforeAll(async () => {
  admin = await theAdmin()
  member = await theMember()
  other = await theOther()
})

const rowOf = async ({ client }: Person, id: string) =>
  (await client.from('orders').select().eq('id', id).single().throwOnError()).data

describe('a token code', () => {
  it('adds its tokens once', async () => {
    const code = freshCode()
    await admin.client.from('redeem_codes').insert({ code, token_value: 50 }).throwOnError()
    const redeem = async ({ client }: Person) =>
      (await client.rpc('redeem_code', { p_code: code }).throwOnError()).data
    const before = await balanceOf(member)
    expect(await redeem(member)).toMatchObject([{ ok: true, token_value: 50, balance: before + 50 }])
    expect(await redeem(other)).toMatchObject([{ ok: null }])
    expect(await balanceOf(member)).toBe(before + 50)
  })
})

describe('an order', () => {
  it('is numbered, charged, emailed about and delivered by hand (D1, D33, D37)', async () => {
    const benefit = await offer(admin)
    const before = await balanceOf(member)
    const [first, second] = [await order(member, benefit), await order(member, benefit)]
    expect([first.refused, second.refused]).toEqual([undefined, undefined])
    const [one, two] = [await rowOf(member, first.id), await rowOf(member, second.id)]
    expect(one.order_number).not.toBe(two.order_number)
    expect(await balanceOf(member)).toBe(before - 20)
    expect(await delivered(member, first.id)).toBeUndefined()
    await admin.client
      .rpc('deliver_order', {
        p_order_id: first.id,
        p_updated_at: one.updated_at,
        p_kind: 'text',
        p_content: 'The way to your seat',
      })
      .throwOnError()
    expect(await delivered(member, first.id)).toMatchObject({ content: 'The way to your seat' })
    expect(await delivered(other, first.id)).toBeUndefined()
    expect(refusal(await visitor().rpc('order_delivery', { p_order_id: first.id }))).toBe('42501')
    await productEmailTo(member.email, new RegExp(`${two.order_number}: ${benefit.name}`))
  })

  it('is refused at another price, without the tokens, and for another person (D3)', async () => {
    const benefit = await offer(admin)
    const before = await balanceOf(member)
    expect((await order(member, benefit, { benefit_token_value: 1 })).refused).toBe('price_changed')
    expect((await order(member, await offer(admin, { token_value: 100_000 }))).refused).toBe(
      'insufficient_tokens',
    )
    expect((await order(member, benefit, { user_id: other.id })).refused).toBe('42501')
    expect((await order(member, await offer(admin, { is_active: false }))).refused).toBe(
      'benefit_unavailable',
    )
    expect(await balanceOf(member)).toBe(before)
  })

  it('gives its tokens back once when its member cancels it (D6, D35)', async () => {
    const before = await balanceOf(member)
    const { id } = await order(member, await offer(admin))
    for (const _ of ['once', 'again']) await member.client.rpc('cancel_my_order', { p_order_id: id })
    expect((await rowOf(member, id)).status).toBe('cancelled')
    expect(await balanceOf(member)).toBe(before)
  })

  it('delivers a key at once, which its member alone reads (D31)', async () => {
    const benefit = await offer(admin)
    const key = `KEY-${freshCode()}`
    const update = { delivery_method: 'key' }
    await admin.client.from('benefits').update(update).eq('id', benefit.id).throwOnError()
    const keys = { p_benefit_id: benefit.id, p_keys: [key], p_dry_run: false }
    await admin.client.rpc('import_keys', keys).throwOnError()
    const { id } = await order(member, benefit)
    expect(await delivered(member, id)).toMatchObject({ content: key })
    for (const person of [other, admin]) expect(await delivered(person, id)).toBeUndefined()
    expect((await order(other, benefit)).refused).toBe('sold_out')
  })

  it('shows its member a new status by the live channel', async () => {
    const { id } = await order(member, await offer(admin))
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
