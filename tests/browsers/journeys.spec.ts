import { admin, newMember } from '../e2e/support/people.ts'
import { the } from './support/tab.ts'
import { test } from './support/test.ts'

type Tab = Parameters<Parameters<typeof test>[2]>[0]['tab']

async function signIn(tab: Tab, { email, password }: typeof admin, next: string) {
  await tab.open(`/auth?mode=signin&next=${encodeURIComponent(next)}`)
  await tab.fill(the.field('email'), email)
  await tab.fill(the.field('password'), password)
  await tab.click(the.control('Sign In'))
  await tab.isAt(next)
}

test('a member signs in, orders a benefit, copies its key and finds it in Order History', async ({ tab }) => {
  await signIn(tab, await newMember('Bruno Browser'), '/dashboard')
  await tab.isSound()
  await tab.click(the.control('Browse Benefits'))
  // The dashboard has a link of the same name as the button.
  await tab.sees('//h1[normalize-space()="Browse Benefits"]')
  await tab.click(the.control('Redeem Keystone Vault'))
  await tab.click(the.control('Redeem for'))
  await tab.sees(the.text('Order Placed Successfully!'))
  await tab.click(the.control('Copy'))
  await tab.sees(the.text('Copied'))
  await tab.isSound()
  await tab.click(the.control('Order History'))
  await tab.isAt('/dashboard/orders')
  await tab.sees(`//tr${the.text('ORD-')}/ancestor::tr${the.text('Keystone Vault')}`)
  await tab.isSound()
})

const screens = ['benefits', 'users', 'orders', 'token-codes', 'invite-codes', 'email-branding', 'activity']

test('every admin screen opens without an error, by its link and by its address', async ({ tab }) => {
  await signIn(tab, admin, '/admin')
  await tab.isSound()
  for (const screen of screens) {
    await test.step(screen, async () => {
      await tab.click(`//nav//a[@href='/admin/${screen}']`)
      await tab.isAt(`/admin/${screen}`)
      await tab.sees(the.heading)
      await tab.isSound()
      await tab.open(`/admin/${screen}`)
      await tab.sees(the.heading)
      await tab.isSound()
    })
  }
})
