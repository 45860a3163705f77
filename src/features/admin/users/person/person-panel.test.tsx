import { screen, waitFor, within } from '@testing-library/react'
import { broken } from '@tests/support/member-api'
import { servePerson } from '@tests/support/person-api'
import { memberId, renderPage, signInAs } from '@tests/support/render'
import { server } from '@tests/support/server'
import { seeToast } from '@tests/support/toasts'
import { henrik, serveUsers, tamsin } from '@tests/support/users-api'
import { delay, http } from 'msw'
import { beforeEach, describe, expect, it } from 'vitest'
import { membershipStatus } from '@/entities/profiles/profile'
import { formatDate } from '@/lib/format'
import { UsersPage } from '../page'

beforeEach(() => signInAs('henrik@guildhall.test', memberId))

const person = { ...tamsin(), membership_end_date: '2030-09-02T09:00:00+00:00' }

function open(query = `?person=${person.id}`) {
  serveUsers({ users: [person, henrik()] })
  servePerson(person.id, {})
  return renderPage(<UsersPage />, { path: '/admin/users', route: `/admin/users${query}` })
}
const panel = () => screen.findByRole('dialog', { busy: false })

describe('the person', () => {
  it('opens from the name, closes by Escape, and the name has the focus again', async () => {
    const { user } = open('?q=tam')
    await user.click(await screen.findByRole('link', { name: 'Tamsin Ferreira' }))
    expect(await panel()).toHaveAccessibleName('Tamsin Ferreira')
    await user.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
    expect(screen.getByRole('searchbox')).toHaveValue('tam')
    await waitFor(() => expect(screen.getByRole('link', { name: 'Tamsin Ferreira' })).toHaveFocus())
  })

  it('closes also where the address led straight to it', async () => {
    const { user } = open()
    await user.click(within(await panel()).getByRole('button', { name: 'Close' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
    expect(await screen.findByRole('heading', { name: 'User Management' })).toBeVisible()
  })

  it('shows the facts and the balance', async () => {
    open()
    const dialog = within(await panel())
    expect(await dialog.findByText('87 tokens')).toBeInTheDocument()
    const facts = dialog.getAllByRole('term').map((term) => [term.textContent, term.nextSibling?.textContent])
    expect(facts).toEqual([
      ['Role', 'User'],
      ['Phone', '+351 912 000 118'],
      [
        'Membership',
        `${membershipStatus(person.membership_end_date)}${formatDate(person.membership_start_date)} to ${formatDate(person.membership_end_date)}`,
      ],
      ['Joined', formatDate(person.created_at)],
      ['Invite code used', 'WELCOME000'],
    ])
    expect(await panel()).toHaveAccessibleDescription('tamsin@ferreira.example')
  })

  it('waits in the shape to come', async () => {
    open('?person=elsewhere')
    server.use(http.get('*/rest/v1/profiles', () => delay('infinite')))
    expect(within(await panel()).getByText('Loading the user')).toBeInTheDocument()
  })

  it.each(['00000000-0000-4000-9000-00000000dead', 'nobody'])(
    'says so where there is nobody: %s',
    async (id) => {
      open(`?person=${id}`)
      const dialog = within(await panel())
      expect(await dialog.findByText('User not found.')).toBeVisible()
      expect(dialog.queryByRole('button', { name: 'Edit' })).not.toBeInTheDocument()
    },
  )

  it('tells a failed load and tries again', async () => {
    open()
    let down = true
    server.use(http.get('*/rest/v1/profiles', () => (down ? broken() : undefined)))
    await seeToast('Error', 'Failed to load users')
    down = false
    const { findByRole } = within(await panel())
    within(await findByRole('alert'))
      .getByRole('button', { name: 'Try again' })
      .click()
    expect(await findByRole('button', { name: 'Edit' })).toBeVisible()
  })
})

describe('what can be done from the panel', () => {
  it('an edit, after which the panel shows what was saved', async () => {
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

  it('Make Admin and Delete, which closes the panel', async () => {
    const { user } = open()
    await user.click(await screen.findByRole('button', { name: 'Make Admin' }))
    await user.click(
      within(await screen.findByRole('dialog', { name: /an admin\?/, busy: false })).getByRole('button', {
        name: 'Make Admin',
      }),
    )
    await seeToast('Success', 'Tamsin Ferreira has been made an admin')
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Make Admin' })).not.toBeInTheDocument())
    await user.click(await screen.findByRole('button', { name: 'Delete' }))
    await user.click(await screen.findByRole('button', { name: 'Delete user' }))
    await seeToast('Success', 'User deleted successfully')
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
  })

  it('nobody deletes themselves (D12)', async () => {
    open(`?person=${memberId}`)
    expect(await screen.findByRole('button', { name: 'Delete' })).toBeDisabled()
    expect(screen.queryByRole('button', { name: 'Make Admin' })).not.toBeInTheDocument()
  })
})
