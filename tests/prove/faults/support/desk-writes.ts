import { newBenefit, placeOrder } from '../../../e2e/support/seed.ts'
import { noBody } from './benefit-writes.ts'
import { operation } from './calls.ts'
import { confirmed, form, press, visit } from './page-actions.ts'
import { countRows, type Stage, unique, type Writing } from './writing.ts'

/** An order of a benefit of its own. */
async function newOrder({ member, adminClient }: Stage) {
  await adminClient
    .from('profiles')
    .update({ current_tokens: 25, adjustment_reason: 'Fault' })
    .eq('id', member.id)
    .throwOnError()
  const benefit = await newBenefit(unique(), 1)
  const { id } = await placeOrder(member, benefit)
  return { id, benefit: benefit.id }
}

async function openDetails(stage: Stage) {
  const { id } = await newOrder(stage)
  await visit(stage.page, `/admin/orders?order=${id}`)
  return { id, dialog: stage.page.getByRole('dialog', { name: 'Order Details' }) }
}

/** What an admin writes at the desk of the orders. */
export const deskWrites: Writing[] = [
  {
    ...operation('assign an order'),
    says: 'Failed to assign',
    done: 'Assigned to you',
    settles: true,
    prepare: async (stage) => {
      const { id, dialog } = await openDetails(stage)
      return {
        submit: () => press(dialog.getByRole('button', { name: 'Assign to me' })),
        effect: () => countRows(stage.adminClient, 'order_desk', { order_id: id }),
      }
    },
  },
  {
    ...operation('write a note'),
    says: 'Failed to add the note',
    done: 'Note added',
    fine: noBody,
    prepare: async (stage) => {
      const { id, dialog } = await openDetails(stage)
      return form(dialog, { 'Add a note': 'Wants a team seat' }, /^Add$/, () =>
        countRows(stage.adminClient, 'order_notes', { order_id: id }),
      )
    },
  },
  {
    ...operation('save a view'),
    says: 'Failed to save the view',
    done: 'View saved',
    found: 'You already have a view with this name.',
    fine: noBody,
    prepare: async ({ page, adminClient }) => {
      await adminClient.from('admin_views').delete().neq('name', '').throwOnError()
      const name = unique('View')
      await visit(page, '/admin/orders?status=processing')
      await press(page.getByRole('button', { name: 'Save view' }))
      const dialog = page.getByRole('dialog', { name: 'Save this view' })
      return form(dialog, { Name: name }, 'Save view', () => countRows(adminClient, 'admin_views', { name }))
    },
  },
  {
    ...operation('delete a view'),
    says: 'Failed to delete the view',
    done: 'View deleted',
    prepare: async ({ page, adminClient }) => {
      await adminClient.from('admin_views').delete().neq('name', '').throwOnError()
      const name = unique('View')
      await adminClient
        .from('admin_views')
        .insert({ name, filter: { status: 'completed' } })
        .throwOnError()
      await visit(page, '/admin/orders?status=completed')
      return confirmed(
        page.getByRole('button', { name: 'Delete view' }),
        page.getByRole('dialog').getByRole('button', { name: 'Delete view' }),
        async () => 1 - (await countRows(adminClient, 'admin_views', { name })),
      )
    },
  },
  {
    name: 'save the late credit',
    call: 'PATCH app_settings',
    says: 'The late credit was not saved.',
    done: 'Late credit saved',
    prepare: async ({ page, adminClient }) => {
      const cap = String(10 + Math.floor(Math.random() * 900))
      await visit(page, '/admin/orders')
      await press(page.getByRole('button', { name: /^Late credit/ }))
      const dialog = page.getByRole('dialog', { name: 'Late credit' })
      return form(dialog, { 'At most': cap }, 'Save changes', () =>
        countRows(adminClient, 'app_settings', { key: 'sla_credit_cap', value: cap }),
      )
    },
  },
  {
    name: 'set the status of many orders',
    operation: 'set the status of many orders',
    call: 'POST rpc/set_order_statuses',
    says: 'Failed to run this',
    done: '1 marked delivered',
    prepare: async (stage) => {
      const { page, adminClient } = stage
      const { id, benefit } = await newOrder(stage)
      await visit(page, `/admin/orders?benefit=${benefit}`)
      await press(page.getByRole('checkbox', { name: /^Select ORD-/ }))
      await press(page.getByRole('button', { name: 'Mark delivered' }))
      const run = page.getByRole('dialog').getByRole('button', { name: 'Mark 1 delivered' })
      await page.getByRole('dialog').getByText('Will change', { exact: true }).waitFor()
      return {
        submit: () => press(run),
        effect: () => countRows(adminClient, 'orders', { id, status: 'delivered' }),
      }
    },
  },
  {
    ...operation('write a note on many orders'),
    says: 'Failed to run this',
    done: '1 given a note',
    prepare: async (stage) => {
      const { page, adminClient } = stage
      const { id, benefit } = await newOrder(stage)
      await visit(page, `/admin/orders?benefit=${benefit}`)
      await press(page.getByRole('checkbox', { name: /^Select ORD-/ }))
      await press(page.getByRole('button', { name: 'Add note' }))
      const dialog = page.getByRole('dialog')
      await dialog.getByText('Will change', { exact: true }).waitFor()
      return form(dialog, { 'Internal note on each order': 'Ask the maker' }, 'Add a note to 1', () =>
        countRows(adminClient, 'order_notes', { order_id: id }),
      )
    },
  },
  {
    name: 'undo an operation',
    operation: 'undo an operation',
    call: 'POST rpc/undo_operation',
    says: 'Not undone',
    done: '1 order as before',
    settles: true,
    prepare: async (stage) => {
      const { page, adminClient } = stage
      const { id, benefit } = await newOrder(stage)
      await adminClient
        .rpc('set_order_statuses', { p_ids: [id], p_status: 'completed', p_dry_run: false })
        .throwOnError()
      await visit(page, `/admin/orders?benefit=${benefit}`)
      return {
        submit: () => press(page.getByRole('button', { name: /^Undo/ })),
        effect: () => countRows(adminClient, 'orders', { id, status: 'pending' }),
      }
    },
  },
]
