import type { Page } from '@playwright/test'
import { adminClient, anonymousClient } from './support/client.ts'
import { freshCode } from './support/members.ts'
import { nobody } from './support/people.ts'
import { expect, test } from './support/test.ts'

const password = 'an honest guild password'
const refusal = 'This invite code is invalid or already used.'
const addressOf = (code: string) => `${code.toLowerCase()}@guild.example`

type Limits = { max_uses?: number; expires_at?: string }

async function newInvite(limits: Limits = {}) {
  const { client } = await adminClient()
  const row = { code: freshCode(10), ...limits }
  const { data } = await client.from('invite_codes').insert(row).select('id, code').single().throwOnError()
  return data
}

async function signUp(invite_code: string, email = addressOf(freshCode(8))) {
  const options = { data: { name: 'Nils Newcomer', phone: '+44 20 7946 0000', invite_code } }
  const { error } = await anonymousClient().auth.signUp({ email, password, options })
  if (error) throw error
}

async function revoke(id: string) {
  const { client } = await adminClient()
  const run = { p_kind: 'invite', p_ids: [id], p_reason: 'Sent to the wrong address', p_dry_run: false }
  await client.rpc('revoke_codes', run).single().throwOnError()
}

/** An invitation that only its address may use. */
async function boundCode(email: string): Promise<string> {
  const { client } = await adminClient()
  await client.rpc('send_invitations', { p_rows: [{ email }], p_dry_run: false }).throwOnError()
  const { data } = await client.from('invite_codes').select('code').eq('email', email).single().throwOnError()
  return data.code
}

const toasts = (page: Page) => page.getByRole('region', { name: /Notifications/ })

async function enter(page: Page, code: string) {
  await page.goto('/auth')
  await page.getByLabel('Invite code').fill(code)
  await page.getByRole('button', { name: 'Continue' }).click()
}

/** The toast with the specified title and sentence, which is at the field as well. */
async function expectRefusal(page: Page) {
  await expect(toasts(page).getByText('Invalid Invite Code')).toBeVisible()
  await expect(toasts(page).getByText(refusal)).toBeVisible()
  await expect(page.getByLabel('Invite code')).toHaveAccessibleDescription(refusal)
}

test('a revoked, an expired, a used-up and a bound code each end in the specified message', async ({
  open,
}) => {
  const short = await newInvite({ expires_at: new Date(Date.now() + 4_000).toISOString() })
  const expired = Date.now() + 4_500

  await test.step('revoked', async () => {
    const { id, code } = await newInvite()
    await revoke(id)
    const page = await open(nobody)
    await enter(page, code)
    await expectRefusal(page)
  })

  await test.step('used up, by the second of two people', async () => {
    const { code } = await newInvite({ max_uses: 2 })
    await signUp(code)
    const page = await open(nobody)
    await enter(page, code)
    await expect(page.getByText(`Invite code ${code} is valid`)).toBeVisible()
    await signUp(code)
    await enter(page, code)
    await expectRefusal(page)
  })

  await test.step('bound to another address, once that is entered', async () => {
    const email = addressOf(freshCode(8))
    const code = await boundCode(email)
    const page = await open(nobody)
    await enter(page, code)
    await expect(page.getByText(`Invite code ${code} is valid`)).toBeVisible()
    await page.getByLabel('Full name').fill('Mallory Other')
    await page.getByRole('textbox', { name: 'Email' }).fill(addressOf(freshCode(8)))
    await page.getByLabel('Phone').fill('+44 20 7946 0001')
    await page.getByLabel('Password', { exact: true }).fill(password)
    await page.getByRole('button', { name: /^Create Account/ }).click()
    await expectRefusal(page)
    // It still admits its own address, in any case.
    await signUp(code, email.toUpperCase())
  })

  await test.step('expired by the clock of the server', async () => {
    await expect.poll(() => Date.now() > expired, { timeout: 10_000 }).toBe(true)
    const page = await open(nobody)
    await enter(page, short.code)
    await expectRefusal(page)
  })
})
