import { screen, waitFor, within } from '@testing-library/react'
import { serveAdminBenefits } from '@tests/support/admin-benefits-api'
import { benefit, memberId } from '@tests/support/builders'
import { category, serveCategories } from '@tests/support/categories-api'
import { broken } from '@tests/support/member-api'
import { renderPage, signInAs } from '@tests/support/render'
import { server } from '@tests/support/server'
import { seeToast } from '@tests/support/toasts'
import { HttpResponse, http } from 'msw'
import { beforeEach, describe, expect, it } from 'vitest'
import type { AdminBenefit } from '@/entities/benefits/admin-list'
import type { Category } from '@/entities/benefits/categories'
import { AdminBenefitsPage } from './page'

beforeEach(() => signInAs('henrik@guildhall.test', memberId))

const lantern = () => benefit({ name: 'Lantern Research', token_value: 55 })
const failed = () => seeToast('Error', 'Failed to save benefit')
const closed = () => waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())

function renderBenefits(rows: AdminBenefit[], query = '', categories: Category[] = []) {
  const served = serveAdminBenefits(rows)
  serveCategories(categories)
  const route = `/admin/benefits${query}`
  const { user } = renderPage(<AdminBenefitsPage />, { path: '/admin/benefits', route })
  const dialog = async (name: string, button: string) => {
    const inside = within(await screen.findByRole('dialog', { name, busy: false }))
    const field = (label: string | RegExp) => inside.getByLabelText(label)
    const fill = async (label: string, text: string) => {
      await user.clear(field(label))
      await user.type(field(label), text)
    }
    const save = () => user.click(inside.getByRole('button', { name: button }))
    const toggle = () => user.click(inside.getByRole('switch', { name: /Active/ }))
    return { dialog: inside, field, fill, save, toggle }
  }
  return { ...served, rows, user, dialog }
}

describe('create', () => {
  async function openCreate(rows: AdminBenefit[] = []) {
    const { dialog, ...view } = renderBenefits(rows, '?new')
    const form = await dialog('Create New Benefit', 'Create benefit')
    const fillAll = async () => {
      await form.fill('Name', ' Minutes ')
      await form.fill('Description', 'Notes.')
      await form.fill('Token Value', '35')
    }
    return { ...view, ...form, fillAll }
  }

  it('opens by its button, with the default values', async () => {
    const { user, dialog } = renderBenefits([])
    await user.click((await screen.findAllByRole('button', { name: 'Add Benefit' }))[0]!)
    const form = await dialog('Create New Benefit', 'Create benefit')
    expect(form.field('Token Value')).toHaveValue('0')
    expect(form.dialog.getByRole('switch', { name: /Active/ })).toBeChecked()
  })

  it('creates a benefit once on a double click', async () => {
    const { user, sent, dialog, fillAll } = await openCreate()
    await fillAll()
    await user.dblClick(dialog.getByRole('button', { name: 'Create benefit' }))
    await seeToast('Success', 'Benefit created successfully')
    const body = {
      id: expect.any(String),
      name: 'Minutes',
      description: 'Notes.',
      token_value: 35,
      image_url: null,
      category_id: null,
      is_active: true,
    }
    expect(sent).toEqual([{ method: 'insert', body }])
    expect(await screen.findByRole('row', { name: /Minutes/ })).toBeVisible()
    await closed()
  })

  it('validates all fields at once, and sends nothing', async () => {
    const { user, sent, dialog, field, save } = await openCreate()
    await user.type(field(/Image URL/), 'javascript:alert(1)')
    await save()
    for (const message of [
      'Enter a name.',
      'Enter a description.',
      'Enter a whole number of at least 1.',
      'Enter an https address or a path that starts with /.',
    ])
      expect(await dialog.findByText(message)).toBeVisible()
    expect(field('Name')).toHaveFocus()
    expect(sent).toEqual([])
  })

  it('creates no second benefit after a lost response, but saves the later input', async () => {
    const { user, rows, sent, field, fillAll, save } = await openCreate()
    const loseResponse = async ({ request }: { request: Request }) => {
      rows.unshift({ ...lantern(), ...((await request.json()) as Partial<AdminBenefit>) })
      return broken()
    }
    server.use(http.post('*/rest/v1/benefits', loseResponse, { once: true }))
    await fillAll()
    await save()
    await failed()
    await user.type(field('Name'), 'taken')
    await save()
    await seeToast('Success', 'Benefit created successfully')
    expect(rows).toHaveLength(1)
    expect(sent).toEqual([{ method: 'update', id: rows[0]?.id, body: { name: 'Minutes taken' } }])
  })
})

describe('edit', () => {
  async function openEdit(categories: Category[] = []) {
    const row = lantern()
    const { user, dialog, ...view } = renderBenefits([row], '', categories)
    await user.click(await screen.findByRole('button', { name: 'Edit Lantern Research' }))
    return { user, row, ...view, ...(await dialog('Edit Benefit', 'Save changes')) }
  }
  const succeeded = () => seeToast('Success', 'Benefit updated successfully')

  it('sends only what changed', async () => {
    const { user, row, sent, field, save, toggle } = await openEdit()
    expect(field(/Image URL/)).toHaveValue('/art/lantern.svg')
    await toggle()
    await user.clear(field(/Image URL/))
    await save()
    await succeeded()
    expect(sent).toEqual([{ method: 'update', id: row.id, body: { image_url: null, is_active: false } }])
    expect(await screen.findByText('Inactive')).toBeVisible()
  })

  it('puts a benefit into a category, and names the one that someone else chose', async () => {
    const [tools, courses] = [category('AI tools'), category('Courses', { position: 2 })]
    const { user, row, sent, changeElsewhere, dialog, field, save } = await openEdit([tools, courses])
    await dialog.findByRole('option', { name: 'Courses' })
    await user.selectOptions(field('Category'), 'Courses')
    changeElsewhere(row, { category_id: tools.id })
    await save()
    expect(await dialog.findByText(/^Changed to "AI tools" since you opened it/)).toBeVisible()
    await save()
    await succeeded()
    expect(sent.at(-1)).toEqual({ method: 'update', id: row.id, body: { category_id: courses.id } })
    expect(await screen.findByRole('row', { name: /Courses/ })).toBeVisible()
  })

  it('closes without a request when nothing changed', async () => {
    const { sent, save } = await openEdit()
    await save()
    await closed()
    expect(sent).toEqual([])
  })

  it('reports a conflict at its field, and the next save replaces it', async () => {
    const { row, sent, changeElsewhere, dialog, field, fill, save } = await openEdit()
    await fill('Token Value', '60')
    changeElsewhere(row, { token_value: 70, name: 'Lantern Papers' })
    await save()
    await failed()
    expect(
      await dialog.findByText(
        'Changed to "70 tokens" since you opened it. Nothing was saved: save again to replace it.',
      ),
    ).toBeVisible()
    expect(field('Token Value')).toHaveFocus()
    expect(field('Token Value')).toHaveValue('60')
    expect(field('Name')).toHaveValue('Lantern Papers')
    expect(row.token_value).toBe(70)
    await save()
    await succeeded()
    expect(sent.at(-1)?.body).toEqual({ token_value: 60 })
    expect(row).toMatchObject({ token_value: 60, name: 'Lantern Papers' })
  })

  it.each([
    ['Description', 'description', 'Other words.', 'Changed to "Other words." since you opened it.'],
    ['Image URL (optional)', 'image_url', null, 'Cleared since you opened it.'],
  ] as const)('reports a conflict of %s', async (label, column, value, message) => {
    const { user, row, changeElsewhere, dialog, field, save } = await openEdit()
    await user.type(field(label), '2')
    changeElsewhere(row, { [column]: value })
    await save()
    expect(await dialog.findByText(message, { exact: false })).toBeVisible()
  })

  it('keeps what someone else changed in other fields, or changed alike', async () => {
    const { user, row, changeElsewhere, field, save, toggle } = await openEdit()
    await user.type(field('Name'), ' II')
    await toggle()
    changeElsewhere(row, { token_value: 70, is_active: false })
    await save()
    await succeeded()
    expect(row).toMatchObject({ name: 'Lantern Research II', token_value: 70, is_active: false })
  })

  it('succeeds when someone else made the same change', async () => {
    const { row, changeElsewhere, save, toggle } = await openEdit()
    await toggle()
    changeElsewhere(row, { is_active: false })
    await save()
    await succeeded()
  })

  it.each([
    ['a deleted benefit', () => HttpResponse.json([]), true, 'This benefit was deleted since you opened it.'],
    ['a former admin', () => HttpResponse.json([]), false, 'You are no longer an admin.'],
    ['any other failure', () => broken(), false, undefined],
  ])('keeps the input on %s', async (_case, respond, gone, message) => {
    const { user, rows, dialog, field, save } = await openEdit()
    await user.type(field('Name'), ' II')
    server.use(http.patch('*/rest/v1/benefits', respond))
    if (gone) rows.pop()
    await save()
    await failed()
    if (message) expect(await dialog.findByRole('alert')).toHaveTextContent(message)
    expect(field('Name')).toHaveValue('Lantern Research II')
  })
})
