import { screen, waitFor, within } from '@testing-library/react'
import { serveAdminBenefits } from '@tests/support/admin-benefits-api'
import { benefit, memberId } from '@tests/support/builders'
import { held } from '@tests/support/held'
import { broken } from '@tests/support/member-api'
import { renderPage, signInAs } from '@tests/support/render'
import { server } from '@tests/support/server'
import { seeToast } from '@tests/support/toasts'
import { HttpResponse, http } from 'msw'
import { beforeEach, describe, expect, it } from 'vitest'
import { AdminBenefitsPage } from './page'

beforeEach(() => signInAs('henrik@guildhall.test', memberId))

const open = (query = '') =>
  renderPage(<AdminBenefitsPage />, { path: '/admin/benefits', route: `/admin/benefits${query}` })
const lantern = () => benefit({ name: 'Lantern Research', token_value: 55 })
const row = (name: RegExp) => screen.findByRole('row', { name })
const rowGone = (name: RegExp) =>
  waitFor(() => expect(screen.queryByRole('row', { name })).not.toBeInTheDocument())

it('lists benefits with value, orders, tokens spent, status and the total count', async () => {
  const shown = lantern()
  const hidden = benefit({ name: 'Old Vault', is_active: false, token_value: 5 })
  const figures = { [shown.id]: { orders: 1204, tokens: 66_220 } }
  const { lists } = serveAdminBenefits([shown, hidden], undefined, figures)
  open()
  expect(screen.getByText('Loading benefits')).toBeInTheDocument()
  const cells = async (name: RegExp) =>
    within(await row(name))
      .getAllByRole('cell')
      .slice(2, 7)
      .map((cell) => cell.textContent)
  const about = 'Ask across papers and filings and see every source. Three months.'
  await waitFor(async () =>
    expect(await cells(/Lantern/)).toEqual([about, '55 tokens', 'Active', '1,204', '66,220']),
  )
  expect(await cells(/Old Vault/)).toEqual([about, '5 tokens', 'Inactive', '0', '0'])
  expect(await screen.findByText('2 benefits in total')).toBeVisible()
  expect(screen.getAllByRole('columnheader').map((head) => head.textContent)).toEqual([
    'Select all on this page',
    'Name',
    'Description',
    'Token Value',
    'Status',
    'Orders',
    'Tokens spent',
    'Actions',
  ])
  expect(lists[0]?.get('order')).toBe('created_at.desc,id.desc')
})

it('offers the first benefit where there is none, and no search', async () => {
  serveAdminBenefits([])
  open()
  expect(await screen.findByText('0 benefits in total')).toBeVisible()
  await waitFor(() => expect(screen.getAllByRole('button', { name: 'Add Benefit' })).toHaveLength(2))
  expect(screen.queryByRole('searchbox')).not.toBeInTheDocument()
})

it('searches name and description, and keeps the total', async () => {
  serveAdminBenefits([lantern(), benefit({ name: 'Minutes', description: 'Notes with owners.' })])
  const { user } = open('?page=2&last=1')
  await user.type(await screen.findByRole('searchbox', { name: 'Search benefits' }), 'OWNERS')
  await rowGone(/Lantern/)
  expect(await row(/Minutes/)).toBeVisible()
  expect(await screen.findByText('1 to 1 of 1 benefit')).toBeVisible()
  expect(await screen.findByText('2 benefits in total')).toBeVisible()
  await user.click(await screen.findByRole('button', { name: 'Clear search' }))
  expect(await row(/Lantern/)).toBeVisible()
})

describe('status switch', () => {
  const on = () => screen.findByRole('switch', { name: 'Active: Lantern Research' })
  const off = () => screen.findByRole('switch', { name: 'Inactive: Lantern Research' })

  it('turns a benefit off and on, with one request for a double click', async () => {
    const first = lantern()
    const { sent } = serveAdminBenefits([first])
    const answer = held()
    server.use(http.patch('*/rest/v1/benefits', () => answer.released))
    const { user } = open()
    await user.dblClick(await on())
    expect(await off()).toHaveAttribute('aria-busy', 'true')
    await user.click(await off())
    answer.release()
    await seeToast('Success', 'Benefit updated successfully')
    expect(sent).toEqual([{ method: 'update', id: first.id, body: { is_active: false } }])
    await waitFor(async () => expect(await off()).not.toHaveAttribute('aria-busy'))
    await user.click(await off())
    expect(await on()).toBeChecked()
    await waitFor(() => expect(sent.at(-1)?.body).toEqual({ is_active: true }))
  })

  it.each([
    ['a failure', () => broken(), undefined],
    ['a former admin', () => HttpResponse.json([]), 'You are no longer an admin.'],
  ])('stays as it was on %s', async (_case, respond, message) => {
    serveAdminBenefits([lantern(), benefit({ name: 'Minutes' })])
    server.use(http.patch('*/rest/v1/benefits', respond))
    const { user } = open()
    await user.click(await on())
    await seeToast('Error', 'Failed to save benefit')
    expect(await on()).toBeChecked()
    const alert = within(await row(/Lantern/)).queryByRole('alert')
    expect(alert?.textContent).toBe(message)
  })
})

describe('delete', () => {
  async function openDelete(rows = [lantern(), benefit({ name: 'Minutes' })]) {
    const { sent } = serveAdminBenefits(rows)
    const { user } = open()
    const openDialog = async () => {
      await user.click(await screen.findByRole('button', { name: 'Delete Lantern Research' }))
      return within(await screen.findByRole('dialog', { name: 'Delete Lantern Research', busy: false }))
    }
    const press = async (name: string) => user.click(await screen.findByRole('button', { name }))
    return { rows, sent, dialog: await openDialog(), openDialog, press }
  }

  it('asks for confirmation', async () => {
    const { rows, sent, dialog, openDialog, press } = await openDelete()
    const [first] = rows
    expect(dialog.getByText('Are you sure you want to delete this benefit?')).toBeVisible()
    await press('Keep benefit')
    expect(sent).toEqual([])
    await openDialog()
    await press('Delete benefit')
    await seeToast('Success', 'Benefit deleted successfully')
    expect(sent).toEqual([{ method: 'delete', id: first?.id }])
    await rowGone(/Lantern/)
  })

  it.each([
    ['any failure', () => broken(), 'Nothing was deleted. Please try again.'],
    ['a former admin', () => HttpResponse.json([]), 'You are no longer an admin.'],
  ])('keeps the benefit on %s', async (_case, respond, message) => {
    const { press } = await openDelete()
    server.use(http.delete('*/rest/v1/benefits', respond))
    await press('Delete benefit')
    await seeToast('Error', 'Failed to delete benefit')
    expect(await screen.findByRole('alert')).toHaveTextContent(message)
    await press('Keep benefit')
    expect(await row(/Lantern/)).toBeVisible()
  })

  it('reports that someone else already did it, and updates the list', async () => {
    const { rows, press } = await openDelete()
    rows.shift()
    await press('Delete benefit')
    await seeToast('Error', 'Failed to delete benefit')
    expect(await screen.findByRole('alert')).toHaveTextContent(
      'This benefit was deleted since you opened it.',
    )
    await rowGone(/Lantern/)
  })
})
