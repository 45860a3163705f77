import { anonymousClient } from '../../../e2e/support/client.ts'
import { freshCode } from '../../../e2e/support/members.ts'
import { operation } from './calls.ts'
import { confirmed, passHour, press } from './page-actions.ts'
import { countRows, type Stage, type Writing } from './writing.ts'

/** A new request on the waitlist, on a page that shows it. */
async function newcomer({ page }: Stage): Promise<string> {
  const email = `${freshCode(10).toLowerCase()}@guild.example`
  await passHour()
  await anonymousClient().rpc('request_invitation', { p_email: email }).throwOnError()
  await page.goto('/admin/invite-codes?view=waitlist')
  return email
}

const unclear = /may or may not|Please try again/

/** What an admin decides about those who wait. */
export const waitlistWrites: Writing[] = [
  {
    ...operation('approve addresses'),
    says: unclear,
    done: '1 invitation is on the way',
    prepare: async (stage) => {
      const { page, adminClient } = stage
      const email = await newcomer(stage)
      await press(page.getByRole('button', { name: `Approve ${email}` }))
      const dialog = page.getByRole('dialog')
      await dialog.getByText('Will be invited').waitFor()
      return {
        submit: () => press(dialog.getByRole('button', { name: 'Approve 1' })),
        effect: () => countRows(adminClient, 'invitations', { email, sends: 1 }),
      }
    },
  },
  {
    ...operation('decline addresses'),
    says: unclear,
    done: '1 person declined',
    found: '0 people declined',
    prepare: async (stage) => {
      const { page, adminClient } = stage
      const email = await newcomer(stage)
      return confirmed(
        page.getByRole('button', { name: `Decline ${email}` }),
        page.getByRole('dialog').getByRole('button', { name: 'Decline', exact: true }),
        async () => {
          const rows = adminClient.from('waitlist').select('declined_at').eq('email', email)
          return (await rows.single().throwOnError()).data.declined_at === null ? 0 : 1
        },
      )
    },
  },
  {
    ...operation('remove addresses'),
    says: unclear,
    done: '1 person removed',
    found: '0 people removed',
    prepare: async (stage) => {
      const { page, adminClient } = stage
      const email = await newcomer(stage)
      const rows = adminClient.from('waitlist').select('id').eq('email', email)
      const { id } = (await rows.single().throwOnError()).data
      await adminClient.rpc('decline_waitlist', { p_ids: [id] }).throwOnError()
      await page.goto('/admin/invite-codes?view=waitlist&declined=true')
      return confirmed(
        page.getByRole('button', { name: `Remove ${email}` }),
        page.getByRole('dialog').getByRole('button', { name: 'Remove', exact: true }),
        async () => 1 - (await countRows(adminClient, 'waitlist', { id })),
      )
    },
  },
]
