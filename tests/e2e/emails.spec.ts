import { newestEmail } from './support/inbox.ts'
import { freshCode, newMember } from './support/members.ts'
import { newAdmin, newBenefit, placeOrder } from './support/seed.ts'
import { expect, test } from './support/test.ts'

test('an order and a test email reach the inbox, and every email has a preview', async ({
  open,
  request,
}) => {
  const name = `Minutes ${freshCode(6)}`
  const buyer = await newMember('Otto Order')
  const order = await placeOrder(buyer, await newBenefit(name, 10))

  await test.step('the order placed email, within two seconds, with a link to the order', async () => {
    const placed = Date.now()
    await expect
      .poll(async () => (await (await request.get('/inbox/messages.json')).text()).includes(name), {
        timeout: 5_000,
      })
      .toBe(true)
    expect(Date.now() - placed).toBeLessThan(2_000)
    const messages: { subject: string; to: string; html: string }[] = await (
      await request.get('/inbox/messages.json')
    ).json()
    const email = messages.find(({ subject }) => subject.endsWith(`: ${name}`))
    expect(email?.to).toBe(buyer.email)
    expect(email?.html).toContain(`/dashboard/orders/${order.id}`)
  })

  const admin = await newAdmin('Ada Admin')
  const page = await open(admin, '/admin/email-branding')

  await test.step('the preview has the styles that the security policy forbids in HTML', async () => {
    const emails = page.getByRole('combobox', { name: 'Email' })
    const count = await emails.locator('option').count()
    expect(count).toBeGreaterThan(8)
    for (let index = 0; index < count; index++) {
      await emails.selectOption({ index })
      const label = await emails.locator('option:checked').innerText()
      for (const [theme, color] of [
        ['light', 'rgb(255, 255, 255)'],
        ['dark', 'rgb(33, 31, 27)'],
      ]) {
        const card = page.frameLocator(`iframe[title="${label}, ${theme}"]`).locator('.card')
        await expect(card).toHaveCSS('background-color', color ?? '')
        await expect(card.locator('img')).toHaveJSProperty('complete', true)
      }
    }
  })

  await test.step('a test email', async () => {
    await page.getByRole('combobox', { name: 'Email' }).selectOption('Order delivered')
    await page.getByRole('button', { name: 'Send me a test' }).click()
    await expect(page.getByText('Sent to the email address of your account.')).toBeVisible()
    expect((await newestEmail(admin.email, 'Delivered: Minutes')).text).toContain('MNTS-7WQX-2HVD-4KQ8')
  })
})
