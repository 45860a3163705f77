import { screen, waitFor, within } from '@testing-library/react'
import { memberId } from '@tests/support/builders'
import { broken } from '@tests/support/member-api'
import { servePerson } from '@tests/support/person-api'
import { renderPage, signInAs } from '@tests/support/render'
import { server } from '@tests/support/server'
import { seeToast } from '@tests/support/toasts'
import { henrik, serveUsers, tamsin } from '@tests/support/users-api'
import { delay, http } from 'msw'
import { beforeEach, expect, it } from 'vitest'
import { membershipStatus } from '@/entities/profiles/profile'
import { formatDate, formatDateTime } from '@/lib/format'
import { UsersPage } from '../page'

beforeEach(() => signInAs('henrik@guildhall.test', memberId))

const person = { ...tamsin(), membership_end_date: '2030-09-02T09:00:00+00:00' }

function open(query = `?person=${person.id}`, figures: Parameters<typeof servePerson>[1]['figures'] = {}) {
  serveUsers({ users: [person, henrik()] })
  servePerson(person.id, { figures })
  return renderPage(<UsersPage />, { path: '/admin/users', route: `/admin/users${query}` })
}
const panel = () => screen.findByRole('dialog', { busy: false })
const closed = () => waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())

it('opens from the name, which has the focus again after Escape', async () => {
  const { user } = open('?q=tam')
  await user.click(await screen.findByRole('link', { name: 'Tamsin Ferreira' }))
  expect(await panel()).toHaveAccessibleName('Tamsin Ferreira')
  await user.keyboard('{Escape}')
  await closed()
  expect(screen.getByRole('searchbox')).toHaveValue('tam')
  await waitFor(() => expect(screen.getByRole('link', { name: 'Tamsin Ferreira' })).toHaveFocus())
})

it('closes when it was opened by its URL', async () => {
  const { user } = open()
  await user.click(within(await panel()).getByRole('button', { name: 'Close' }))
  await closed()
  expect(await screen.findByRole('heading', { name: 'User Management' })).toBeVisible()
})

it('shows the facts and the balance', async () => {
  open()
  const dialog = within(await panel())
  expect(await dialog.findByText('87 tokens')).toBeInTheDocument()
  expect(await dialog.findByText('+112')).toBeVisible()
  const facts = dialog.getAllByRole('term').map((term) => [term.textContent, term.nextSibling?.textContent])
  const { membership_start_date: start, membership_end_date: end } = person
  expect(facts).toEqual([
    ['Role', 'User'],
    ['Phone', '+351 912 000 118'],
    ['Membership', `${membershipStatus(end)}${formatDate(start)} to ${formatDate(end)}`],
    ['Joined', formatDate(person.created_at)],
    ['Last sign-in', formatDateTime('2026-11-20T10:00:00Z')],
    ['Second factor', 'None'],
    ['Invite code used', 'WELCOME000'],
  ])
  expect(await panel()).toHaveAccessibleDescription('tamsin@ferreira.example')
})

it('shows support the figures of the person, and problems', async () => {
  open(undefined, {
    received: 112,
    spent: 25,
    open_orders: 3,
    late_orders: 1,
    reports: 2,
    open_reports: 1,
    given_up_emails: 2,
    given_up_error: 'smtp_550',
    last_sign_in_at: null,
    confirmed_at: null,
  })
  const dialog = within(await panel())
  expect(await dialog.findByText('Never: the email address is not confirmed')).toBeVisible()
  const figures = within(dialog.getByRole('list', { name: 'Figures' })).getAllByRole('listitem')
  expect(figures.map(({ textContent }) => textContent)).toEqual([
    'Received+112tokens in all',
    'Spent−25tokens in all',
    'Open orders31 late',
    'Open reports1of 2',
    'Failed emails2The email service refused the email (SMTP 550).',
  ])
})

it('shows a skeleton while it loads', async () => {
  open('?person=elsewhere')
  server.use(http.get('*/rest/v1/profiles', () => delay('infinite')))
  expect(within(await panel()).getByText('Loading the user')).toBeInTheDocument()
})

it.each(['00000000-0000-4000-9000-00000000dead', 'nobody'])('reports the unknown id %s', async (id) => {
  open(`?person=${id}`)
  const dialog = within(await panel())
  expect(await dialog.findByText('User not found.')).toBeVisible()
  expect(dialog.queryByRole('button', { name: 'Edit' })).not.toBeInTheDocument()
})

it('reports a failed load and retries', async () => {
  open()
  let down = true
  server.use(http.get('*/rest/v1/profiles', () => (down ? broken() : undefined)))
  await seeToast('Error', 'Failed to load users')
  const dialog = within(await panel())
  const alert = within(await dialog.findByRole('alert'))
  down = false
  alert.getByRole('button', { name: 'Try again' }).click()
  expect(await dialog.findByRole('button', { name: 'Edit' })).toBeVisible()
})

it('shows what was edited', async () => {
  const { user } = open()
  await user.click(await screen.findByRole('button', { name: 'Edit' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Edit User', busy: false }))
  await user.clear(dialog.getByLabelText('Name'))
  await user.type(dialog.getByLabelText('Name'), 'Tamsin F.')
  await user.click(dialog.getByRole('button', { name: 'Save changes' }))
  await seeToast('Success', 'User updated successfully')
  expect(await screen.findByRole('dialog', { name: 'Tamsin F.', busy: false })).toBeVisible()
  await waitFor(() => expect(screen.getByRole('button', { name: 'Edit' })).toHaveFocus())
})

it('promotes and deletes the user, which closes it', async () => {
  const { user } = open()
  await user.click(await screen.findByRole('button', { name: 'Make Admin' }))
  const question = await screen.findByRole('dialog', { name: /an admin\?/, busy: false })
  // The panel learns in the next task that the question is above it.
  await delay(0)
  await user.click(within(question).getByRole('button', { name: 'Make Admin' }))
  await seeToast('Success', 'Tamsin Ferreira has been made an admin')
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Make Admin' })).not.toBeInTheDocument())
  await user.click(await screen.findByRole('button', { name: 'Delete' }))
  await user.click(await screen.findByRole('button', { name: 'Delete user' }))
  await seeToast('Success', 'User deleted successfully')
  await closed()
})

it('offers no deletion of oneself (D12)', async () => {
  open(`?person=${memberId}`)
  expect(await screen.findByRole('button', { name: 'Delete' })).toBeDisabled()
  expect(screen.queryByRole('button', { name: 'Make Admin' })).not.toBeInTheDocument()
})
