import { newMember } from '../../../e2e/support/members.ts'
import { newBenefit, placeOrder } from '../../../e2e/support/seed.ts'
import { benefitWrites, noBody } from './benefit-writes.ts'
import { operation } from './calls.ts'
import { categoryWrites } from './category-writes.ts'
import { codeWrites } from './code-writes.ts'
import { deskWrites } from './desk-writes.ts'
import { grantWrites } from './grant-writes.ts'
import { invitationWrites } from './invitation-writes.ts'
import { confirmed, form, press, visit } from './page-actions.ts'
import { waitlistWrites } from './waitlist-writes.ts'
import { countRows, unique, type Writing } from './writing.ts'

const userAt = (email: string) => `/admin/users?q=${encodeURIComponent(email)}`

/** What an admin writes on rows of one test. */
export const adminWrites: Writing[] = [
  ...benefitWrites,
  ...categoryWrites,
  ...codeWrites,
  ...deskWrites,
  ...grantWrites,
  ...invitationWrites,
  ...waitlistWrites,
  {
    ...operation('edit a balance'),
    says: 'Failed to save user',
    done: 'User updated successfully',
    found: 'Nothing was saved',
    prepare: async ({ page, adminClient, member: { id, name, email } }) => {
      const { data } = await adminClient.from('profiles').select().eq('id', id).single().throwOnError()
      const adjustment = { account_id: id, transaction_type: 'adjustment' }
      const count = await countRows(adminClient, 'token_transactions', adjustment)
      await page.goto(userAt(email))
      await press(page.getByRole('button', { name: `Edit ${name}` }))
      const fields = { 'Current Tokens': String(data.current_tokens + 10), Reason: 'Fault' }
      return form(page.getByRole('dialog'), fields, 'Save changes', async () => {
        return (await countRows(adminClient, 'token_transactions', adjustment)) - count
      })
    },
  },
  {
    ...operation('change a role'),
    says: 'Failed to update user role',
    done: 'has been made an admin',
    settles: true,
    prepare: async ({ page, adminClient, member: { id, name, email } }) => {
      await adminClient.from('profiles').update({ role: 'user' }).eq('id', id).throwOnError()
      await page.goto(userAt(email))
      return confirmed(
        page.getByRole('button', { name: `Make Admin: ${name}` }),
        page.getByRole('dialog').getByRole('button', { name: 'Make Admin' }),
        () => countRows(adminClient, 'profiles', { id, role: 'admin' }),
      )
    },
  },
  {
    ...operation('delete a person'),
    says: 'Failed to delete user',
    done: 'User deleted successfully',
    settles: true,
    prepare: async ({ page, adminClient }) => {
      const { id, name, email } = await newMember(unique())
      await visit(page, userAt(email))
      return confirmed(
        page.getByRole('button', { name: `Delete ${name}` }),
        page.getByRole('button', { name: 'Delete user' }),
        async () => 1 - (await countRows(adminClient, 'profiles', { id })),
      )
    },
  },
  {
    ...operation('set the status of an order'),
    core: true,
    says: 'Failed to update order status',
    done: 'Order status updated to cancelled',
    prepare: async ({ page, adminClient, member }) => {
      const { id } = await placeOrder(member, await newBenefit(unique(), 1))
      await visit(page, `/admin/orders?order=${id}`)
      const dialog = page.getByRole('dialog', { name: 'Order Details' })
      return confirmed(
        dialog.getByRole('button', { name: 'Cancel', exact: true }),
        page.getByRole('button', { name: 'Cancel order' }),
        () => countRows(adminClient, 'token_transactions', { order_id: id, transaction_type: 'refund' }),
      )
    },
  },
  {
    ...operation('store the logo'),
    says: 'The logo could not be changed.',
    done: 'Email branding logo URL has been updated',
    fine: noBody,
    prepare: async ({ page, adminClient }) => {
      const value = `https://pictures.example/${crypto.randomUUID()}.png`
      await visit(page, '/admin/email-branding')
      const fields = { 'Custom logo path or URL': value }
      return form(page, fields, /^Update$/, () => countRows(adminClient, 'app_settings', { value }))
    },
  },
]
