import { screen, waitFor, within } from '@testing-library/react'
import { profile, uuid } from '@tests/support/builders'
import { broken, refusal, rowsAnswer } from '@tests/support/member-api'
import { memberId, renderPage, signInAs } from '@tests/support/render'
import { server } from '@tests/support/server'
import { seeToast } from '@tests/support/toasts'
import { HttpResponse, http } from 'msw'
import { beforeEach, expect, it } from 'vitest'
import type { Tables } from '@/lib/database.types'
import { formatDate } from '@/lib/format'
import { Component } from './page'

type Profile = Tables<'profiles'>

const me = profile({ name: 'Henrik Vos', email: 'henrik@guildhall.test', role: 'admin', current_tokens: 25 })
const tamsin = () => profile({ id: uuid(), phone: '+351 912 000 118' })

beforeEach(() => signInAs('henrik@guildhall.test', memberId))

/** Serves users to an admin: list, count, conditional update, delete; records what is asked and sent. */
function serveUsers(rows: Profile[], { refuse, count }: { refuse?: () => Response; count?: number } = {}) {
  const lists: URLSearchParams[] = []
  const sent: { query: Record<string, string>; body?: object }[] = []
  const find = (url: string) => {
    const { id, current_tokens } = Object.fromEntries(new URL(url).searchParams)
    return rows.find(
      (row) => id === `eq.${row.id}` && (!current_tokens || current_tokens === `eq.${row.current_tokens}`),
    )
  }
  server.use(
    http.head('*/rest/v1/profiles', () => new HttpResponse(null, { headers: { 'content-range': '*/1043' } })),
    http.get('*/rest/v1/profiles', ({ request }) => {
      const query = new URL(request.url).searchParams
      if (query.get('id')) return HttpResponse.json(find(request.url))
      lists.push(query)
      return rowsAnswer(rows, count ?? rows.length)
    }),
    http.patch('*/rest/v1/profiles', async ({ request }) => {
      const body = (await request.json()) as object
      sent.push({ query: Object.fromEntries(new URL(request.url).searchParams), body })
      if (refuse) return refuse()
      const row = find(request.url)
      if (row) Object.assign(row, body)
      const single = request.headers.get('accept')?.includes('object')
      return HttpResponse.json(single ? row : row ? [row] : [])
    }),
    http.delete('*/rest/v1/profiles', ({ request }) => {
      sent.push({ query: Object.fromEntries(new URL(request.url).searchParams) })
      if (refuse) return refuse()
      const row = find(request.url)
      rows.splice(row ? rows.indexOf(row) : 0, 1)
      return HttpResponse.json({ id: row?.id })
    }),
  )
  return { lists, sent }
}

const open = (query = '') =>
  renderPage(<Component />, { path: '/admin/users', route: `/admin/users${query}` })

async function edit(rows: Profile[], options?: Parameters<typeof serveUsers>[1]) {
  const served = serveUsers(rows, options)
  const { user } = open()
  await user.click(await screen.findByRole('button', { name: 'Edit Tamsin Ferreira' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Edit User' }))
  const save = () => user.click(dialog.getByRole('button', { name: 'Save changes' }))
  return { ...served, user, dialog, save }
}

it('lists users with the count of all registered ones', async () => {
  const { lists } = serveUsers([tamsin(), { ...me }])
  open()
  expect(screen.getByRole('heading', { name: 'User Management' })).toBeVisible()
  expect(screen.getByRole('heading', { name: 'All Users' })).toBeVisible()
  expect(await screen.findByText('1,043 registered users')).toBeVisible()
  const row = await screen.findByRole('row', { name: /Tamsin Ferreira/ })
  const cells = within(row)
    .getAllByRole('cell')
    .map((cell) => cell.textContent)
  expect(cells.slice(1, 5)).toEqual([
    'tamsin@ferreira.example',
    'User',
    '87 tokens',
    formatDate('2026-09-02T09:00:00Z'),
  ])
  expect(screen.getByRole('row', { name: /Henrik Vos \(you\)/ })).toHaveTextContent('Admin')
  expect(screen.getAllByRole('columnheader').map((head) => head.textContent)).toEqual([
    'Name',
    'Email',
    'Role',
    'Tokens',
    'Joined',
    'Actions',
  ])
  expect(lists[0]?.get('order')).toBe('created_at.desc,id.desc')
})

it('offers Make Admin to users only, and nobody their own deletion (D12)', async () => {
  serveUsers([tamsin(), { ...me }])
  open()
  expect(await screen.findByRole('button', { name: 'Delete Tamsin Ferreira' })).toBeEnabled()
  expect(screen.getAllByRole('button', { name: /Make Admin/ })).toHaveLength(1)
  expect(screen.getByRole('button', { name: 'Delete Henrik Vos' })).toBeDisabled()
})

it('searches name and e-mail on the server, whatever is typed, and says where nothing is found', async () => {
  const rows = [tamsin()]
  const { lists } = serveUsers(rows)
  const { user } = open('?page=1')
  await screen.findByRole('row', { name: /Tamsin/ })
  rows.pop()
  await user.type(screen.getByRole('searchbox', { name: 'Search users' }), 'a,"b*')
  expect(await screen.findByText('No users found.')).toBeVisible()
  expect(lists.at(-1)?.get('or')).toMatch(/^\(name\.imatch\..+,email\.imatch\..+\)$/)
})

it('pages by the server', async () => {
  const { lists } = serveUsers([tamsin()], { count: 1043 })
  const { user } = open('?page=2')
  expect(await screen.findByText('21 to 40 of 1,043 users')).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Next' }))
  expect(await screen.findByText('41 to 60 of 1,043 users')).toBeVisible()
  expect(lists.at(-1)?.get('offset')).toBe('40')
})

it('sends only what changed (D7)', async () => {
  const row = tamsin()
  const { sent, user, dialog, save } = await edit([row])
  expect(dialog.getByLabelText(/Phone/)).toHaveValue('+351 912 000 118')
  await user.clear(dialog.getByLabelText(/Phone/))
  await save()
  await seeToast('Success', 'User updated successfully')
  expect(sent).toEqual([{ query: { id: `eq.${row.id}`, select: 'id' }, body: { phone: null } }])
})

it('sends a balance with the one that was seen, and says what it enters', async () => {
  const row = tamsin()
  const { sent, user, dialog, save } = await edit([row])
  const tokens = dialog.getByLabelText('Current Tokens')
  expect(tokens).toHaveValue(87)
  await user.clear(tokens)
  await user.type(tokens, '97')
  expect(dialog.getByText('Was 87. Enters an adjustment of +10.')).toBeVisible()
  await user.selectOptions(dialog.getByLabelText('Role'), 'Admin')
  await save()
  await seeToast('Success', 'User updated successfully')
  expect(sent).toEqual([
    {
      query: { id: `eq.${row.id}`, current_tokens: 'eq.87', select: 'id' },
      body: { current_tokens: 97, role: 'admin' },
    },
  ])
})

it('saves nothing when the balance moved: the dialog stays open and shows the new one (D7)', async () => {
  const row = tamsin()
  const { sent, user, dialog, save } = await edit([row])
  await user.clear(dialog.getByLabelText('Current Tokens'))
  await user.type(dialog.getByLabelText('Current Tokens'), '97')
  row.current_tokens = 62
  await save()
  await seeToast('Error', 'Failed to save user')
  expect(await dialog.findByText(/The balance is 62 now, not 87. Nothing was saved/)).toBeVisible()
  expect(dialog.getByLabelText('Current Tokens')).toHaveValue(97)
  expect(row.current_tokens).toBe(62)
  await save()
  await seeToast('Success', 'User updated successfully')
  expect(sent.map(({ query }) => query.current_tokens)).toEqual(['eq.87', 'eq.62'])
})

it('closes without a request when nothing changed', async () => {
  const { sent, save } = await edit([tamsin()])
  await save()
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
  expect(sent).toEqual([])
})

it('says at the fields what is wrong, and sends nothing', async () => {
  const { sent, user, dialog, save } = await edit([tamsin()])
  await user.clear(dialog.getByLabelText('Name'))
  await user.clear(dialog.getByLabelText('Current Tokens'))
  await user.type(dialog.getByLabelText('Current Tokens'), '-1')
  await save()
  expect(await dialog.findByText('Enter a name.')).toBeVisible()
  expect(dialog.getByText('Enter a whole number, 0 or more.')).toBeVisible()
  expect(sent).toEqual([])
})

it('keeps the last admin, in words (D11)', async () => {
  const { user, dialog, save } = await edit([{ ...tamsin(), role: 'admin' }], {
    refuse: () => refusal(409, 'last_admin'),
  })
  await user.selectOptions(dialog.getByLabelText('Role'), 'User')
  await save()
  await seeToast('Error', 'Failed to save user')
  expect(dialog.getByText('The last admin stays an admin. Make somebody else an admin first.')).toBeVisible()
})

it('asks before it makes an admin', async () => {
  const row = tamsin()
  const { sent } = serveUsers([row])
  const { user } = open()
  const make = await screen.findByRole('button', { name: /Make Admin/ })
  await user.click(make)
  const dialog = await screen.findByRole('dialog', { name: 'Make Tamsin Ferreira an admin?' })
  await user.click(within(dialog).getByRole('button', { name: 'Cancel' }))
  expect(sent).toEqual([])
  await user.click(make)
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Make Admin' }))
  await seeToast('Success', 'Tamsin Ferreira has been made an admin')
  expect(sent).toEqual([{ query: { id: `eq.${row.id}`, select: 'name' }, body: { role: 'admin' } }])
  await waitFor(() => expect(screen.queryByRole('button', { name: /Make Admin/ })).not.toBeInTheDocument())
})

it('says so when that fails', async () => {
  serveUsers([tamsin()], { refuse: broken })
  const { user } = open()
  await user.click(await screen.findByRole('button', { name: /Make Admin/ }))
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Make Admin' }))
  await seeToast('Error', 'Failed to update user role')
})

it('asks before it deletes, then the person is gone', async () => {
  const row = tamsin()
  const { sent } = serveUsers([row])
  const { user } = open()
  await user.click(await screen.findByRole('button', { name: 'Delete Tamsin Ferreira' }))
  const dialog = await screen.findByRole('dialog')
  expect(
    within(dialog).getByText('Are you sure you want to delete this user? This action cannot be undone.'),
  ).toBeVisible()
  await user.click(within(dialog).getByRole('button', { name: 'Delete user' }))
  await seeToast('Success', 'User deleted successfully')
  expect(sent).toEqual([{ query: { id: `eq.${row.id}`, select: 'id' } }])
  expect(await screen.findByText('No users found.')).toBeVisible()
})

it.each([
  ['', broken, 'Failed to delete user'],
  [
    ' the last admin',
    () => refusal(409, 'last_admin'),
    'Failed to delete user. The last admin stays an admin. Make somebody else an admin first.',
  ],
  [
    ' oneself',
    () => refusal(409, 'cannot_delete_self'),
    'Failed to delete user. Nobody can delete themselves.',
  ],
])('says so when deleting%s fails', async (_who, refuse, sentence) => {
  serveUsers([tamsin()], { refuse })
  const { user } = open()
  await user.click(await screen.findByRole('button', { name: 'Delete Tamsin Ferreira' }))
  await user.click(await screen.findByRole('button', { name: 'Delete user' }))
  await seeToast('Error', sentence)
  expect(screen.getByRole('row', { name: /Tamsin/ })).toBeVisible()
})

it('says how users begin', async () => {
  serveUsers([])
  const { user } = open()
  await user.click(screen.getByRole('button', { name: 'Add User' }))
  await seeToast(
    'Info',
    'User creation requires authentication setup. Users should sign up through the registration page.',
  )
})

it('tells a failed load and tries again', async () => {
  serveUsers([tamsin()])
  let down = true
  server.use(http.get('*/rest/v1/profiles', () => (down ? broken() : undefined)))
  const { user } = open()
  await seeToast('Error', 'Failed to load users')
  down = false
  await user.click(within(screen.getByRole('alert')).getByRole('button', { name: 'Try again' }))
  expect(await screen.findByRole('row', { name: /Tamsin/ })).toBeVisible()
})
