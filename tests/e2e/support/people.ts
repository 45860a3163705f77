import { randomBytes } from 'node:crypto'
import { expect, type Page } from '@playwright/test'
import { codeOf } from '../../support/authenticator.ts'
import { adminClient, anonymousClient, clientOf, storageState } from './client.ts'
import { linkOf, newestEmail } from './inbox.ts'

/** The accounts of the demo data. */
export const admin = { email: 'admin@guildhall.test', password: 'guildhall-demo' }
export const member = { email: 'member@guildhall.test', password: 'guildhall-demo' }
/** A visitor who is not signed in. */
export const noSession = { storageState: { cookies: [], origins: [] } }

/** Submits the sign-in form, which leads to `next`. */
export async function trySignIn(
  page: Page,
  { email, password }: { email: string; password: string },
  next = '',
) {
  await page.goto(`/auth?mode=signin&next=${encodeURIComponent(next)}`)
  await page.getByRole('textbox', { name: 'Email' }).fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign In' }).click()
}

/** Signs a person in and waits for the dashboard. */
export async function signIn(page: Page, person: { email: string; password: string }) {
  await trySignIn(page, person)
  await expect(page).toHaveURL('/dashboard')
}

/** A demo account that is signed in without a screen. */
export async function demoSession(who: typeof admin) {
  const { session } = await clientOf(who)
  return { storageState: storageState(session) }
}

/** The next page takes the session for one that has expired. */
export const expireSession = (page: Page) =>
  page.evaluate(() => {
    const session = JSON.parse(localStorage.getItem('guildhall-session') ?? '{}')
    localStorage.setItem('guildhall-session', JSON.stringify({ ...session, expires_at: 1 }))
  })

/** Adds an authenticator in the profile; returns its secret. */
export async function addAuthenticator(page: Page): Promise<string> {
  await page.goto('/dashboard/profile')
  await page.getByRole('button', { name: 'Manage authenticators' }).click()
  await page.getByRole('button', { name: 'Add an authenticator' }).click()
  await page.getByRole('button', { name: 'Continue' }).click()
  const key = page.getByText('Key', { exact: true }).locator('xpath=following-sibling::*')
  const secret = (await key.innerText()).replaceAll(' ', '')
  await page.getByRole('textbox', { name: 'Code' }).fill(codeOf(secret))
  await page.getByRole('button', { name: 'Turn on' }).click()
  await expect(page.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem')).toHaveCount(10)
  await page.getByRole('button', { name: 'I have saved them' }).click()
  await expect(page.getByRole('list', { name: 'Your authenticators' })).toContainText('Authenticator')
  return secret
}

/** The balance at the top of the sidebar. */
export const balanceOf = (page: Page, tokens: number) =>
  page.getByRole('complementary').getByRole('link', { name: `Balance ${tokens} tokens` })

/** A random code of `length` letters and digits. */
export function freshCode(length = 6): string {
  return randomBytes(length).toString('hex').slice(0, length).toUpperCase()
}

/** A new invite code. */
export async function newInvite(): Promise<string> {
  const code = freshCode(10)
  const { client } = await adminClient()
  await client.from('invite_codes').insert({ code }).throwOnError()
  return code
}

export type Person = Awaited<ReturnType<typeof newMember>>

/** A new member with 25 tokens: invited, registered and confirmed by email, without a browser; signed in. */
export async function newMember(name: string) {
  const invite_code = await newInvite()
  const person = {
    name,
    email: `${invite_code.toLowerCase()}@guild.example`,
    password: 'an honest guild password',
  }
  const newcomer = anonymousClient()
  const options = { data: { name, phone: '+44 20 7946 0000', invite_code } }
  const { error } = await newcomer.auth.signUp({ ...person, options })
  if (error) throw error
  const link = new URL(linkOf(await newestEmail(person.email, 'Confirm your Guildhall account')))
  const token_hash = link.searchParams.get('token_hash') ?? ''
  const { data, error: refusal } = await newcomer.auth.verifyOtp({ type: 'signup', token_hash })
  if (refusal || !data.session) throw refusal ?? new Error('no session')
  const { session } = data
  return { ...person, client: newcomer, id: session.user.id, storageState: storageState(session) }
}

/** A new admin. */
export async function newAdmin(name = 'Ada Admin'): Promise<Person> {
  const person = await newMember(name)
  const { client } = await adminClient()
  await client.from('profiles').update({ role: 'admin' }).eq('id', person.id).throwOnError()
  return person
}
