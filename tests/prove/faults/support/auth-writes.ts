import type { Page } from '@playwright/test'
import { clientOf } from '../../../e2e/support/client.ts'
import { freshCode, type newMember } from '../../../e2e/support/members.ts'
import { admin } from '../../../e2e/support/people.ts'
import { fill, press } from './hands.ts'
import type { Writing } from './writing.ts'

type Member = Awaited<ReturnType<typeof newMember>>

/** What is asked of auth, and of the gate, by somebody who is not signed in; `member` is who signs in. */
export async function authWrites(straight: string, member: Member): Promise<Writing[]> {
  const { client } = await clientOf(straight, admin)

  async function newInvite(): Promise<string> {
    const code = freshCode(10)
    await client.from('invite_codes').insert({ code }).throwOnError()
    return code
  }

  /** Opens a view as somebody who has never been here. */
  async function openAsNobody(page: Page, path: string) {
    await page.goto('/auth?mode=signin')
    await page.evaluate(() => {
      localStorage.clear()
      sessionStorage.clear()
    })
    await page.goto(path)
  }

  return [
    {
      name: 'a sign-in',
      call: ['POST', /^\/auth\/v1\/token\?grant_type=password/],
      says: 'Sign In Error',
      done: 'Successfully signed in.',
      prepare: async (page) => {
        await openAsNobody(page, '/auth?mode=signin')
        const fields = {
          email: page.getByRole('textbox', { name: 'Email' }),
          password: page.getByLabel('Password', { exact: true }),
        }
        await fill(fields.email, member.email)
        await fill(fields.password, member.password)
        return {
          submit: () => press(page.getByRole('button', { name: 'Sign In' })),
          typed: [
            [fields.email, member.email],
            [fields.password, member.password],
          ],
        }
      },
    },
    {
      name: 'an invite code',
      call: ['POST', /^\/rest\/v1\/rpc\/validate_invite_code/],
      says: 'Invite Code Error',
      done: 'Open your account',
      prepare: async (page) => {
        const code = await newInvite()
        await openAsNobody(page, '/auth')
        const field = page.getByLabel('Invite code')
        await fill(field, code)
        return {
          submit: () => press(page.getByRole('button', { name: 'Continue' })),
          typed: [[field, code]],
        }
      },
    },
    {
      name: 'a sign-up',
      call: ['POST', /^\/auth\/v1\/signup/],
      says: 'Sign Up Error',
      done: 'Please check your email to confirm your account.',
      // The first try has sent its mail, and auth wants a minute between two.
      found: 'For security purposes',
      prepare: async (page) => {
        const code = await newInvite()
        const typed = {
          'Full name': 'Faulty Newcomer',
          Email: `${code.toLowerCase()}@guild.example`,
          Phone: '+47 22 00 11 22',
        }
        await openAsNobody(page, `/auth?invite=${code}`)
        for (const [label, value] of Object.entries(typed)) await fill(page.getByLabel(label), value)
        await fill(page.getByLabel('Password', { exact: true }), member.password)
        return {
          submit: () => press(page.getByRole('button', { name: /^Create Account/ })),
          typed: [
            ...Object.entries(typed).map(
              ([label, value]) => [page.getByLabel(label), value] as [ReturnType<Page['getByLabel']>, string],
            ),
            [page.getByLabel('Password', { exact: true }), member.password],
          ],
          effect: async () => {
            const { data } = await client
              .from('profiles')
              .select('id')
              .eq('email', typed.Email)
              .throwOnError()
            return data.length
          },
        }
      },
    },
    {
      name: 'a reset of the password',
      call: ['POST', /^\/auth\/v1\/recover/],
      says: 'Reset Password Error',
      done: 'Check your email for password reset instructions.',
      // Auth answers with an empty object: whatever object comes says as much.
      fine: ['shape'],
      prepare: async (page) => {
        // Nobody has this address: auth answers the same, and counts no mail to anybody.
        const email = `${freshCode(10).toLowerCase()}@guild.example`
        await openAsNobody(page, '/auth?mode=signin')
        await press(page.getByRole('link', { name: 'Forgot your password?' }))
        const field = page.getByRole('textbox', { name: 'Email' })
        await fill(field, email)
        return {
          submit: () => press(page.getByRole('button', { name: 'Send Reset Instructions' })),
          typed: [[field, email]],
        }
      },
    },
  ]
}
