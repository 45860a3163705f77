import { screen, waitFor, within } from '@testing-library/react'
import { operationResult, serveOperationCalls } from '@tests/support/operations-api'
import { adminOrders, serveOrders } from '@tests/support/orders-api'
import { openOrders, signInAsAdmin } from '@tests/support/orders-page'
import { seeToast } from '@tests/support/toasts'
import { beforeEach, expect, it } from 'vitest'

beforeEach(signInAsAdmin)

const answer = (body: object) => operationResult({ changed: 'p_ids' in body ? 2 : 3, emails: 0 })

async function open(query = '') {
  const orders = adminOrders(3)
  const served = serveOrders({ orders })
  const requests = serveOperationCalls({
    set_order_statuses: answer,
    note_orders: answer,
    continue_operation: () => operationResult(),
  })
  const { user } = openOrders(query)
  await screen.findByRole('row', { name: /ORD-000001/ })
  const bar = () => screen.queryByRole('region', { name: 'Selected orders' })
  return { ...served, user, orders, requests, bar }
}

const dialog = async (name: string) => within(await screen.findByRole('dialog', { name, busy: false }))

it('counts the selected orders and their tokens, and clears them', async () => {
  const { user, bar } = await open()
  expect(bar()).toBeNull()
  await user.keyboard('jxjx')
  expect(within(bar()!).getByRole('status')).toHaveTextContent('2 selected50 tokens')
  await user.click(within(bar()!).getByRole('button', { name: 'Clear' }))
  expect(bar()).toBeNull()
})

it('delivers the selected orders with content and a note, which only the run sends', async () => {
  const { user, bar, requests, orders } = await open()
  await user.keyboard('jxjx3')
  const inside = await dialog('Mark 2 orders delivered')
  await inside.findByRole('button', { name: 'Mark 2 delivered' })
  await user.click(inside.getByRole('button', { name: 'Add content' }))
  await user.selectOptions(inside.getByLabelText('Kind'), 'Link')
  await user.type(inside.getByLabelText('Link'), 'ftp://seats')
  await user.type(inside.getByLabelText(/^Internal note/), ' Batch of today ')
  await user.click(inside.getByRole('button', { name: 'Mark 2 delivered' }))
  expect(inside.getByText('Enter an address that starts with https:// or http://.')).toBeVisible()
  await user.clear(inside.getByLabelText('Link'))
  await user.type(inside.getByLabelText('Link'), 'https://seats.example')
  await user.click(inside.getByRole('button', { name: 'Mark 2 delivered' }))
  await waitFor(() => expect(bar()).toBeNull())
  const p_ids = orders.slice(0, 2).map(({ id }) => id)
  expect(requests.set_order_statuses).toEqual([
    { p_ids, p_status: 'delivered', p_dry_run: true },
    {
      p_ids,
      p_status: 'delivered',
      p_dry_run: false,
      p_expected: answer({ p_ids }),
      p_kind: 'link',
      p_content: 'https://seats.example',
      p_message: '',
      p_note: 'Batch of today',
    },
  ])
})

it('sends the filters instead of ids for all matches, and continues until nothing remains', async () => {
  const { user, requests } = await open('?status=pending&assigned=nobody')
  const left = [500, 0]
  const calls = serveOperationCalls({
    set_order_statuses: () => operationResult({ remaining: 1000 }),
    continue_operation: () => operationResult({ remaining: left.shift() ?? 0 }),
  })
  await user.keyboard('a1')
  const inside = await dialog('Mark 198 orders processing')
  await user.click(await inside.findByRole('button', { name: 'Mark 198 processing' }))
  await waitFor(() => expect(calls.continue_operation).toHaveLength(2))
  expect(calls.set_order_statuses?.[0]).toEqual({
    p_filter: { status: 'pending', assigned: 'nobody' },
    p_status: 'processing',
    p_dry_run: true,
  })
  expect(calls.continue_operation).toEqual([{ p_operation_id: 'op-1' }, { p_operation_id: 'op-1' }])
  expect(requests.set_order_statuses).toEqual([])
})

it('offers the way out first when it cancels', async () => {
  const { user, requests } = await open()
  await user.keyboard('jx4')
  const inside = await dialog('Cancel 2 orders')
  expect(inside.getByRole('button', { name: 'Keep orders' })).toHaveFocus()
  await user.click(inside.getByRole('button', { name: 'Keep orders' }))
  expect(requests.set_order_statuses).toHaveLength(1)
})

it('writes a note on each, which must not be empty', async () => {
  const { user, requests } = await open()
  await user.keyboard('jxn')
  const inside = await dialog('Add a note to 2 orders')
  const add = await inside.findByRole('button', { name: 'Add a note to 2' })
  await waitFor(() => expect(add).not.toHaveAttribute('aria-busy'))
  await user.click(add)
  expect(inside.getByText('Enter a note.')).toBeVisible()
  await user.type(inside.getByLabelText('Internal note on each order'), 'Called them')
  await user.click(add)
  await waitFor(() => expect(requests.note_orders).toHaveLength(2))
  expect(requests.note_orders?.[1]).toMatchObject({ p_dry_run: false, p_note: 'Called them' })
})

it('assigns the selected orders, but not all that match', async () => {
  const { user, bar, assigned, orders } = await open()
  await user.keyboard('jx')
  await user.click(within(bar()!).getByRole('button', { name: 'More actions' }))
  await user.click(within(bar()!).getByRole('button', { name: 'Assign to me' }))
  await seeToast('Success', '1 order assigned to you')
  expect(assigned).toEqual([{ p_ids: [orders[0]?.id], p_assign: true }])
  expect(bar()).toBeNull()
  await user.keyboard('a')
  expect(within(bar()!).queryByRole('button', { name: 'Assign to me' })).toBeNull()
})

it('shows the keys, and turns them off', async () => {
  const { user, bar } = await open()
  await user.keyboard('?')
  const sheet = await dialog('Keyboard')
  expect(sheet.getByText('Select up to here')).toBeVisible()
  await user.click(sheet.getByRole('switch', { name: /^Single keys/ }))
  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await user.keyboard('a')
  expect(bar()).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Keyboard' }))
  await user.click((await dialog('Keyboard')).getByRole('switch', { name: /^Single keys/ }))
  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await user.keyboard('a')
  expect(bar()).not.toBeNull()
})
