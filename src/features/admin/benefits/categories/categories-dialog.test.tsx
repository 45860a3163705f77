import { screen, waitFor, within } from '@testing-library/react'
import { serveAdminBenefits } from '@tests/support/admin-benefits-api'
import { benefit, memberId } from '@tests/support/builders'
import { category, serveCategories } from '@tests/support/categories-api'
import { broken } from '@tests/support/member-api'
import { renderPage, signInAs } from '@tests/support/render'
import { server } from '@tests/support/server'
import { seeToast } from '@tests/support/toasts'
import { HttpResponse, http } from 'msw'
import { beforeEach, expect, it } from 'vitest'
import { AdminBenefitsPage } from '../page'

beforeEach(() => signInAs('henrik@guildhall.test', memberId))

async function open() {
  const rows = [
    category('AI tools'),
    category('Courses', { position: 2 }),
    category('Software', { position: 3 }),
  ]
  serveAdminBenefits([
    benefit({ category_id: rows[0]?.id }),
    benefit({ category_id: rows[0]?.id, is_active: false }),
  ])
  const served = serveCategories(rows)
  const { user } = renderPage(<AdminBenefitsPage />)
  await user.click(screen.getByRole('button', { name: 'Categories' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Categories', busy: false }))
  await dialog.findByText('Courses')
  const press = (name: string) => user.click(dialog.getByRole('button', { name }))
  const names = () => dialog.getAllByRole('listitem').map(({ textContent }) => textContent)
  return { ...served, user, dialog, press, names }
}

it('creates a category, the last in the order, and refuses a name that exists', async () => {
  const { user, dialog, press, names, sent } = await open()
  const field = dialog.getByRole('textbox', { name: 'New category' })
  await press('Add category')
  await waitFor(() => expect(field).toHaveAccessibleDescription('Enter a name.'))
  await user.type(field, ' courses ')
  await press('Add category')
  await waitFor(() =>
    expect(field).toHaveAccessibleDescription('There is already a category with this name.'),
  )
  await user.clear(field)
  await user.type(field, 'Templates')
  await press('Add category')
  await seeToast('Success', 'Category created')
  expect(names()).toEqual(['AI tools', 'Courses', 'Software', 'Templates'])
  expect(field).toHaveValue('')
  expect(sent.map(([, body]) => body)).toEqual([
    { id: expect.any(String), name: 'courses' },
    { id: expect.any(String), name: 'Templates' },
  ])
})

it.each([
  ['An\u200binvisible one', /^Remove the invisible character/],
  ['...', 'Use at least one letter or digit.'],
  ['x'.repeat(61), 'At most 60 characters.'],
])('refuses the name %j with the reason', async (name, reason) => {
  const { user, dialog, press, sent } = await open()
  const field = dialog.getByRole('textbox', { name: 'New category' })
  await user.click(field)
  await user.paste(name)
  await press('Add category')
  await waitFor(() => expect(field).toHaveAccessibleDescription(reason))
  expect(sent).toEqual([])
})

it('applies the name of the retry when the first attempt created the category, but its response was lost', async () => {
  const { user, dialog, press, rows } = await open()
  const field = dialog.getByRole('textbox', { name: 'New category' })
  server.use(
    http.post(
      '*/rest/v1/categories',
      async ({ request }) => {
        rows.push(category('Templates', { ...((await request.json()) as object), position: 9 }))
        return HttpResponse.error()
      },
      { once: true },
    ),
    http.post('*/rest/v1/categories', () => HttpResponse.json({ code: '23505' }, { status: 409 })),
  )
  await user.type(field, 'Templates')
  await press('Add category')
  await waitFor(() => expect(field).toHaveAccessibleDescription())
  await user.type(field, ' and more')
  await press('Add category')
  await seeToast('Success', 'Category created')
  expect(rows.at(-1)?.name).toBe('Templates and more')
})

it('renames a category that another admin has moved in the meantime', async () => {
  const { user, dialog, press, rows, names } = await open()
  await press('Rename Courses')
  const field = dialog.getByRole('textbox', { name: 'Name of Courses' })
  await user.clear(field)
  await user.type(field, 'Lessons')
  Object.assign(rows[1] ?? {}, { position: 9, updated_at: '2026-08-02T09:00:00+00:00' })
  await press('Rename')
  await seeToast('Success', 'Category renamed')
  expect(names()).toEqual(['AI tools', 'Software', 'Lessons'])
})

it('keeps the name that another admin has given in the meantime', async () => {
  const { user, dialog, press, rows } = await open()
  await press('Rename Courses')
  const field = dialog.getByRole('textbox', { name: 'Name of Courses' })
  await user.type(field, ' 2')
  Object.assign(rows[1] ?? {}, { name: 'Theirs', updated_at: '2026-08-02T09:00:00+00:00' })
  await press('Rename')
  const message = 'Someone else renamed this category since you opened it.'
  await waitFor(() => expect(field).toHaveAccessibleDescription(message))
  expect(field).toHaveValue('Courses 2')
  expect(rows[1]?.name).toBe('Theirs')
})

it('moves a category, but not past the ends', async () => {
  const { press, sent, names } = await open()
  await press('Move AI tools up')
  await press('Move Software up')
  await waitFor(() => expect(names()).toEqual(['AI tools', 'Software', 'Courses']))
  await press('Move AI tools down')
  await waitFor(() => expect(names()).toEqual(['Software', 'AI tools', 'Courses']))
  expect(sent).toEqual([
    ['order', ['AI tools', 'Software', 'Courses']],
    ['order', ['Software', 'AI tools', 'Courses']],
  ])
})

it('says why nothing was moved', async () => {
  const { dialog, press, names } = await open()
  server.use(http.post('*/rpc/order_categories', () => broken()))
  await press('Move Software up')
  expect(await dialog.findByRole('alert')).toHaveTextContent('Nothing was changed. Please try again.')
  expect(names()).toEqual(['AI tools', 'Courses', 'Software'])
})

it('removes a category after saying what happens to its benefits', async () => {
  const { user, press, names } = await open()
  await press('Remove AI tools')
  const question = within(await screen.findByRole('dialog', { name: 'Remove AI tools', busy: false }))
  expect(await question.findByText('Its 2 benefits stay in the catalogue, without a category.')).toBeVisible()
  await user.click(question.getByRole('button', { name: 'Remove category' }))
  await seeToast('Success', 'Category removed')
  await waitFor(() => expect(names()).toEqual(['Courses', 'Software']))
})
