import { operation } from './calls.ts'
import { press, visit } from './page-actions.ts'
import { countRows, type Stage, unique, type Writing } from './writing.ts'

async function endOfMembership({ adminClient, member }: Stage): Promise<number> {
  const profile = adminClient.from('profiles').select('membership_end_date').eq('id', member.id)
  return Date.parse((await profile.single().throwOnError()).data.membership_end_date ?? '')
}

const year = 365 * 24 * 60 * 60 * 1000

/** What an admin gives to many members at once. */
export const grantWrites: Writing[] = [
  {
    ...operation('grant tokens to many'),
    says: 'Failed to run this',
    done: 'Tokens granted to 1',
    prepare: async ({ page, adminClient, member }) => {
      const reason = unique()
      await visit(page, '/admin/users')
      await press(page.getByRole('button', { name: 'Grant tokens' }))
      const dialog = page.getByRole('dialog')
      await dialog.getByLabel('Paste lines').fill(`${member.email},3,${reason}`)
      await press(dialog.getByRole('button', { name: 'Check 1 line' }))
      await dialog.getByText('Will change', { exact: true }).waitFor()
      return {
        submit: () => press(dialog.getByRole('button', { name: 'Grant tokens to 1', exact: true })),
        effect: () => countRows(adminClient, 'token_transactions', { user_id: member.id, reason }),
      }
    },
  },
  {
    ...operation('extend memberships'),
    says: 'Failed to run this',
    done: '1 extended by 12 months',
    prepare: async (stage) => {
      const { page, member } = stage
      const before = await endOfMembership(stage)
      await visit(page, `/admin/users?q=${encodeURIComponent(member.email)}`)
      await press(page.getByRole('checkbox', { name: /^Select Faulty/ }))
      await press(page.getByRole('button', { name: 'Extend memberships' }))
      const dialog = page.getByRole('dialog')
      await dialog.getByText('Will change', { exact: true }).waitFor()
      return {
        submit: () => press(dialog.getByRole('button', { name: 'Extend 1 by 12 months' })),
        effect: async () => Math.round(((await endOfMembership(stage)) - before) / year),
      }
    },
  },
]
