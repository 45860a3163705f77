import { screen, waitFor, within } from '@testing-library/react'
import { serveAdminBenefits } from '@tests/support/admin-benefits-api'
import { benefit } from '@tests/support/builders'
import { held } from '@tests/support/held'
import { broken } from '@tests/support/member-api'
import { renderPage } from '@tests/support/render'
import { server } from '@tests/support/server'
import { seeToast } from '@tests/support/toasts'
import { HttpResponse, http } from 'msw'
import { expect, it } from 'vitest'
import { AdminBenefitsPage } from './page'

const open = (query = '') =>
  renderPage(<AdminBenefitsPage />, { path: '/admin/benefits', route: `/admin/benefits${query}` })
const lantern = () => benefit({ name: 'Lantern Research', token_value: 55 })

it('lists benefits with value, status and the total count', async () => {
  const { lists } = serveAdminBenefits([
    lantern(),
    benefit({ name: 'Old Vault', is_active: false, token_value: 5 }),
  ])
  open()
  expect(screen.getByRole('status', { name: '' })).toHaveTextContent('Loading benefits')
  const row = await screen.findByRole('row', { name: /Lantern Research/ })
  await waitFor(() => expect(row).toHaveTextContent(/Ask across papers.*55 tokens00Active/))
  expect(screen.getByRole('row', { name: /Old Vault/ })).toHaveTextContent('5 tokens00Inactive')
  expect(await screen.findByText('2 benefits in total')).toBeVisible()
  expect(screen.getAllByRole('columnheader').map((head) => head.textContent)).toEqual([
    'Name',
    'Description',
    'Token Value',
    'Orders',
    'Tokens spent',
    'Status',
    'Actions',
  ])
  expect(lists[0]?.get('order')).toBe('created_at.desc,id.desc')
})

it('shows the orders of each benefit and the tokens spent on it', async () => {
  const [row, other] = [lantern(), benefit({ name: 'Minutes' })]
  serveAdminBenefits([row, other], undefined, { [row.id]: { orders: 1204, tokens: 66_220 } })
  open()
  const cells = async (name: RegExp) =>
    within(await screen.findByRole('row', { name }))
      .getAllByRole('cell')
      .slice(3, 5)
      .map((cell) => cell.textContent)
  await waitFor(async () => expect(await cells(/Lantern/)).toEqual(['1,204', '66,220']))
  expect(await cells(/Minutes/)).toEqual(['0', '0'])
})

it('shows the list when the figures fail, says so, and tries again', async () => {
  serveAdminBenefits([lantern()])
  let down = true
  server.use(http.post('*/rest/v1/rpc/benefit_figures', () => (down ? broken() : undefined)))
  const { user } = open()
  const alert = await screen.findByRole('alert')
  expect(alert).toHaveTextContent('Orders and tokens per benefit could not be loaded.')
  expect(screen.getByRole('row', { name: /Lantern/ })).toHaveTextContent('55 tokens––Active')
  down = false
  await user.click(within(alert).getByRole('button', { name: 'Try again' }))
  await waitFor(() => expect(screen.getByRole('row', { name: /Lantern/ })).toHaveTextContent('tokens00'))
  expect(screen.queryByRole('alert')).not.toBeInTheDocument()
})

it('says that there is none yet, with the way to the first', async () => {
  serveAdminBenefits([])
  open()
  expect(
    await screen.findByText('No benefits found. Create your first benefit to get started.'),
  ).toBeVisible()
  expect(screen.getAllByRole('button', { name: 'Add Benefit' })).toHaveLength(2)
  expect(await screen.findByText('0 benefits in total')).toBeVisible()
  expect(screen.queryByRole('searchbox')).not.toBeInTheDocument()
})

it('tells a failed load and tries again', async () => {
  serveAdminBenefits([lantern()])
  let down = true
  server.use(http.get('*/rest/v1/benefits', () => (down ? broken() : undefined)))
  const { user } = open()
  await seeToast('Error', 'Failed to load benefits')
  down = false
  await user.click(within(screen.getByRole('alert')).getByRole('button', { name: 'Try again' }))
  expect(await screen.findByRole('row', { name: /Lantern/ })).toBeVisible()
})

it('searches name and description; the subtitle goes on saying how many there are', async () => {
  serveAdminBenefits([lantern(), benefit({ name: 'Minutes', description: 'Notes with owners.' })])
  const { user } = open('?page=2&last=1')
  await user.type(await screen.findByRole('searchbox', { name: 'Search benefits' }), 'OWNERS')
  await waitFor(() => expect(screen.queryByRole('row', { name: /Lantern/ })).not.toBeInTheDocument())
  expect(await screen.findByRole('row', { name: /Minutes/ })).toBeVisible()
  expect(await screen.findByText('1 to 1 of 1 benefit')).toBeVisible()
  expect(await screen.findByText('2 benefits in total')).toBeVisible()
  await user.type(await screen.findByRole('searchbox'), ' of ships')
  expect(await screen.findByText('No benefits match "OWNERS of ships".')).toBeVisible()
  await user.click(await screen.findByRole('button', { name: 'Clear search' }))
  expect(await screen.findByRole('row', { name: /Lantern/ })).toBeVisible()
})

it('pages by the key of the last row', async () => {
  const rows = Array.from({ length: 45 }, (_, index) => benefit({ name: `Benefit ${index}` }))
  const { lists } = serveAdminBenefits(rows)
  const { user } = open()
  expect(await screen.findByText('1 to 25 of 45 benefits')).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Next' }))
  expect(await screen.findByText('26 to 45 of 45 benefits')).toBeVisible()
  const { created_at, id } = rows[20]!
  expect(lists.at(-1)?.get('created_at')).toBe(`lte.${created_at}`)
  expect(lists.at(-1)?.get('or')).toBe(`(created_at.lt.${created_at},id.lt.${id})`)
})

it('switches a benefit on and off in the list', async () => {
  const row = lantern()
  const { sent } = serveAdminBenefits([row])
  const { user } = open()
  await user.click(await screen.findByRole('switch', { name: 'Active: Lantern Research' }))
  await seeToast('Success', 'Benefit updated successfully')
  expect(sent).toEqual([{ method: 'update', id: row.id, body: { is_active: false } }])
  expect(await screen.findByRole('switch', { name: 'Inactive: Lantern Research' })).not.toBeChecked()
  await user.click(screen.getByRole('switch'))
  expect(await screen.findByRole('switch', { name: 'Active: Lantern Research' })).toBeChecked()
})

it('leaves the switch where it was when that fails', async () => {
  serveAdminBenefits([lantern()])
  server.use(http.patch('*/rest/v1/benefits', () => broken()))
  const { user } = open()
  await user.click(await screen.findByRole('switch', { name: 'Active: Lantern Research' }))
  await seeToast('Error', 'Failed to save benefit')
  expect(await screen.findByRole('switch', { name: 'Active: Lantern Research' })).toBeChecked()
})

it('says in the row why a benefit was not switched', async () => {
  const rows = [lantern(), benefit({ name: 'Minutes' })]
  serveAdminBenefits(rows)
  const { user } = open()
  const row = await screen.findByRole('row', { name: /Lantern/ })
  server.use(http.patch('*/rest/v1/benefits', () => HttpResponse.json([])))
  await user.click(within(row).getByRole('switch'))
  await seeToast('Error', 'Failed to save benefit')
  expect(await within(row).findByRole('alert')).toHaveTextContent('You are no longer an admin.')
})

it('sends one change when the status is clicked twice', async () => {
  const row = lantern()
  const { sent } = serveAdminBenefits([row])
  const answer = held()
  server.use(http.patch('*/rest/v1/benefits', () => answer.released))
  const { user } = open()
  await user.dblClick(await screen.findByRole('switch', { name: 'Active: Lantern Research' }))
  const busy = await screen.findByRole('switch', { name: 'Inactive: Lantern Research' })
  expect(busy).toHaveAttribute('aria-busy', 'true')
  await user.click(busy)
  answer.release()
  await seeToast('Success', 'Benefit updated successfully')
  expect(sent).toEqual([{ method: 'update', id: row.id, body: { is_active: false } }])
})

it('asks before it deletes', async () => {
  const row = lantern()
  const { sent } = serveAdminBenefits([row])
  const { user } = open()
  const remove = await screen.findByRole('button', { name: 'Delete Lantern Research' })
  await user.click(remove)
  const dialog = await screen.findByRole('dialog', { name: 'Delete Lantern Research', busy: false })
  expect(within(dialog).getByText('Are you sure you want to delete this benefit?')).toBeVisible()
  await user.click(within(dialog).getByRole('button', { name: 'Keep benefit' }))
  expect(sent).toEqual([])
  await user.click(remove)
  await user.click(await screen.findByRole('button', { name: 'Delete benefit' }))
  await seeToast('Success', 'Benefit deleted successfully')
  expect(sent).toEqual([{ method: 'delete', id: row.id }])
  await waitFor(() => expect(screen.queryByRole('row', { name: /Lantern/ })).not.toBeInTheDocument())
})

it('says so when deleting fails', async () => {
  serveAdminBenefits([lantern()])
  server.use(http.delete('*/rest/v1/benefits', () => broken()))
  const { user } = open()
  await user.click(await screen.findByRole('button', { name: 'Delete Lantern Research' }))
  await user.click(await screen.findByRole('button', { name: 'Delete benefit' }))
  await seeToast('Error', 'Failed to delete benefit')
  expect(await screen.findByRole('alert')).toHaveTextContent('Nothing was deleted. Please try again.')
  await user.click(screen.getByRole('button', { name: 'Keep benefit' }))
  expect(await screen.findByRole('row', { name: /Lantern/ })).toBeVisible()
})

it('says that it is gone when somebody else deleted it first, and shows the list as it is', async () => {
  const rows = [lantern(), benefit({ name: 'Minutes' })]
  serveAdminBenefits(rows)
  const { user } = open()
  await user.click(await screen.findByRole('button', { name: 'Delete Lantern Research' }))
  const confirm = await screen.findByRole('button', { name: 'Delete benefit' })
  rows.shift()
  await user.click(confirm)
  await seeToast('Error', 'Failed to delete benefit')
  expect(await screen.findByRole('alert')).toHaveTextContent('This benefit was deleted since you opened it.')
  await waitFor(() => expect(screen.queryByRole('row', { name: /Lantern/ })).not.toBeInTheDocument())
})

it('says that one is no longer an admin where the row is there and does not go', async () => {
  serveAdminBenefits([lantern()])
  server.use(http.delete('*/rest/v1/benefits', () => HttpResponse.json([])))
  const { user } = open()
  await user.click(await screen.findByRole('button', { name: 'Delete Lantern Research' }))
  await user.click(await screen.findByRole('button', { name: 'Delete benefit' }))
  await seeToast('Error', 'Failed to delete benefit')
  expect(await screen.findByRole('alert')).toHaveTextContent('You are no longer an admin.')
})
