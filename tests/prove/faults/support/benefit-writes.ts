import { newBenefit } from '../../../e2e/support/office.ts'
import { type Client, countRows } from './count-rows.ts'
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
        await page.goto('/admin/benefits')
        await page.getByRole('button', { name: 'Add Benefit' }).click()
        const dialog = page.getByRole('dialog', { name: 'Create New Benefit' })
        const fields = { name: dialog.getByLabel('Name'), description: dialog.getByLabel('Description') }
        await fields.name.fill(name)
        await fields.description.fill('For one test.')
        await dialog.getByLabel('Token Value').fill('7')
        return {
          submit: () => dialog.getByRole('button', { name: 'Create benefit' }).click(),
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
        await page.goto(`/admin/benefits?q=${encodeURIComponent(name)}`)
        await page.getByRole('button', { name: `Edit ${name}` }).click()
        const field = page.getByRole('dialog').getByLabel('Description')
        await field.fill(better)
        return {
          submit: () => page.getByRole('button', { name: 'Save changes' }).click(),
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
        await page.goto(`/admin/benefits?q=${encodeURIComponent(name)}`)
        return {
          submit: () => page.getByRole('switch', { name: `Active: ${name}` }).click(),
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
        await page.goto(`/admin/benefits?q=${encodeURIComponent(name)}`)
        return {
          submit: async () => {
            await page.getByRole('button', { name: `Delete ${name}` }).click()
            await page.getByRole('button', { name: 'Delete benefit' }).click()
          },
          effect: async () => 1 - (await countRows(client, 'benefits', 'name', name)),
        }
      },
    },
  ]
}
