import type { Locator } from '@playwright/test'
import { clientOf } from '../../../e2e/support/client.ts'
import type { newMember } from '../../../e2e/support/members.ts'
import { newTokenCode } from '../../../e2e/support/members.ts'
import { newBenefit } from '../../../e2e/support/seed.ts'
import { fill, press, visit } from './hands.ts'
import type { Writing } from './writing.ts'

type Member = Awaited<ReturnType<typeof newMember>>

/** What a member writes, each with rows of its own; `straight` is the way around the proxy. */
export function memberWrites(straight: string, member: Member): Writing[] {
  const { client, id } = member

  /** What the ledger says of one thing, in entries. */
  async function entries(column: 'description' | 'order_id', value: string) {
    const { data } = await client
      .from('token_transactions')
      .select('amount')
      .eq('account_id', id)
      .eq(column, value)
      .throwOnError()
    return data.length
  }

  return [
    {
      name: 'an order',
      call: ['POST', /^\/rest\/v1\/orders\b/],
      says: 'Something went wrong. Please try again.',
      done: 'Order Placed Successfully!',
      prepare: async (page) => {
        const benefit = await newBenefit(straight, `Fault ${crypto.randomUUID().slice(0, 8)}`, 1)
        await visit(page, `/dashboard/benefits?q=${encodeURIComponent(benefit.name)}`)
        await press(page.getByRole('button', { name: `Redeem ${benefit.name} for 1 token` }))
        const dialog = page.getByRole('dialog')
        const email = dialog.getByLabel('Delivery email')
        await fill(email, 'elsewhere@guild.example')
        return {
          submit: () => press(dialog.getByRole('button', { name: /^Redeem for/ })),
          typed: [[email, 'elsewhere@guild.example']],
          effect: async () => {
            const { data } = await client
              .from('orders')
              .select('id')
              .eq('benefit_id', benefit.id)
              .throwOnError()
            const charged = await Promise.all(data.map((order) => entries('order_id', order.id)))
            return data.length === 1 && charged[0] !== 1 ? Number.NaN : data.length
          },
        }
      },
    },
    {
      name: 'a token code',
      call: ['POST', /^\/rest\/v1\/rpc\/redeem_code/],
      says: 'Redemption Failed',
      done: "You've received 3 tokens.",
      prepare: async (page) => {
        const code = await newTokenCode(straight, 3)
        await visit(page, '/dashboard/redeem')
        const field = page.getByLabel('Token code')
        await fill(field, code)
        return {
          submit: () => press(page.getByRole('button', { name: 'Redeem code' })),
          typed: [[field, code]],
          effect: () => entries('description', `Redeemed code ${code}`),
        }
      },
    },
    {
      name: 'the own profile',
      call: ['PATCH', /^\/rest\/v1\/profiles\?/],
      says: 'Update Failed',
      done: 'Your profile has been updated successfully.',
      prepare: async (page) => {
        const name = `Fault ${crypto.randomUUID().slice(0, 8)}`
        await visit(page, '/dashboard/profile')
        const fields = { name: page.getByLabel('Full name'), phone: page.getByLabel('Phone') }
        await fill(fields.name, name)
        await fill(fields.phone, '+47 22 00 11 22')
        return {
          submit: () => press(page.getByRole('button', { name: 'Save changes' })),
          typed: [
            [fields.name, name],
            [fields.phone, '+47 22 00 11 22'],
          ],
          effect: async () => {
            const { data } = await client
              .from('profiles')
              .select('name')
              .eq('id', id)
              .eq('name', name)
              .throwOnError()
            return data.length
          },
        }
      },
    },
    {
      name: 'a new password',
      call: ['PUT', /^\/auth\/v1\/user/],
      says: 'Update Failed',
      done: 'Password Updated',
      prepare: async (page) => {
        const { email, password: current } = member
        const next = `a new password ${crypto.randomUUID()}`
        await visit(page, '/dashboard/profile')
        await press(page.getByRole('button', { name: 'Change password' }))
        const dialog = page.getByRole('dialog', { name: 'Change password' })
        const typed = ([label, value]: [string, string]): [Locator, string] => [
          dialog.getByLabel(label, { exact: true }),
          value,
        ]
        const fields = [
          typed(['Current password', current]),
          typed(['New password', next]),
          typed(['Repeat the new password', next]),
        ]
        for (const [field, value] of fields) await fill(field, value)
        return {
          submit: () => press(dialog.getByRole('button', { name: 'Save new password' })),
          typed: fields,
          effect: () =>
            clientOf(straight, { email, password: next }).then(
              () => {
                member.password = next
                return 1
              },
              () => 0,
            ),
        }
      },
    },
  ]
}
