import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { memberId } from '@tests/support/builders'
import { broken, refusal } from '@tests/support/member-api'
import { renderPage, signInAs } from '@tests/support/render'
import { server } from '@tests/support/server'
import { seeToast } from '@tests/support/toasts'
import { henrik, serveUsers, tamsin } from '@tests/support/users-api'
import { HttpResponse, http } from 'msw'
import { beforeEach, describe, expect, it } from 'vitest'
import { UsersPage } from '../page'

/** Serves the count of a user's open orders; returns the requests. */
function countOrders(count: number) {
  const requests: URLSearchParams[] = []
  server.use(
    http.head('*/rest/v1/orders', ({ request }) => {
      requests.push(new URL(request.url).searchParams)
      return new HttpResponse(null, { headers: { 'content-range': `*/${count}` } })
    }),
  )
  return requests
}

beforeEach(async () => {
  await signInAs('henrik@guildhall.test', memberId)
  countOrders(0)
})

type Served = Parameters<typeof serveUsers>[0]

function open(over: Partial<Served> = {}) {
  const row = tamsin()
  const served: Served = { users: [row, henrik()], ...over }
  const { sent } = serveUsers(served)
  const { user } = renderPage(<UsersPage />, { path: '/admin/users' })
  const openDialog = async (button: RegExp) => {
    await user.click(await screen.findByRole('button', { name: button }))
    return screen.findByRole('dialog', { busy: false })
  }
  const press = (dialog: HTMLElement, name: string) =>
    user.click(within(dialog).getByRole('button', { name }))
  return { row, served, sent, openDialog, press }
}

const rowGone = () =>
  waitFor(() => expect(screen.queryByRole('row', { name: /Tamsin/ })).not.toBeInTheDocument())
const buttonGone = () =>
  waitFor(() => expect(screen.queryByRole('button', { name: /Make Admin/ })).not.toBeInTheDocument())
const deleted = 'This user was deleted since you opened it.'

it('offers Make Admin for users only, and no deletion of oneself (D12)', async () => {
  open()
  expect(await screen.findByRole('button', { name: 'Delete Tamsin Ferreira' })).toBeEnabled()
  expect(screen.getAllByRole('button', { name: /Make Admin/ })).toHaveLength(1)
  expect(screen.getByRole('button', { name: 'Delete Henrik Vos' })).toBeDisabled()
})

describe('Make Admin', () => {
  it('asks for confirmation', async () => {
    const { row, sent, openDialog, press } = open()
    const dialog = await openDialog(/Make Admin/)
    expect(dialog).toHaveAccessibleName('Make Tamsin Ferreira an admin?')
    await press(dialog, 'Cancel')
    expect(sent).toEqual([])
    await press(await openDialog(/Make Admin/), 'Make Admin')
    await seeToast('Success', 'Tamsin Ferreira has been made an admin')
    expect(sent).toEqual([
      { query: { id: `eq.${row.id}`, role: 'eq.user', select: 'name' }, body: { role: 'admin' } },
    ])
    await buttonGone()
  })

  it('reports that another admin already did it', async () => {
    const { row, served, openDialog, press } = open()
    const dialog = await openDialog(/Make Admin/)
    served.users = [{ ...row, role: 'admin' }, henrik()]
    await press(dialog, 'Make Admin')
    await seeToast('Info', 'Tamsin Ferreira is already an admin.')
    await buttonGone()
  })

  it('reports a deleted user, and updates the list', async () => {
    const { served, openDialog, press } = open()
    const dialog = await openDialog(/Make Admin/)
    served.users = [henrik()]
    await press(dialog, 'Make Admin')
    await seeToast('Error', 'Failed to update user role')
    expect(await within(dialog).findByRole('alert')).toHaveTextContent(deleted)
    await rowGone()
  })
})

describe('Delete', () => {
  it('asks for confirmation, then deletes', async () => {
    const { row, sent, openDialog, press } = open()
    const dialog = await openDialog(/Delete Tamsin/)
    expect(
      within(dialog).getByText('Are you sure you want to delete this user? This action cannot be undone.'),
    ).toBeVisible()
    await press(dialog, 'Keep user')
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
    expect(sent).toEqual([])
    await press(await openDialog(/Delete Tamsin/), 'Delete user')
    await seeToast('Success', 'User deleted successfully')
    expect(sent).toEqual([{ query: { id: `eq.${row.id}`, select: 'id' } }])
    await rowGone()
  })

  it.each([
    [2, 87, 'Tamsin Ferreira has 87 tokens and 2 open orders.'],
    [1, 1, 'Tamsin Ferreira has 1 token and 1 open order.'],
    [0, 0, 'Tamsin Ferreira has 0 tokens and 0 open orders.'],
  ])('names the current open orders (%i) and balance (%i)', async (orders, tokens, sentence) => {
    const { row, served, openDialog } = open()
    await screen.findByRole('row', { name: /Tamsin/ })
    served.users = [{ ...row, current_tokens: tokens }, henrik()]
    const requests = countOrders(orders)
    const dialog = await openDialog(/Delete Tamsin/)
    await waitFor(() => expect(dialog).toHaveTextContent(`${sentence} The tokens are lost.`))
    expect(requests[0]?.get('user_id')).toBe(`eq.${row.id}`)
    expect(requests[0]?.get('status')).toBe('in.(pending,processing,completed)')
  })

  it('is possible although the open orders could not be counted', async () => {
    const { openDialog, press } = open()
    server.use(http.head('*/rest/v1/orders', () => new HttpResponse(null, { status: 400 })))
    const dialog = await openDialog(/Delete Tamsin/)
    expect(
      await within(dialog).findByText('The open orders of this user could not be counted.'),
    ).toBeVisible()
    await press(dialog, 'Delete user')
    await seeToast('Success', 'User deleted successfully')
  })

  it('stays open for its result when Keep is pressed right after it', async () => {
    const { sent, openDialog } = open()
    const dialog = within(await openDialog(/Delete Tamsin/))
    fireEvent.click(dialog.getByRole('button', { name: 'Delete user' }))
    fireEvent.click(dialog.getByRole('button', { name: 'Keep user' }))
    await seeToast('Success', 'User deleted successfully')
    expect(sent).toHaveLength(1)
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
  })

  it('reports that another admin already did it', async () => {
    const { served, openDialog, press } = open()
    const dialog = await openDialog(/Delete Tamsin/)
    served.users = [henrik()]
    await press(dialog, 'Delete user')
    await seeToast('Info', 'Tamsin Ferreira was already deleted.')
  })

  it('reports no success to a former admin', async () => {
    const { served, openDialog, press } = open()
    const dialog = await openDialog(/Delete Tamsin/)
    served.users = [{ ...henrik(), role: 'user' }]
    await press(dialog, 'Delete user')
    await seeToast('Error', 'Failed to delete user')
    expect(await within(dialog).findByRole('alert')).toHaveTextContent('You are no longer an admin.')
  })

  it.each([
    ['a failure', broken, 'The user was not deleted. Please try again.'],
    [
      'the last admin',
      () => refusal(409, 'last_admin'),
      'The last admin stays an admin. Make someone else an admin first.',
    ],
    ['oneself', () => refusal(409, 'cannot_delete_self'), 'You cannot delete your own account.'],
  ])('shows the specified toast, and the reason in the dialog: %s', async (_case, refuse, reason) => {
    const { openDialog, press } = open({ refuse })
    const dialog = await openDialog(/Delete Tamsin/)
    await press(dialog, 'Delete user')
    await seeToast('Error', 'Failed to delete user')
    expect(await within(dialog).findByRole('alert')).toHaveTextContent(reason)
    await press(dialog, 'Keep user')
    expect(await screen.findByRole('row', { name: /Tamsin/ })).toBeVisible()
  })
})
