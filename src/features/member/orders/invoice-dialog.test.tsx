import { screen, waitFor, within } from '@testing-library/react'
import { order } from '@tests/support/builders'
import { serveProfile, serveRows } from '@tests/support/member-api'
import { renderPage, signInAs } from '@tests/support/render'
import { expect, it, vi } from 'vitest'
import { formatDate } from '@/lib/format'
import { OrdersPage } from './page'

async function openInvoice(over: Parameters<typeof order>[0] = {}, name = 'Invoice for ORD-000148') {
  await signInAs()
  serveProfile()
  serveRows('orders', [{ ...order(over), benefit: null }])
  const { user } = renderPage(<OrdersPage />)
  await user.click(await screen.findByRole('button', { name }))
  const dialog = await screen.findByRole('dialog', { name: 'Invoice', busy: false })
  return { user, dialog, inside: within(dialog) }
}

it('shows order, date, status, member, delivery email, benefit and total', async () => {
  const { inside } = await openInvoice({ redemption_email: 'desk@ferreira.example' })
  for (const text of [
    'Guildhall',
    'Paid in tokens. No money was charged.',
    'ORD-000148',
    formatDate('2026-11-20T10:00:00Z'),
    'Pending',
    'Tamsin Ferreira',
    'tamsin@ferreira.example',
    'desk@ferreira.example',
    'Keystone Vault',
    'Password vault for a team of five. One year, with recovery and audit log.',
  ]) {
    expect(await inside.findByText(text)).toBeVisible()
  }
  expect(inside.getByRole('row', { name: /^Total/ })).toHaveTextContent('Total25 tokens')
})

it('shows that a cancelled order cost nothing', async () => {
  const { inside } = await openInvoice({ status: 'cancelled' })
  expect(inside.getByText('Cancelled. The tokens were given back; no money was charged.')).toBeVisible()
  expect(inside.getByRole('row', { name: /^Total/ })).toHaveTextContent('0 tokens')
})

it('opens for a legacy order of a deleted benefit', async () => {
  const bare = { order_number: null, benefit_name: null, benefit_token_value: null, customer_name: null }
  const { inside } = await openInvoice({ ...bare, status: 'on hold' }, 'Invoice for Deleted Benefit')
  expect(inside.getByText('Legacy Order')).toBeVisible()
  expect(inside.getByText('Order status is being updated')).toBeVisible()
  expect(await inside.findByText('Tamsin Ferreira')).toBeVisible()
})

it('prints, and closes', async () => {
  window.print = vi.fn()
  const { user, inside } = await openInvoice()
  await user.click(inside.getByRole('button', { name: 'Print' }))
  expect(window.print).toHaveBeenCalledOnce()
  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(screen.getByRole('button', { name: 'Invoice for ORD-000148' })).toHaveFocus()
})
