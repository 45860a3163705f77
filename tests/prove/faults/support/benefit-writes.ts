import { newPool } from '../../../e2e/support/deliveries.ts'
import { newBenefit } from '../../../e2e/support/seed.ts'
import { operation } from './calls.ts'
import { confirmed, form, press, visit } from './page-actions.ts'
import { countRows, type Stage, unique, type Writing } from './writing.ts'

/** Its response has no body. */
export const noBody: Writing['fine'] = ['cut', 'truncated', 'empty']

/** Shows a new benefit in the list. */
async function shown({ page }: Stage) {
  const benefit = await newBenefit(unique(), 1)
  await visit(page, `/admin/benefits?q=${encodeURIComponent(benefit.name)}`)
  return benefit
}

export const benefitWrites: Writing[] = [
  {
    ...operation('create a benefit'),
    says: 'Failed to save benefit',
    done: 'Benefit created successfully',
    fine: noBody,
    prepare: async ({ page, adminClient }) => {
      const name = unique()
      await visit(page, '/admin/benefits')
      await press(page.getByRole('button', { name: 'Add Benefit' }))
      const dialog = page.getByRole('dialog', { name: 'Create New Benefit' })
      const fields = { Name: name, Description: 'For one test.', 'Token Value': '7' }
      return form(dialog, fields, 'Create benefit', () => countRows(adminClient, 'benefits', { name }))
    },
  },
  {
    ...operation('change a benefit'),
    says: 'Failed to save benefit',
    done: 'Benefit updated successfully',
    prepare: async (stage) => {
      const { page, adminClient } = stage
      const { name } = await shown(stage)
      const description = unique('Better')
      await press(page.getByRole('button', { name: `Edit ${name}` }))
      return form(page.getByRole('dialog'), { Description: description }, 'Save changes', () =>
        countRows(adminClient, 'benefits', { description }),
      )
    },
  },
  {
    ...operation('change a benefit'),
    name: 'deactivate a benefit',
    says: 'Failed to save benefit',
    done: 'Benefit updated successfully',
    settles: true,
    prepare: async (stage) => {
      const { id, name } = await shown(stage)
      return {
        submit: () => press(stage.page.getByRole('switch', { name: `Active: ${name}` })),
        effect: () => countRows(stage.adminClient, 'benefits', { id, is_active: false }),
      }
    },
  },
  {
    ...operation('change benefits'),
    says: 'Failed to run this',
    done: '1 deactivated',
    prepare: async (stage) => {
      const { page, adminClient } = stage
      const { id, name } = await shown(stage)
      await press(page.getByRole('checkbox', { name: `Select ${name}` }))
      await press(page.getByRole('button', { name: 'Deactivate', exact: true }))
      const dialog = page.getByRole('dialog')
      await dialog.getByText('Will change', { exact: true }).waitFor()
      return {
        submit: () => press(dialog.getByRole('button', { name: 'Deactivate 1' })),
        effect: () => countRows(adminClient, 'benefits', { id, is_active: false }),
      }
    },
  },
  {
    ...operation('put keys aside'),
    says: 'Failed to run this',
    done: '1 put aside',
    prepare: async ({ page, adminClient }) => {
      const { id } = await newPool(unique(), [`KEY-${crypto.randomUUID()}`])
      await visit(page, `/admin/benefits/${id}?tab=delivery`)
      await press(page.getByRole('checkbox', { name: /^Select KEY/ }))
      await press(page.getByRole('button', { name: 'Put aside', exact: true }))
      const dialog = page.getByRole('dialog')
      await dialog.getByText('Will change', { exact: true }).waitFor()
      return {
        submit: () => press(dialog.getByRole('button', { name: 'Put 1 aside' })),
        effect: async () => {
          const counts = adminClient.rpc('key_counts', { p_benefit_id: id }).single()
          return (await counts.throwOnError()).data.quarantined
        },
      }
    },
  },
  {
    ...operation('delete a benefit'),
    says: 'Failed to delete benefit',
    done: 'Benefit deleted successfully',
    settles: true,
    prepare: async (stage) => {
      const { name } = await shown(stage)
      const button = (label: string) => stage.page.getByRole('button', { name: label })
      return confirmed(
        button(`Delete ${name}`),
        button('Delete benefit'),
        async () => 1 - (await countRows(stage.adminClient, 'benefits', { name })),
      )
    },
  },
]
