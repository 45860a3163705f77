import { newBenefit } from '../../../e2e/support/seed.ts'
import { type Client, countRows } from './count-rows.ts'
import { fill, press, pressConfirmed, visit } from './hands.ts'
import type { Writing } from './writing.ts'

const short = () => crypto.randomUUID().slice(0, 8)

/** What an admin writes of benefits; `client` reads around the proxy. */
export function benefitWrites(straight: string, client: Client): Writing[] {
  return [
    {
      name: 'a new benefit',
      call: ['POST', /^\/rest\/v1\/benefits\b/],
      says: 'Failed to save benefit',
      done: 'Benefit created successfully',
      // Its answer has no body.
      fine: ['cut', 'truncated', 'empty'],
      prepare: async (page) => {
        const name = `Fault ${short()}`
        await visit(page, '/admin/benefits')
        await press(page.getByRole('button', { name: 'Add Benefit' }))
        const dialog = page.getByRole('dialog', { name: 'Create New Benefit' })
        const fields = { name: dialog.getByLabel('Name'), description: dialog.getByLabel('Description') }
        await fill(fields.name, name)
        await fill(fields.description, 'For one test.')
        await fill(dialog.getByLabel('Token Value'), '7')
        return {
          submit: () => press(dialog.getByRole('button', { name: 'Create benefit' })),
          typed: [
            [fields.name, name],
            [fields.description, 'For one test.'],
            [dialog.getByLabel('Token Value'), '7'],
          ],
          effect: () => countRows(client, 'benefits', 'name', name),
        }
      },
    },
    {
      name: 'a benefit',
      call: ['PATCH', /^\/rest\/v1\/benefits\?/],
      says: 'Failed to save benefit',
      done: 'Benefit updated successfully',
      prepare: async (page) => {
        const { name } = await newBenefit(straight, `Fault ${short()}`, 1)
        const better = `Better ${short()}`
        await visit(page, `/admin/benefits?q=${encodeURIComponent(name)}`)
        await press(page.getByRole('button', { name: `Edit ${name}` }))
        const field = page.getByRole('dialog').getByLabel('Description')
        await fill(field, better)
        return {
          submit: () => press(page.getByRole('button', { name: 'Save changes' })),
          typed: [[field, better]],
          effect: () => countRows(client, 'benefits', 'description', better),
        }
      },
    },
    {
      name: 'whether a benefit is active',
      call: ['PATCH', /^\/rest\/v1\/benefits\?/],
      says: 'Failed to save benefit',
      done: 'Benefit updated successfully',
      settles: true,
      prepare: async (page) => {
        const { id, name } = await newBenefit(straight, `Fault ${short()}`, 1)
        await visit(page, `/admin/benefits?q=${encodeURIComponent(name)}`)
        return {
          submit: () => press(page.getByRole('switch', { name: `Active: ${name}` })),
          effect: async () => {
            const { data } = await client
              .from('benefits')
              .select('is_active')
              .eq('id', id)
              .single()
              .throwOnError()
            return data.is_active ? 0 : 1
          },
        }
      },
    },
    {
      name: 'the end of a benefit',
      call: ['DELETE', /^\/rest\/v1\/benefits\?/],
      says: 'Failed to delete benefit',
      done: 'Benefit deleted successfully',
      settles: true,
      prepare: async (page) => {
        const { name } = await newBenefit(straight, `Fault ${short()}`, 1)
        await visit(page, `/admin/benefits?q=${encodeURIComponent(name)}`)
        return {
          submit: () =>
            pressConfirmed(
              page.getByRole('button', { name: `Delete ${name}` }),
              page.getByRole('button', { name: 'Delete benefit' }),
            ),
          effect: async () => 1 - (await countRows(client, 'benefits', 'name', name)),
        }
      },
    },
  ]
}
