import { screen, waitFor, within } from '@testing-library/react'
import { held } from '@tests/support/held'
import { broken } from '@tests/support/member-api'
import { memberId, renderPage, signInAs } from '@tests/support/render'
import { server } from '@tests/support/server'
import { seeToast } from '@tests/support/toasts'
import { henrik, members, serveUsers, tamsin } from '@tests/support/users-api'
import { delay, http } from 'msw'
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
  expect(heads()).toEqual([
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

it('draws the table to come while the users are on their way', () => {
  serveUsers({ users: [] })
  server.use(http.get('*/rest/v1/profiles', () => delay('infinite')))
  open()
  expect(screen.getByRole('table', { name: 'All Users' })).toHaveAttribute('aria-busy', 'true')
})

it('searches on the server, whatever is typed, and says where nothing is found', async () => {
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

it('says so where there is nobody at all', async () => {
  serveUsers({ users: [] })
  open()
  expect(await screen.findByText('No users found.')).toBeVisible()
})

it('counts what a search finds beside its rows, and all registered users above them', async () => {
  serveUsers({ users: [tamsin(), henrik(), ...members(3)] })
  const { user } = open()
  expect(await screen.findByText('1 to 5 of 5 users')).toBeVisible()
  await user.type(screen.getByRole('searchbox', { name: 'Search users' }), 'ember2')
  expect(await screen.findByText('1 to 1 of 1 user')).toBeVisible()
  expect(screen.getByText('5 registered users')).toBeVisible()
})

it('shows no count of a search beside the rows of another', async () => {
  serveUsers({ users: [tamsin(), henrik(), ...members(3)] })
  const { user } = open()
  expect(await screen.findByText('1 to 5 of 5 users')).toBeVisible()
  const answer = held()
  server.use(http.post('*/rest/v1/rpc/search_profiles', () => answer.released))
  await user.type(screen.getByRole('searchbox', { name: 'Search users' }), 'ember2')
  expect(await screen.findByText('1 to 5')).toBeVisible()
  answer.release()
  expect(await screen.findByText('1 to 1 of 1 user')).toBeVisible()
})

it('counts what a search finds to 10,000', async () => {
  serveUsers({ users: members(30), matches: 10_001 })
  open('?q=member')
  expect(await screen.findByText('1 to 25 of 10,000+ users')).toBeVisible()
})

it('sorts by a click on a head, names upwards first, figures downwards, and turns round', async () => {
  const { searches } = serveUsers({ users: members(30) })
  const { user } = open('?q=member&page=2')
  await screen.findByRole('row', { name: /Member 26/ })
  const click = (name: string) => user.click(screen.getByRole('button', { name }))

  await click('Name')
  await waitFor(() => expect(names()).toHaveLength(25))
  expect(names().slice(0, 3)).toEqual(['Member 1', 'Member 10', 'Member 11'])
  expect(heads()[0]).toEqual(['Name', 'ascending'])
  await click('Name')
  await waitFor(() => expect(names()[0]).toBe('Member 9'))
  expect(heads()[0]).toEqual(['Name', 'descending'])
  await click('Tokens')
  await waitFor(() => expect(screen.getAllByRole('row')[1]).toHaveTextContent('6 tokens'))
  await click('Email')
  await waitFor(() => expect(names()[0]).toBe('Member 10'))
  const asked = searches.map(({ p_search, p_sort, p_ascending }) => [p_search, p_sort, p_ascending])
  expect(asked.slice(-4)).toEqual([
    ['member', 'name', true],
    ['member', 'name', false],
    ['member', 'current_tokens', false],
    ['member', 'email', true],
  ])
})

it('offers the same where there are no heads, and reads it from the address', async () => {
  serveUsers({ users: members(3) })
  const { user } = open('?sort=-name')
  await waitFor(() => expect(names()).toEqual(['Member 3', 'Member 2', 'Member 1']))
  const sort = screen.getByLabelText('Sort')
  expect(sort).toHaveValue('-name')
  await user.selectOptions(sort, 'Oldest first')
  await waitFor(() => expect(heads()[4]).toEqual(['Joined', 'ascending']))
  expect(names()[0]).toBe('Member 1')
  await user.selectOptions(sort, 'Newest first')
  await waitFor(() => expect(names()[0]).toBe('Member 3'))
})

it.each([
  ['the newest', ''],
  ['a sorted search', '?q=member&sort=-email'],
])('pages %s by key: forwards, back, to the end and to the start', async (_what, query) => {
  serveUsers({ users: members(60) })
  const { user } = open(query)
  expect(await screen.findByText('1 to 25 of 60 users')).toBeVisible()
  const first = names()
  const turn = async (button: string, info: string) => {
    await user.click(await screen.findByRole('button', { name: button }))
    expect(await screen.findByText(info)).toBeVisible()
    return names()
  }
  const second = await turn('Next', '26 to 50 of 60 users')
  const third = await turn('Next', '51 to 60 of 60 users')
  expect(new Set([...first, ...second, ...third]).size).toBe(60)
  expect(screen.getByRole('button', { name: 'Next' })).toBeDisabled()
  expect(await turn('Previous', '26 to 50 of 60 users')).toEqual(second)
  expect(await turn('Last page', '51 to 60 of 60 users')).toEqual(third)
  expect(await turn('First page', '1 to 25 of 60 users')).toEqual(first)
})

it.each(['', '&sort=created_at'])('finds the page that somebody typed%s', async (sort) => {
  serveUsers({ users: members(60) })
  open(`?page=3${sort}`)
  expect(await screen.findByText('51 to 60 of 60 users')).toBeVisible()
})

it('says how users begin', async () => {
  serveUsers({ users: [] })
  const { user } = open()
  await user.click(await screen.findByRole('button', { name: 'Add User' }))
  await seeToast(
    'Info',
    'User creation requires authentication setup. Users should sign up through the registration page.',
  )
})

it('tells a failed load and tries again', async () => {
  serveUsers({ users: [tamsin()] })
  let down = true
  server.use(http.get('*/rest/v1/profiles', () => (down ? broken() : undefined)))
  const { user } = open()
  await seeToast('Error', 'Failed to load users')
  down = false
  await user.click(within(screen.getByRole('alert')).getByRole('button', { name: 'Try again' }))
  expect(await screen.findByRole('row', { name: /Tamsin/ })).toBeVisible()
})

it('keeps the list when only the count fails', async () => {
  serveUsers({ users: [tamsin()] })
  server.use(http.post('*/rest/v1/rpc/count_profiles', () => broken()))
  open()
  expect(await screen.findByRole('row', { name: /Tamsin/ })).toBeVisible()
  expect(await screen.findByText('1 to 1')).toBeVisible()
})
