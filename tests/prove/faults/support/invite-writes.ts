import { freshCode } from '../../../e2e/support/members.ts'
import { operation } from './calls.ts'
import { noContent } from './catalogue-writes.ts'
import { form, press, visit } from './page-actions.ts'
import { countRows, type Stage, type Writing } from './writing.ts'

const newAddress = () => `${freshCode(10).toLowerCase()}@guild.example`

/** Members have more than one test sends. */
async function allow({ adminClient }: Stage) {
  await adminClient.from('app_settings').upsert({ key: 'invitations_per_member', value: '90' }).throwOnError()
}

/** What members send to people whom they invite. */
export const inviteWrites: Writing[] = [
  {
    ...operation('send invitations'),
    says: 'The invitation may not have been sent.',
    done: 'Invitation sent',
    prepare: async (stage) => {
      await allow(stage)
      const email = newAddress()
      await visit(stage.page, '/dashboard/invite')
      return form(stage.page, { 'Or send it by email': email, Message: 'Join us' }, 'Send', () =>
        countRows(stage.adminClient, 'invitations', { email }),
      )
    },
  },
  {
    ...operation('revoke an invitation'),
    says: 'It may not have been changed.',
    done: 'Invitation revoked',
    found: 'It was used or revoked in the meantime, or has expired.',
    fine: noContent,
    prepare: async (stage) => {
      await allow(stage)
      const { page, member, adminClient } = stage
      const email = newAddress()
      await member.client.rpc('send_invitations', { p_rows: [{ email }], p_dry_run: false }).throwOnError()
      const { data } = await adminClient
        .from('invitations')
        .select('code_id')
        .eq('email', email)
        .single()
        .throwOnError()
      await page.goto('/dashboard/invite')
      await press(page.getByRole('button', { name: `Change the invitation to ${email}` }))
      return {
        submit: () => press(page.getByRole('dialog').getByRole('button', { name: 'Revoke' })),
        effect: () => countRows(adminClient, 'invite_codes', { id: data.code_id, is_revoked: true }),
      }
    },
  },
]
