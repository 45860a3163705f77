import { anonymousClient } from './support/client.ts'
import { expectNoEffects, markup, tries, watchEffects } from './support/hostile.ts'
import { freshCode, newMember } from './support/members.ts'
import { trySignIn } from './support/people.ts'
import { expect, test } from './support/test.ts'

// Messages of a server, a link or another person are shown as text, in toasts, fields and emails.

const refusal = { code: 400, error_code: 'made_up', msg: markup }

test('messages of a server and of a link are shown as text', async ({ context, page }) => {
  const effects = await watchEffects(context)
  const shown = async (text = markup) => {
    await expect(page.getByText(text).first()).toBeVisible()
    await expectNoEffects(page, effects)
  }
  const message = encodeURIComponent(markup)
  const mo = await newMember('Mo Messages')

  await page.route('**/auth/v1/*', (route) => route.fulfill({ status: 400, json: refusal }))
  await trySignIn(page, mo)
  await shown()
  for (const part of ['?', '#']) {
    await page.goto('about:blank')
    await page.goto(`/auth/callback${part}error=access_denied&error_description=${message}`)
    await shown()
  }
  await page.goto(`/auth?mode=${message}&invite=${message}`)
  await expect(page.getByLabel('Invite code')).toHaveValue(markup)
  await shown('This invite code is invalid or already used.')
  await page.goto('/auth/callback?token_hash=made-up&type=signup')
  await page.getByRole('button', { name: 'Confirm email' }).click()
  await shown()

  await page.unroute('**/auth/v1/*')
  await trySignIn(page, mo)
  await expect(page).toHaveURL('/dashboard')
  const broken = { message: markup, details: markup, hint: markup, code: 'P0001' }
  await page.route('**/rest/v1/**', (route) => route.fulfill({ status: 400, json: broken }))
  const paths = ['/dashboard', '/dashboard/benefits', '/dashboard/orders', '/dashboard/redeem']
  for (const path of paths) {
    await page.goto(path)
    await expect(page.getByRole('button', { name: 'Try again' }).first()).toBeVisible()
    await expectNoEffects(page, effects)
  }
  tries(6 + paths.length)
})

test('no address and no name becomes markup in an email', async ({ context, page, request }) => {
  const effects = await watchEffects(context)
  const stamp = freshCode(6).toLowerCase()
  const addresses = [
    `<h-t>${stamp}@guild.example`,
    `"<h-t></h-t>"${stamp}@guild.example`,
    `${stamp}"onload="hit()@guild.example`,
    `${stamp}&lt;h-t&gt;@guild.example`,
    `${stamp}@<h-t>.example`,
    `${stamp}'{{.SiteURL}}@guild.example`,
  ]
  tries(addresses.length + 1)
  await newMember(markup)
  const visitor = anonymousClient()
  const data = { name: markup, invite_code: 'WELCOME006' }
  for (const email of addresses) {
    await visitor.auth.signUp({ email, password: 'an honest guild password', options: { data } })
    await visitor.auth.resetPasswordForEmail(email)
  }
  const emails: { html: string; subject: string }[] = await (await request.get('/inbox/messages.json')).json()
  expect(emails.length).toBeGreaterThan(0)
  for (const { html } of emails) expect(html).not.toMatch(/<h-t|<script|\son\w+=/i)
  for (const { subject } of emails) expect(subject).not.toMatch(/[\r\n<]/)
  await page.goto('/inbox')
  for (const frame of page.frames()) expect(await frame.locator('h-t').count()).toBe(0)
  expect(effects).toEqual([])
})
