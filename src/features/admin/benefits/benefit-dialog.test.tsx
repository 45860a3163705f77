import { screen, waitFor, within } from '@testing-library/react'
import { serveAdminBenefits } from '@tests/support/admin-benefits-api'
import { benefit } from '@tests/support/builders'
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

async function openEdit() {
  const view = open()
  await view.user.click(await screen.findByRole('button', { name: 'Edit Lantern Research' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Edit Benefit', busy: false }))
  const save = () => view.user.click(dialog.getByRole('button', { name: 'Save changes' }))
  return { ...view, dialog, save }
}

it('creates a benefit once on a double click, with the defaults of chapter 3', async () => {
  const { sent } = serveAdminBenefits([])
  const { user } = open()
  await user.click((await screen.findAllByRole('button', { name: 'Add Benefit' }))[0]!)
  const dialog = within(await screen.findByRole('dialog', { name: 'Create New Benefit', busy: false }))
  expect(dialog.getByLabelText('Token Value')).toHaveValue(0)
  expect(dialog.getByRole('switch', { name: /Active/ })).toBeChecked()
  await user.type(dialog.getByLabelText('Name'), ' Minutes ')
  await user.type(dialog.getByLabelText('Description'), 'Notes.')
  await user.clear(dialog.getByLabelText('Token Value'))
  await user.type(dialog.getByLabelText('Token Value'), '35')
  await user.dblClick(dialog.getByRole('button', { name: 'Create benefit' }))
  await seeToast('Success', 'Benefit created successfully')
  const body = {
    id: expect.any(String),
    name: 'Minutes',
    description: 'Notes.',
    token_value: 35,
    image_url: null,
    is_active: true,
  }
  expect(sent).toEqual([{ method: 'insert', body }])
  expect(await screen.findByRole('row', { name: /Minutes/ })).toBeVisible()
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
})

it('opens the empty form from the address', async () => {
  serveAdminBenefits([lantern()])
  open('?new')
  expect(await screen.findByRole('dialog', { name: 'Create New Benefit', busy: false })).toBeVisible()
})

it('says at the fields what is wrong, and sends nothing', async () => {
  const { sent } = serveAdminBenefits([lantern()])
  const { user } = open('?new')
  const dialog = within(await screen.findByRole('dialog', { busy: false }))
  await user.type(dialog.getByLabelText(/Image URL/), 'javascript:alert(1)')
  await user.click(dialog.getByRole('button', { name: 'Create benefit' }))
  expect(await dialog.findByText('Enter a name.')).toBeVisible()
  expect(dialog.getByText('Enter a description.')).toBeVisible()
  expect(dialog.getByText('Enter a whole number of at least 1.')).toBeVisible()
  expect(dialog.getByText('Enter an https address or a path that starts with /.')).toBeVisible()
  expect(dialog.getByLabelText('Name')).toHaveFocus()
  expect(sent).toEqual([])
})

it('keeps the form open with what was typed when creating fails', async () => {
  serveAdminBenefits([])
  server.use(http.post('*/rest/v1/benefits', () => broken()))
  const { user } = open('?new')
  const dialog = within(await screen.findByRole('dialog', { busy: false }))
  await user.type(dialog.getByLabelText('Name'), 'Minutes')
  await user.type(dialog.getByLabelText('Description'), 'Notes.')
  await user.type(dialog.getByLabelText('Token Value'), '35')
  await user.click(dialog.getByRole('button', { name: 'Create benefit' }))
  await seeToast('Error', 'Failed to save benefit')
  expect(dialog.getByLabelText('Name')).toHaveValue('Minutes')
})

it('makes one benefit when the answer was lost, with what stood in the form at last', async () => {
  const rows: ReturnType<typeof lantern>[] = []
  const { sent } = serveAdminBenefits(rows)
  server.use(
    http.post(
      '*/rest/v1/benefits',
      async ({ request }) => {
        const body = (await request.json()) as Partial<ReturnType<typeof lantern>>
        rows.unshift({ ...lantern(), ...body })
        return broken()
      },
      { once: true },
    ),
  )
  const { user } = open('?new')
  const dialog = within(await screen.findByRole('dialog', { busy: false }))
  await user.type(dialog.getByLabelText('Name'), 'Minutes')
  await user.type(dialog.getByLabelText('Description'), 'Notes.')
  await user.type(dialog.getByLabelText('Token Value'), '35')
  await user.click(dialog.getByRole('button', { name: 'Create benefit' }))
  await seeToast('Error', 'Failed to save benefit')
  await user.type(dialog.getByLabelText('Name'), ' taken')
  await user.click(dialog.getByRole('button', { name: 'Create benefit' }))
  await seeToast('Success', 'Benefit created successfully')
  expect(rows).toHaveLength(1)
  expect(sent).toEqual([{ method: 'update', id: rows[0]?.id, body: { name: 'Minutes taken' } }])
})

it('edits: only what changed is sent', async () => {
  const row = lantern()
  const { sent } = serveAdminBenefits([row])
  const { user, dialog, save } = await openEdit()
  expect(dialog.getByLabelText(/Image URL/)).toHaveValue('/art/lantern.svg')
  await user.click(dialog.getByRole('switch', { name: /Active/ }))
  await user.clear(dialog.getByLabelText(/Image URL/))
  await save()
  await seeToast('Success', 'Benefit updated successfully')
  expect(sent).toEqual([{ method: 'update', id: row.id, body: { image_url: null, is_active: false } }])
  expect(await screen.findByText('Inactive')).toBeVisible()
})

it('closes without a request where nothing changed', async () => {
  const { sent } = serveAdminBenefits([lantern()])
  const { save } = await openEdit()
  await save()
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
  expect(sent).toEqual([])
})

it('keeps the form open with what was typed when saving fails', async () => {
  serveAdminBenefits([lantern()])
  server.use(http.patch('*/rest/v1/benefits', () => broken()))
  const { user, dialog, save } = await openEdit()
  await user.type(await dialog.findByLabelText('Name'), ' II')
  await save()
  await seeToast('Error', 'Failed to save benefit')
  expect(dialog.getByLabelText('Name')).toHaveValue('Lantern Research II')
})

it('tells a conflict at its field, and the next save goes on top of what is there now', async () => {
  const row = lantern()
  const { sent, somebodyElse } = serveAdminBenefits([row])
  const { user, dialog, save } = await openEdit()
  await user.clear(dialog.getByLabelText('Token Value'))
  await user.type(dialog.getByLabelText('Token Value'), '60')
  somebodyElse(row, { token_value: 70, name: 'Lantern Papers' })
  await save()
  await seeToast('Error', 'Failed to save benefit')
  expect(
    await dialog.findByText(
      'Changed to "70 tokens" since you opened it. Nothing was saved: save again to replace it.',
    ),
  ).toBeVisible()
  expect(dialog.getByLabelText('Token Value')).toHaveFocus()
  expect(dialog.getByLabelText('Token Value')).toHaveValue(60)
  expect(dialog.getByLabelText('Name')).toHaveValue('Lantern Papers')
  expect(row.token_value).toBe(70)
  await save()
  await seeToast('Success', 'Benefit updated successfully')
  expect(sent.at(-1)?.body).toEqual({ token_value: 60 })
  expect(row).toMatchObject({ token_value: 60, name: 'Lantern Papers' })
})

it.each([
  ['Description', 'description', 'Other words.', 'Changed to "Other words." since you opened it.'],
  ['Image URL (optional)', 'image_url', null, 'Cleared since you opened it.'],
] as const)('tells a conflict of %s', async (label, column, value, words) => {
  const row = lantern()
  const { somebodyElse } = serveAdminBenefits([row])
  const { user, dialog, save } = await openEdit()
  await user.type(dialog.getByLabelText(label), '2')
  somebodyElse(row, { [column]: value })
  await save()
  expect(await dialog.findByText(words, { exact: false })).toBeVisible()
})

it('saves over a change of other fields, and does not undo it', async () => {
  const row = lantern()
  const { somebodyElse } = serveAdminBenefits([row])
  const { user, dialog, save } = await openEdit()
  await user.type(dialog.getByLabelText('Name'), ' II')
  somebodyElse(row, { token_value: 70 })
  await save()
  await seeToast('Success', 'Benefit updated successfully')
  expect(row).toMatchObject({ name: 'Lantern Research II', token_value: 70 })
})

it('takes it as done where somebody else made the same change', async () => {
  const row = lantern()
  const { somebodyElse } = serveAdminBenefits([row])
  const { user, dialog, save } = await openEdit()
  await user.click(dialog.getByRole('switch', { name: /Active/ }))
  somebodyElse(row, { is_active: false })
  await save()
  await seeToast('Success', 'Benefit updated successfully')
})

it('says that it is gone, and keeps what was typed', async () => {
  const rows = [lantern()]
  serveAdminBenefits(rows)
  const { user, dialog, save } = await openEdit()
  await user.type(dialog.getByLabelText('Name'), ' II')
  rows.pop()
  await save()
  await seeToast('Error', 'Failed to save benefit')
  expect(await dialog.findByRole('alert')).toHaveTextContent('This benefit was deleted since you opened it.')
  expect(dialog.getByLabelText('Name')).toHaveValue('Lantern Research II')
})

it('says that one is no longer an admin where the row is as it was and does not change', async () => {
  serveAdminBenefits([lantern()])
  server.use(http.patch('*/rest/v1/benefits', () => HttpResponse.json([])))
  const { user, dialog, save } = await openEdit()
  await user.type(await dialog.findByLabelText('Name'), ' II')
  await save()
  await seeToast('Error', 'Failed to save benefit')
  expect(await dialog.findByRole('alert')).toHaveTextContent('You are no longer an admin.')
})
