import { screen, waitFor, within } from '@testing-library/react'
import { memberId } from '@tests/support/builders'
import { broken } from '@tests/support/member-api'
import { renderPage, signInAs } from '@tests/support/render'
import { server } from '@tests/support/server'
import { seeToast } from '@tests/support/toasts'
import { henrik, members, serveUsers, tamsin } from '@tests/support/users-api'
import { http } from 'msw'
import { beforeEach, expect, it } from 'vitest'
import { formatDate } from '@/lib/format'
import { UsersPage } from './page'

beforeEach(() => signInAs('henrik@guildhall.test', memberId))

const open = (query = '') =>
  renderPage(<UsersPage />, { path: '/admin/users', route: `/admin/users${query}` })
const names = () => screen.getAllByRole('link').map((link) => link.textContent)
const heads = () =>
  screen.getAllByRole('columnheader').map((head) => [head.textContent, head.getAttribute('aria-sort')])

it('lists users, newest first, with the count of all registered ones', async () => {
  const { lists, searches } = serveUsers({ users: [tamsin(), henrik()] })
  open()
  expect(await screen.findByRole('heading', { name: 'User Management' })).toBeVisible()
  expect(await screen.findByRole('heading', { name: 'All Users' })).toBeVisible()
  expect(await screen.findByText('2 registered users')).toBeVisible()
  const cells = within(await screen.findByRole('row', { name: /Tamsin Ferreira/ })).getAllByRole('cell')
  expect(cells.slice(2, 6).map((cell) => cell.textContent)).toEqual([
    'tamsin@ferreira.example',
    'User',
    '87 tokens',
    formatDate('2026-09-02T09:00:00Z'),
  ])
  expect(screen.getByRole('row', { name: /Henrik Vos \(you\)/ })).toHaveTextContent('Admin')
  expect(heads()).toEqual([
    ['Select all on this page', null],
    ['Name', 'none'],
    ['Email', 'none'],
    ['Role', null],
    ['Tokens', 'none'],
    ['Joined', 'descending'],
    ['Actions', null],
  ])
  expect(lists[0]?.get('order')).toBe('created_at.desc,id.desc')
  expect(searches).toEqual([])
})

it('searches on the server for exactly what was typed, from the first page', async () => {
  const { searches } = serveUsers({ users: members(30) })
  const { user } = open('?page=2')
  await screen.findByRole('row', { name: /Member 26/ })
  await user.type(await screen.findByRole('searchbox', { name: 'Search users' }), 'a,"b*%')
  expect(await screen.findByText('No users found.')).toBeVisible()
  expect(searches.at(-1)).toEqual({
    p_search: 'a,"b*%',
    p_sort: 'created_at',
    p_ascending: false,
    p_reverse: false,
    p_limit: 26,
  })
  expect(await screen.findByText('30 registered users')).toBeVisible()
})

it('sorts by a click on a head, text ascending and numbers descending first, and reverses', async () => {
  const { searches } = serveUsers({ users: members(30) })
  const { user } = open('?q=member&page=2')
  await screen.findByRole('row', { name: /Member 26/ })
  const click = (name: string) => user.click(screen.getByRole('button', { name }))

  await click('Name')
  await waitFor(() => expect(names().slice(0, 3)).toEqual(['Member 1', 'Member 10', 'Member 11']))
  expect(heads()[1]).toEqual(['Name', 'ascending'])
  await click('Name')
  await waitFor(() => expect(names()[0]).toBe('Member 9'))
  expect(heads()[1]).toEqual(['Name', 'descending'])
  await click('Tokens')
  await waitFor(() => expect(screen.getAllByRole('row')[1]).toHaveTextContent('6 tokens'))
  await click('Email')
  await waitFor(() => expect(names()[0]).toBe('Member 10'))
  const requests = searches.map(({ p_search, p_sort, p_ascending }) => [p_search, p_sort, p_ascending])
  expect(requests.slice(-4)).toEqual([
    ['member', 'name', true],
    ['member', 'name', false],
    ['member', 'current_tokens', false],
    ['member', 'email', true],
  ])
})

it('sorts by a select as well, which follows the URL', async () => {
  serveUsers({ users: members(3) })
  const { user } = open('?sort=-name')
  await waitFor(() => expect(names()).toEqual(['Member 3', 'Member 2', 'Member 1']))
  const sort = screen.getByLabelText('Sort')
  expect(sort).toHaveValue('-name')
  await user.selectOptions(sort, 'Oldest first')
  await waitFor(() => expect(heads()[5]).toEqual(['Joined', 'ascending']))
  expect(names()[0]).toBe('Member 1')
  await user.selectOptions(sort, 'Newest first')
  await waitFor(() => expect(names()[0]).toBe('Member 3'))
})

it('explains how users register', async () => {
  serveUsers({ users: [] })
  const { user } = open()
  await user.click(await screen.findByRole('button', { name: 'Add User' }))
  await seeToast(
    'Info',
    'User creation requires authentication setup. Users should sign up through the registration page.',
  )
})

it('keeps the list when only the count fails', async () => {
  serveUsers({ users: [tamsin()] })
  server.use(http.post('*/rest/v1/rpc/count_profiles', () => broken()))
  open()
  expect(await screen.findByRole('row', { name: /Tamsin/ })).toBeVisible()
  expect(await screen.findByText('1 to 1')).toBeVisible()
})
