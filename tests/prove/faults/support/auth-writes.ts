import type { Page } from '@playwright/test'
import { freshCode } from '../../../e2e/support/members.ts'
import { operation } from './calls.ts'
import { form, passHour, press } from './page-actions.ts'
import { countRows, type Stage, type Writing } from './writing.ts'

/** Opens a view as a first-time visitor. */
async function openAsVisitor(page: Page, path: string) {
  await page.goto('/auth?mode=signin')
  await page.evaluate(() => {
    localStorage.clear()
    sessionStorage.clear()
  })
  await page.goto(path)
}

async function newInvite({ adminClient }: Stage): Promise<string> {
  const code = freshCode(10)
  await adminClient.from('invite_codes').insert({ code }).throwOnError()
  return code
}

/** What a visitor sends to auth and to the invite check. */
export const authWrites: Writing[] = [
  {
    name: 'sign in',
    call: 'POST /auth/v1/token?grant_type=password',
    says: 'Sign In Error',
    done: 'Successfully signed in.',
    prepare: async ({ page, member: { email, password } }) => {
      await openAsVisitor(page, '/auth?mode=signin')
      return form(page, { Email: email, Password: password }, 'Sign In')
    },
  },
  {
    ...operation('validate an invite code'),
    says: 'Invite Code Error',
    done: 'Open your account',
    prepare: async (stage) => {
      const { page } = stage
      const code = await newInvite(stage)
      await openAsVisitor(page, '/auth')
      return form(page, { 'Invite code': code }, 'Continue')
    },
  },
  {
    name: 'sign up',
    call: 'POST /auth/v1/signup',
    says: 'Sign Up Error',
    done: 'Please check your email to confirm your account.',
    // The first try has sent its email, and auth requires a minute between two.
    found: 'For security purposes',
    prepare: async (stage) => {
      const { page, adminClient, member } = stage
      const code = await newInvite(stage)
      const email = `${code.toLowerCase()}@guild.example`
      await openAsVisitor(page, `/auth?invite=${code}`)
      const fields = { 'Full name': 'Faulty Newcomer', Email: email, Phone: '+47 22 00 11 22' }
      return form(page, { ...fields, Password: member.password }, /^Create Account/, () =>
        countRows(adminClient, 'profiles', { email }),
      )
    },
  },
  {
    ...operation('ask for an invitation'),
    says: 'Your request may not have arrived.',
    done: 'Your request has arrived',
    prepare: async ({ page, adminClient }) => {
      const email = `${freshCode(10).toLowerCase()}@guild.example`
      await passHour()
      await openAsVisitor(page, '/auth?mode=waitlist')
      return form(page, { Email: email }, 'Ask for an invitation', () =>
        countRows(adminClient, 'waitlist', { email }),
      )
    },
  },
  {
    name: 'reset the password',
    call: 'POST /auth/v1/recover',
    says: 'Reset Password Error',
    done: 'Check your email for password reset instructions.',
    // Auth responds with an empty object, so any object will do.
    fine: ['shape'],
    prepare: async ({ page }) => {
      await openAsVisitor(page, '/auth?mode=signin')
      await press(page.getByRole('link', { name: 'Forgot your password?' }))
      // An unknown address: auth responds the same, and limits nobody's emails.
      return form(page, { Email: `${freshCode(10).toLowerCase()}@guild.example` }, 'Send Reset Instructions')
    },
  },
]
