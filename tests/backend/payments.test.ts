import { beforeAll, expect, it } from 'vitest'
import { createAdmin, createMember, type Person } from '../db/support/people'
import { createBenefit, orderPayload, reconcile } from '../db/support/rows'
import { sharedWorld } from '../db/support/shared-world'

const world = sharedWorld()
beforeAll(() =>
  world.sql(
    `insert into app_settings (key, value) values ('payments_on', '1') on conflict (key) do update set value = excluded.value;
     insert into token_packs (tokens, price) values (50, 2000)`,
  ),
)

const { url } = world.address
const tokenOf = async ({ client }: Person) => (await client.auth.getSession()).data.session?.access_token
const ask = async (person: Person, body: object) => {
  const headers = { authorization: `Bearer ${await tokenOf(person)}`, 'content-type': 'application/json' }
  const response = await fetch(`${url}/functions/v1/payments`, {
    method: 'POST',
    headers,
    body: JSON.stringify(body),
  })
  return { status: response.status, body: await response.json() }
}
/** The path of a checkout; the address is that of the site, which is not served here. */
const checkout = async (person: Person, what: object) => {
  const { body } = await ask(person, { action: 'checkout', ...what })
  return new URL(String(body.url)).pathname
}
const press = (path: string, act: string) =>
  fetch(url + path, { method: 'POST', redirect: 'manual', body: new URLSearchParams({ act }) })
const stateOf = async ({ client }: Person) =>
  (await client.from('payments').select('state, refunded').order('created_at')).data

it('pays on the page of the embedded backend: declined, left, paid, confirmed later, refunded (D61 to D65)', async () => {
  const [member, admin] = [
    await createMember(world, { session: true }),
    await createAdmin(world, { session: true }),
  ]
  const benefit = await createBenefit(world, { price: 5 })
  const order = () => member.client.from('orders').insert(orderPayload(member, benefit))
  expect((await order()).error?.message).toBe('membership_inactive')
  const page = await checkout(member, { kind: 'membership' })
  expect(await (await press(page, 'decline')).text()).toContain(
    'Your card was declined. Nothing was charged.',
  )
  expect((await press(page, 'leave')).headers.get('location')).toMatch(/\/dashboard\/membership\?left=/)
  expect(await checkout(member, { kind: 'membership' })).toBe(page)
  expect((await press(page, 'pay')).headers.get('location')).toMatch(/\/dashboard\/membership\?paid=/)
  await press(page, 'pay')
  expect([(await order()).error, await stateOf(member)]).toEqual([null, [{ state: 'paid', refunded: 0 }]])
  const pack = await checkout(member, { kind: 'tokens', tokens: 50 })
  // Stripe opens a checkout again only as it was.
  await world.sql('update profiles set email = $2 where id = $1', [member.id, `new-${member.email}`])
  const renewed = await checkout(member, { kind: 'tokens', tokens: 50 })
  expect(renewed).not.toBe(pack)
  await press(renewed, 'later')
  await press(renewed, 'refuse')
  expect(await (await fetch(url + renewed)).text()).toContain('The bank has refused it. Nothing was charged.')
  await press(renewed, 'confirm')
  await press(pack, 'later')
  expect(await stateOf(member)).toMatchObject([
    { state: 'paid' },
    { state: 'processing' },
    { state: 'failed' },
  ])
  await press(pack, 'confirm')
  expect(await stateOf(member)).toMatchObject([{ state: 'paid' }, { state: 'paid' }, { state: 'failed' }])
  const payment = page.split('cs_')[1]
  expect((await ask(member, { action: 'receipt', payment })).body.url).toMatch(/\/inbox\/checkout\/cs_/)
  expect((await ask(member, { action: 'refund', payment, reason: 'Mine' })).status).toBe(403)
  expect(await ask(admin, { action: 'refund', payment, reason: 'Asked for it' })).toEqual({
    status: 200,
    body: { amount: 1000 },
  })
  expect(await stateOf(member)).toMatchObject([{ state: 'refunded', refunded: 1000 }, { state: 'paid' }, {}])
  expect((await order()).error?.message).toBe('membership_inactive')
  expect(await reconcile(world)).toEqual([])
})

it('serves the payment page to nobody who has another page open, and takes no event that it has not signed', async () => {
  const member = await createMember(world, { session: true })
  const page = await checkout(member, { kind: 'membership' })
  const foreign = { origin: 'http://localhost:8080' }
  expect(
    (await fetch(url + page, { method: 'POST', headers: foreign, body: new URLSearchParams({ act: 'pay' }) }))
      .status,
  ).toBe(403)
  const event = {
    id: 'evt_x',
    type: 'checkout.session.completed',
    created: 1,
    livemode: true,
    data: { object: {} },
  }
  const post = { method: 'POST', body: JSON.stringify(event), headers: { 'stripe-signature': 't=1,v1=00' } }
  expect((await fetch(`${url}/functions/v1/stripe-webhook`, post)).status).toBe(400)
  expect(await stateOf(member)).toMatchObject([{ state: 'opened' }])
})
