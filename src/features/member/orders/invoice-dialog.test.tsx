import { screen, waitFor, within } from '@testing-library/react'
import { order } from '@tests/support/builders'
import { rowsAnswer, serveProfile } from '@tests/support/member-api'
import { renderPage, signInAs } from '@tests/support/render'
import { server } from '@tests/support/server'
import { http } from 'msw'
import { expect, it, vi } from 'vitest'
import { formatDate } from '@/lib/format'
import { OrdersPage } from './page'

async function openInvoice(over: Parameters<typeof order>[0] = {}, name = 'Invoice for ORD-000148') {
  await signInAs()
  serveProfile()
  server.use(http.get('*/rest/v1/orders', () => rowsAnswer([{ ...order(over), benefit: null }])))
  const { user } = renderPage(<OrdersPage />)
  await user.click(await screen.findByRole('button', { name }))
  return { user, dialog: await screen.findByRole('dialog', { name: 'Invoice', busy: false }) }
}

it('names order, date, status, member, delivery email, benefit and total, and says what it was paid with', async () => {
  const { dialog } = await openInvoice({ redemption_email: 'desk@ferreira.example' })
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
    expect(await within(dialog).findByText(text)).toBeVisible()
  }
  expect(within(dialog).getByRole('row', { name: /^Total/ })).toHaveTextContent('Total25 tokens')
})

it('says that a cancelled order cost nothing in the end', async () => {
  const { dialog } = await openInvoice({ status: 'cancelled' })
  expect(
    within(dialog).getByText('Cancelled. The tokens were given back; no money was charged.'),
  ).toBeVisible()
  expect(within(dialog).getByRole('row', { name: /^Total/ })).toHaveTextContent('0 tokens')
})

it('opens for a legacy order of a deleted benefit', async () => {
  const bare = { order_number: null, benefit_name: null, benefit_token_value: null, customer_name: null }
  const { dialog } = await openInvoice({ ...bare, status: 'on hold' }, 'Invoice for Deleted Benefit')
  expect(within(dialog).getByText('Legacy Order')).toBeVisible()
  expect(within(dialog).getByText('Order status is being updated')).toBeVisible()
  expect(await within(dialog).findByText('Tamsin Ferreira')).toBeVisible()
})

it('prints, and closes', async () => {
  const print = vi.fn()
  window.print = print
  const { user, dialog } = await openInvoice()
  await user.click(within(dialog).getByRole('button', { name: 'Print' }))
  expect(print).toHaveBeenCalledOnce()
  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(screen.getByRole('button', { name: 'Invoice for ORD-000148' })).toHaveFocus()
})
