import { screen, waitFor, within } from '@testing-library/react'
import { benefit } from '@tests/support/builders'
import { broken, rowsAnswer } from '@tests/support/member-api'
import { renderPage } from '@tests/support/render'
import { server } from '@tests/support/server'
import { seeToast } from '@tests/support/toasts'
import { HttpResponse, http } from 'msw'
import { expect, it } from 'vitest'
import type { Tables } from '@/lib/database.types'
import { Component } from './page'

type Benefit = Tables<'benefits'>

/** Serves benefits to an admin, newest first, and writes what is sent; records it. */
function serveBenefits(rows: Benefit[], count?: number) {
  const sent: { method: string; id?: string | null; body?: Partial<Benefit> }[] = []
  const lists: URLSearchParams[] = []
  const idOf = (url: string) => new URL(url).searchParams.get('id')?.replace('eq.', '')
  server.use(
    http.get('*/rest/v1/benefits', ({ request }) => {
      lists.push(new URL(request.url).searchParams)
      return rowsAnswer(rows, count ?? rows.length)
    }),
    http.post('*/rest/v1/benefits', async ({ request }) => {
      const body = (await request.json()) as Benefit
      sent.push({ method: 'insert', body })
      rows.unshift(benefit(body))
      return HttpResponse.json({ id: rows[0]?.id }, { status: 201 })
    }),
    http.patch('*/rest/v1/benefits', async ({ request }) => {
      const body = (await request.json()) as Benefit
      sent.push({ method: 'update', id: idOf(request.url), body })
      Object.assign(rows.find(({ id }) => id === idOf(request.url)) ?? {}, body)
      return HttpResponse.json({ id: idOf(request.url) })
    }),
    http.delete('*/rest/v1/benefits', ({ request }) => {
      sent.push({ method: 'delete', id: idOf(request.url) })
      rows.splice(
        rows.findIndex(({ id }) => id === idOf(request.url)),
        1,
      )
      return HttpResponse.json({ id: idOf(request.url) })
    }),
  )
  return { sent, lists }
}

const open = (query = '') =>
  renderPage(<Component />, { path: '/admin/benefits', route: `/admin/benefits${query}` })
const lantern = () => benefit({ name: 'Lantern Research', token_value: 55 })

it('lists benefits with value, status and the total count', async () => {
  const { lists } = serveBenefits([
    lantern(),
    benefit({ name: 'Old Vault', is_active: false, token_value: 5 }),
  ])
  open()
  expect(screen.getByRole('status', { name: '' })).toHaveTextContent('Loading benefits')
  const row = await screen.findByRole('row', { name: /Lantern Research/ })
  expect(row).toHaveTextContent(/Ask across papers.*55 tokensActive/)
  expect(screen.getByRole('row', { name: /Old Vault/ })).toHaveTextContent('5 tokensInactive')
  expect(screen.getByText('2 benefits in total')).toBeVisible()
  expect(screen.getAllByRole('columnheader').map((head) => head.textContent)).toEqual([
    'Name',
    'Description',
    'Token Value',
    'Status',
    'Actions',
  ])
  expect(lists[0]?.get('order')).toBe('created_at.desc,id.desc')
})

it('creates a benefit once on a double click, with the defaults of chapter 3', async () => {
  const { sent } = serveBenefits([])
  const { user } = open()
  expect(
    await screen.findByText('No benefits found. Create your first benefit to get started.'),
  ).toBeVisible()
  await user.click(screen.getAllByRole('button', { name: 'Add Benefit' })[0]!)
  const dialog = await screen.findByRole('dialog', { name: 'Create New Benefit' })
  expect(within(dialog).getByLabelText('Token Value')).toHaveValue(0)
  expect(within(dialog).getByRole('switch', { name: /Active/ })).toBeChecked()
  await user.type(within(dialog).getByLabelText('Name'), ' Minutes ')
  await user.type(within(dialog).getByLabelText('Description'), 'Notes.')
  await user.clear(within(dialog).getByLabelText('Token Value'))
  await user.type(within(dialog).getByLabelText('Token Value'), '35')
  await user.dblClick(within(dialog).getByRole('button', { name: 'Create benefit' }))
  await seeToast('Success', 'Benefit created successfully')
  expect(sent).toEqual([
    {
      method: 'insert',
      body: { name: 'Minutes', description: 'Notes.', token_value: 35, image_url: null, is_active: true },
    },
  ])
  expect(await screen.findByRole('row', { name: /Minutes/ })).toBeVisible()
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
})

it('opens the empty form from the address', async () => {
  serveBenefits([lantern()])
  open('?new')
  expect(await screen.findByRole('dialog', { name: 'Create New Benefit' })).toBeVisible()
})

it('says at the fields what is wrong, and sends nothing', async () => {
  const { sent } = serveBenefits([lantern()])
  const { user } = open('?new')
  const dialog = await screen.findByRole('dialog')
  await user.type(within(dialog).getByLabelText(/Image URL/), 'javascript:alert(1)')
  await user.click(within(dialog).getByRole('button', { name: 'Create benefit' }))
  expect(await within(dialog).findByText('Enter a name.')).toBeVisible()
  expect(within(dialog).getByText('Enter a description.')).toBeVisible()
  expect(within(dialog).getByText('Enter a whole number of at least 1.')).toBeVisible()
  expect(within(dialog).getByText('Enter an https address or a path that starts with /.')).toBeVisible()
  expect(within(dialog).getByLabelText('Name')).toHaveFocus()
  expect(sent).toEqual([])
})

it('edits a benefit, and switches it off', async () => {
  const row = lantern()
  const { sent } = serveBenefits([row])
  const { user } = open()
  await user.click(await screen.findByRole('button', { name: 'Edit Lantern Research' }))
  const dialog = await screen.findByRole('dialog', { name: 'Edit Benefit' })
  expect(within(dialog).getByLabelText(/Image URL/)).toHaveValue('/art/lantern.svg')
  await user.click(within(dialog).getByRole('switch', { name: /Active/ }))
  await user.click(within(dialog).getByRole('button', { name: 'Save changes' }))
  await seeToast('Success', 'Benefit updated successfully')
  expect(sent).toEqual([
    {
      method: 'update',
      id: row.id,
      body: {
        name: row.name,
        description: row.description,
        token_value: 55,
        image_url: '/art/lantern.svg',
        is_active: false,
      },
    },
  ])
  expect(await screen.findByText('Inactive')).toBeVisible()
})

it('keeps the form open with what was typed when saving fails', async () => {
  serveBenefits([lantern()])
  server.use(http.patch('*/rest/v1/benefits', () => broken()))
  const { user } = open()
  await user.click(await screen.findByRole('button', { name: 'Edit Lantern Research' }))
  const dialog = await screen.findByRole('dialog')
  await user.type(within(dialog).getByLabelText('Name'), ' II')
  await user.click(within(dialog).getByRole('button', { name: 'Save changes' }))
  await seeToast('Error', 'Failed to save benefit')
  expect(within(dialog).getByLabelText('Name')).toHaveValue('Lantern Research II')
})

it('asks before it deletes', async () => {
  const row = lantern()
  const { sent } = serveBenefits([row])
  const { user } = open()
  const remove = await screen.findByRole('button', { name: 'Delete Lantern Research' })
  await user.click(remove)
  const dialog = await screen.findByRole('dialog', { name: 'Delete Lantern Research' })
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
  serveBenefits([lantern()])
  server.use(http.delete('*/rest/v1/benefits', () => broken()))
  const { user } = open()
  await user.click(await screen.findByRole('button', { name: 'Delete Lantern Research' }))
  await user.click(await screen.findByRole('button', { name: 'Delete benefit' }))
  await seeToast('Error', 'Failed to delete benefit')
  expect(screen.getByRole('row', { name: /Lantern/ })).toBeVisible()
})

it('tells a failed load and tries again', async () => {
  serveBenefits([lantern()])
  let down = true
  server.use(http.get('*/rest/v1/benefits', () => (down ? broken() : undefined)))
  const { user } = open()
  await seeToast('Error', 'Failed to load benefits')
  down = false
  await user.click(within(screen.getByRole('alert')).getByRole('button', { name: 'Try again' }))
  expect(await screen.findByRole('row', { name: /Lantern/ })).toBeVisible()
})

it('pages by the server', async () => {
  const { lists } = serveBenefits([lantern()], 45)
  const { user } = open('?page=2')
  expect(await screen.findByText('21 to 40 of 45 benefits')).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Next' }))
  expect(await screen.findByText('41 to 45 of 45 benefits')).toBeVisible()
  expect(lists.at(-1)?.get('offset')).toBe('40')
})
