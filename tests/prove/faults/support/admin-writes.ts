import type { APIRequestContext } from '@playwright/test'
import { clientOf } from '../../../e2e/support/client.ts'
import { newMember } from '../../../e2e/support/members.ts'
import { admin } from '../../../e2e/support/people.ts'
import { newBenefit, placeOrder } from '../../../e2e/support/seed.ts'
import { benefitWrites } from './benefit-writes.ts'
import { codeWrites } from './code-writes.ts'
import { countRows } from './count-rows.ts'
import { fill, press, pressConfirmed, visit } from './hands.ts'
import type { Writing } from './writing.ts'

type Member = Awaited<ReturnType<typeof newMember>>

const short = () => crypto.randomUUID().slice(0, 8)

/** What an admin writes on rows that nobody else touches; `member` is the person that is edited. */
export async function adminWrites(
  straight: string,
  member: Member,
  request: APIRequestContext,
): Promise<Writing[]> {
  const { client } = await clientOf(straight, admin)

  async function person() {
    const { data } = await client.from('profiles').select().eq('id', member.id).single().throwOnError()
    return data
  }

  return [
    ...benefitWrites(straight, client),
    ...codeWrites(client),
    {
      name: 'a balance',
      call: ['PATCH', /^\/rest\/v1\/profiles\?/],
      says: 'Failed to save user',
      done: 'User updated successfully',
      found: 'Nothing was saved',
      prepare: async (page) => {
        const { name, email, current_tokens } = await person()
        const tokens = String(current_tokens + 10)
        const { count } = await adjustments()
        await page.goto(`/admin/users?q=${encodeURIComponent(email)}`)
        await press(page.getByRole('button', { name: `Edit ${name}` }))
        const field = page.getByRole('dialog').getByLabel('Current Tokens')
        await fill(field, tokens)
        await fill(page.getByRole('dialog').getByLabel('Reason'), 'Fault')
        return {
          submit: () => press(page.getByRole('button', { name: 'Save changes' })),
          typed: [[field, tokens]],
          effect: async () => ((await adjustments()).count ?? 0) - (count ?? 0),
        }
      },
    },
    {
      name: 'the role of a user',
      call: ['PATCH', /^\/rest\/v1\/profiles\?/],
      says: 'Failed to update user role',
      done: 'has been made an admin',
      settles: true,
      prepare: async (page) => {
        const { name, email } = await person()
        await client.from('profiles').update({ role: 'user' }).eq('id', member.id).throwOnError()
        await page.goto(`/admin/users?q=${encodeURIComponent(email)}`)
        return {
          submit: () =>
            pressConfirmed(
              page.getByRole('button', { name: `Make Admin: ${name}` }),
              page.getByRole('dialog').getByRole('button', { name: 'Make Admin' }),
            ),
          effect: async () => ((await person()).role === 'admin' ? 1 : 0),
        }
      },
    },
    {
      name: 'the end of a user',
      call: ['DELETE', /^\/rest\/v1\/profiles\?/],
      says: 'Failed to delete user',
      done: 'User deleted successfully',
      settles: true,
      prepare: async (page) => {
        const { id, name, email } = await newMember(straight, request, `Fault ${short()}`)
        await visit(page, `/admin/users?q=${encodeURIComponent(email)}`)
        return {
          submit: () =>
            pressConfirmed(
              page.getByRole('button', { name: `Delete ${name}` }),
              page.getByRole('button', { name: 'Delete user' }),
            ),
          effect: async () => 1 - (await countRows(client, 'profiles', 'id', id)),
        }
      },
    },
    {
      name: 'the status of an order',
      call: ['PATCH', /^\/rest\/v1\/orders\?/],
      says: 'Failed to update order status',
      done: 'Order status updated to cancelled',
      prepare: async (page) => {
        const benefit = await newBenefit(straight, `Fault ${short()}`, 1)
        const { id } = await placeOrder(member, benefit)
        await visit(page, `/admin/orders?order=${id}`)
        const dialog = page.getByRole('dialog', { name: 'Order Details' })
        return {
          submit: () =>
            pressConfirmed(
              dialog.getByRole('button', { name: 'Cancel', exact: true }),
              page.getByRole('button', { name: 'Cancel order' }),
            ),
          effect: async () => {
            const { data } = await client
              .from('token_transactions')
              .select('id')
              .eq('order_id', id)
              .eq('transaction_type', 'refund')
              .throwOnError()
            return data.length
          },
        }
      },
    },
    {
      name: 'the logo',
      call: ['POST', /^\/rest\/v1\/app_settings\b/],
      says: 'The logo could not be changed.',
      done: 'Email branding logo URL has been updated',
      // Its answer has no body.
      fine: ['cut', 'truncated', 'empty'],
      prepare: async (page) => {
        const url = `https://pictures.example/${short()}.png`
        await visit(page, '/admin/email-branding')
        const field = page.getByLabel('Custom logo path or URL')
        await fill(field, url)
        return {
          submit: () => press(page.getByRole('button', { name: 'Update', exact: true })),
          typed: [[field, url]],
          effect: async () => {
            const { data } = await client.from('app_settings').select('key').eq('value', url).throwOnError()
            return data.length
          },
        }
      },
    },
  ]

  async function adjustments() {
    return client
      .from('token_transactions')
      .select('id', { count: 'exact', head: true })
      .eq('account_id', member.id)
      .eq('transaction_type', 'adjustment')
      .throwOnError()
  }
}
