import { clientOf } from '../../../e2e/support/client.ts'
import { newTokenCode } from '../../../e2e/support/members.ts'
import { openNotices } from '../../../e2e/support/notices.ts'
import { newBenefit, placeOrder } from '../../../e2e/support/seed.ts'
import { operation } from './calls.ts'
import { catalogueWrites } from './catalogue-writes.ts'
import { deletionWrites } from './deletion-writes.ts'
import { failures, faults } from './faults.ts'
import { inviteWrites } from './invite-writes.ts'
import { form, press, visit } from './page-actions.ts'
import { countRows, unique, type Writing } from './writing.ts'

export const memberWrites: Writing[] = [
  ...catalogueWrites,
  ...inviteWrites,
  ...deletionWrites,
  {
    ...operation('place an order'),
    core: true,
    says: 'Something went wrong. Please try again.',
    done: 'Order Placed Successfully!',
    prepare: async ({ page, member: { client } }) => {
      const { id, name } = await newBenefit(unique(), 1)
      await visit(page, `/dashboard/benefits?q=${encodeURIComponent(name)}`)
      await press(page.getByRole('button', { name: `Redeem ${name} for 1 token` }))
      const fields = { 'Delivery email': 'elsewhere@guild.example' }
      return form(page.getByRole('dialog'), fields, /^Redeem for/, async () => {
        const orders = await countRows(client, 'orders', { benefit_id: id })
        const charges = await countRows(client, 'token_transactions', { description: `Redeemed: ${name}` })
        return orders === charges ? orders : Number.NaN
      })
    },
  },
  {
    ...operation('redeem a token code'),
    core: true,
    says: 'Redemption Failed',
    done: "You've received 3 tokens.",
    prepare: async ({ page, member: { client } }) => {
      const code = await newTokenCode(3)
      await visit(page, '/dashboard/redeem')
      return form(page, { 'Token code': code }, 'Redeem code', () =>
        countRows(client, 'token_transactions', { description: `Redeemed code ${code}` }),
      )
    },
  },
  {
    ...operation('rename a person'),
    says: 'Update Failed',
    done: 'Your profile has been updated successfully.',
    prepare: async ({ page, member: { client } }) => {
      const name = unique()
      await visit(page, '/dashboard/profile')
      const fields = { 'Full name': name, Phone: '+47 22 00 11 22' }
      return form(page, fields, 'Save changes', () => countRows(client, 'profiles', { name }))
    },
  },
  {
    ...operation('mark notifications as read'),
    says: 'The notices could not be marked as read.',
    done: 'All notices are read.',
    // The panel reads its list again before it says anything.
    fine: failures.filter((name) => faults[name].reached),
    prepare: async ({ page, adminClient, member }) => {
      const benefit = await newBenefit(unique(), 1)
      const { id: order_id } = await placeOrder(member, benefit)
      const begun = adminClient.from('orders').update({ status: 'processing' }).eq('id', order_id)
      await begun.select().single().throwOnError()
      await visit(page, '/dashboard/redeem')
      const panel = await openNotices(page)
      const read = panel.getByRole('button', { name: 'Mark all as read' })
      // Only what the panel shows is marked.
      await panel.getByText(benefit.name).waitFor()
      const own = member.client.from('notifications').select('read_at').eq('order_id', order_id).single()
      return {
        submit: () => press(read),
        effect: async () => ((await own.throwOnError()).data.read_at ? 1 : 0),
      }
    },
  },
  {
    ...operation('choose what to be told'),
    // The first choice of a kind is an insert, each further one changes it.
    call: 'PATCH notification_preferences',
    says: 'Your choices could not be saved.',
    done: 'Your choices have been saved.',
    fine: ['truncated', 'empty'],
    prepare: async ({ page, member: { client, id } }) => {
      await client
        .from('notification_preferences')
        .upsert({ user_id: id, kind: 'favourites', in_app: true, by_email: true })
        .throwOnError()
      await visit(page, '/dashboard/profile?tab=notifications')
      const box = page.getByRole('checkbox', { name: 'Favourites: by email' })
      await box.waitFor()
      const chosen = { kind: 'favourites', by_email: !(await box.isChecked()) }
      await box.setChecked(chosen.by_email)
      return {
        submit: () => press(page.getByRole('button', { name: 'Save changes' })),
        effect: () => countRows(client, 'notification_preferences', chosen),
      }
    },
  },
  {
    name: 'change the password',
    call: 'PUT /auth/v1/user',
    says: 'Update Failed',
    done: 'Password Updated',
    prepare: async ({ page, member }) => {
      const { email, password: current } = member
      const password = unique('a new password')
      await visit(page, '/dashboard/profile')
      await press(page.getByRole('button', { name: 'Change password' }))
      const dialog = page.getByRole('dialog', { name: 'Change password' })
      const fields = {
        'Current password': current,
        'New password': password,
        'Repeat the new password': password,
      }
      return form(dialog, fields, 'Save new password', async () => {
        const changed = await clientOf({ email, password }).catch(() => undefined)
        if (changed) member.password = password
        return changed ? 1 : 0
      })
    },
  },
]
