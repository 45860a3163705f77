import { adminClient } from './support/client.ts'
import { expectCopied, newPool } from './support/deliveries.ts'
import { freshCode, newMember, newTokenCode } from './support/members.ts'
import { newBenefit } from './support/seed.ts'
import { expect, test } from './support/test.ts'

const freshKey = () => `GLD-${freshCode(8)}-${freshCode(4)}`

test('a key is redeemed, copied, reported, and replaced within five seconds', async ({ open }) => {
  const name = `Keys ${freshCode(6)}`
  const keys = [freshKey(), freshKey()]
  await newPool(name, keys)
  const page = await open(await newMember('Ken Keyholder'), `/dashboard/benefits?q=${name}`)
  const form = page.getByRole('dialog', { name: 'It does not work' })
  const stored = () => page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }]))

  await test.step('redeems it from its page', async () => {
    await page.getByRole('link', { name }).click()
    await expect(page.getByText('A licence key, at once')).toBeVisible()
    await expect(page.getByText('2 left')).toBeVisible()
    await page.getByRole('button', { name: 'Redeem for 5 tokens' }).click()
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /^Redeem for/ })
      .click()
    await expect(page.getByText('Order Placed Successfully!')).toBeVisible()
    await expect(page).toHaveURL(/\/dashboard\/orders\/[0-9a-f-]{36}$/)
    await expect(page.getByRole('heading', { level: 1, name })).toBeFocused()
  })

  await test.step('copies it without revealing it', async () => {
    await expectCopied(page, keys[0]!)
    await expect(page.getByText(keys[0]!)).toHaveCount(0)
    await page.getByRole('button', { name: 'Reveal' }).click()
    await expect(page.getByText(keys[0]!)).toBeVisible()
    await page.getByRole('button', { name: 'Hide' }).click()
  })

  await test.step('reports it, and has another within five seconds', async () => {
    await page.getByRole('button', { name: 'It does not work' }).click()
    await form.getByRole('radio', { name: 'The key is refused as already used' }).check()
    await form.getByRole('button', { name: 'Get another key' }).click()
    const replaced = page.getByText('We have put this key aside and here is another.')
    await expect(replaced).toBeVisible({ timeout: 5_000 })
    await expect(form).toBeHidden()
    await expect(page.getByText(/^The key before, ending in .{4}, no longer belongs/)).toBeVisible()
    await expectCopied(page, keys[1]!)
  })

  await test.step('the timeline tells it in order, and no key is stored on the device', async () => {
    await expect(page.getByRole('main').getByRole('listitem')).toContainText([
      'Order placed',
      'Paid with 5 tokens',
      'Key delivered',
      'Key first read',
      'You reported that it does not work',
      'Second key delivered',
      'Key first read',
    ])
    // The cache is stored a moment after a response.
    await expect.poll(stored).toContain('deliveries')
    const text = await stored()
    for (const key of keys) expect(text).not.toContain(key)
  })
})

test('an open page follows its order, offline it shows the last state, and by its address it opens', async ({
  open,
}) => {
  const person = await newMember('Olga Order')
  const benefit = await newBenefit(`By hand ${freshCode(6)}`, 5)
  const { client } = await adminClient()
  const page = await open(person, `/dashboard/benefits/${benefit.id}`)
  await page.getByRole('button', { name: 'Redeem for 5 tokens' }).click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Redeem for/ })
    .click()
  await page.getByRole('button', { name: 'View order' }).click()
  await expect(page.getByText('in 47 hours')).toBeVisible()
  await expect(page.getByText('Paid with 5 tokens')).toBeVisible()

  await test.step('a delivery by an admin appears', async () => {
    const id = page.url().split('/').at(-1)!
    const { data } = await client.from('orders').select('updated_at').eq('id', id).single().throwOnError()
    const content = { p_kind: 'text', p_content: 'Your seat is 17.', p_message: 'Welcome.' }
    await client
      .rpc('deliver_order', { p_order_id: id, p_updated_at: data.updated_at, ...content })
      .throwOnError()
    await expect(page.getByText('Your seat is 17.')).toBeVisible()
    await expect(page.getByText('Text delivered')).toBeVisible()
  })

  await test.step('offline, a reload shows the state without the text', async () => {
    await page.evaluate(async () => void (await navigator.serviceWorker.ready))
    await page.reload()
    await expect(page.getByText('Your seat is 17.')).toBeVisible()
    await expect
      .poll(() => page.evaluate(() => localStorage.getItem('guildhall-offline-cache')))
      .toContain('Welcome.')
    await page.context().setOffline(true)
    await page.reload()
    await expect(page.getByRole('heading', { level: 1, name: benefit.name })).toBeVisible()
    await expect(page.getByText('Welcome.')).toBeVisible()
    await expect(page.getByText('Text delivered')).toBeVisible()
    await expect(page.getByText('What was delivered could not be loaded.')).toBeVisible()
    await expect(page.getByText('Your seat is 17.')).toHaveCount(0)
    await page.context().setOffline(false)
  })

  await test.step('its address has a document of its own', async () => {
    const response = await page.request.get(page.url(), { headers: { accept: 'text/html' } })
    expect(response.status()).toBe(200)
    expect(await response.text()).toContain('data-frame="member"')
  })
})

test('the last key is taken while the dialog is open: sold out, and nothing is charged', async ({ open }) => {
  const [first, second] = [await newMember('Fred First'), await newMember('Sam Second')]
  const benefit = await newPool(`Last ${freshCode(6)}`, [freshKey()])
  await first.client.rpc('redeem_code', { p_code: await newTokenCode(5) }).throwOnError()
  const page = await open(second, `/dashboard/benefits/${benefit.id}`)
  await page.getByRole('button', { name: 'Redeem for 5 tokens' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByLabel('Delivery email')).toBeVisible()
  const order = { id: crypto.randomUUID(), user_id: first.id, benefit_id: benefit.id, benefit_token_value: 5 }
  await first.client
    .from('orders')
    .insert({ ...order, redemption_email: first.email, status: 'pending' })
    .throwOnError()
  await dialog.getByRole('button', { name: /^Redeem for/ }).click()
  await expect(dialog.getByText('Sold out: the last one has just gone. Nothing was charged.')).toBeVisible()
  await expect(dialog.getByRole('button', { name: 'Sold out' })).toBeDisabled()
  await page.keyboard.press('Escape')
  await expect(page.getByText('None left')).toBeVisible()
  await expect(page.getByRole('complementary').getByRole('link', { name: 'Balance 25 tokens' })).toBeVisible()
})
