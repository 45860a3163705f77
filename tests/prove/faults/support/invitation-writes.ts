import { setTimeout as wait } from 'node:timers/promises'
import { freshCode } from '../../../e2e/support/members.ts'
import { operation } from './calls.ts'
import { noContent } from './catalogue-writes.ts'
import { form, press, visit } from './page-actions.ts'
import { countRows, type Stage, type Writing } from './writing.ts'

const newAddress = () => `${freshCode(10).toLowerCase()}@guild.example`

let sent: { emails: string[]; at: number } | undefined

/** An invitation that was sent a minute ago, so that it can be sent again. */
async function oldInvitation({ page, adminClient }: Stage): Promise<string> {
  if (!sent?.emails.length) {
    const emails = Array.from({ length: 60 }, newAddress)
    const rows = { p_rows: emails.map((email) => ({ email })), p_dry_run: false }
    await adminClient.rpc('send_invitations', rows).throwOnError()
    sent = { emails, at: Date.now() }
  }
  await wait(Math.max(0, sent.at + 61_000 - Date.now()))
  const email = sent.emails.pop() ?? ''
  await visit(page, `/admin/invite-codes?view=invitations&q=${email}`)
  return email
}

const soon = 'It was sent less than a minute ago.'

/** What an admin does with invitations, and how many members have. */
export const invitationWrites: Writing[] = [
  {
    ...operation('resend an invitation'),
    says: 'The invitation was not sent',
    done: 'Invitation queued',
    found: soon,
    fine: noContent,
    prepare: async (stage) => {
      const email = await oldInvitation(stage)
      return {
        submit: () => press(stage.page.getByRole('button', { name: `Resend ${email}` })),
        effect: async () => {
          const rows = stage.adminClient.from('invitations').select('sends').eq('email', email)
          return (await rows.single().throwOnError()).data.sends - 1
        },
      }
    },
  },
  {
    ...operation('correct an invitation'),
    says: 'The address may not have been changed.',
    done: 'Address corrected',
    found: soon,
    fine: noContent,
    prepare: async (stage) => {
      const { page, adminClient } = stage
      await press(page.getByRole('button', { name: `Correct ${await oldInvitation(stage)}` }))
      const email = newAddress()
      return form(page.getByRole('dialog'), { Email: email }, 'Send to this address', () =>
        countRows(adminClient, 'invitations', { email, sends: 2 }),
      )
    },
  },
  {
    ...operation('store the terms of referrals'),
    call: 'PATCH app_settings',
    says: 'The settings were not saved.',
    done: 'Referral settings saved',
    prepare: async ({ page, adminClient }) => {
      const bonus = String(10 + Math.floor(Math.random() * 900))
      await visit(page, '/admin/invite-codes?view=codes')
      await press(page.getByRole('button', { name: /^Referral/ }))
      return form(page.getByRole('dialog'), { 'Bonus for each': bonus }, 'Save changes', () =>
        countRows(adminClient, 'app_settings', { key: 'referral_bonus', value: bonus }),
      )
    },
  },
]
