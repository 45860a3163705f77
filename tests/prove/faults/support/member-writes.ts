import { clientOf } from '../../../e2e/support/client.ts'
import { newTokenCode } from '../../../e2e/support/members.ts'
import { newBenefit } from '../../../e2e/support/seed.ts'
import { operation } from './calls.ts'
import { form, press, visit } from './hands.ts'
import { countRows, unique, type Writing } from './writing.ts'

export const memberWrites: Writing[] = [
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
