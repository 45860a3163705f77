import { act, screen, waitFor, within } from '@testing-library/react'
import { broken } from '@tests/support/member-api'
import { notification, serveNotifications } from '@tests/support/notifications-api'
import { goOffline } from '@tests/support/offline'
import { renderPage, signInAs } from '@tests/support/render'
import { server } from '@tests/support/server'
import { toastsTitled } from '@tests/support/toasts'
import { http } from 'msw'
import { useState } from 'react'
import { type NavigateFunction, useNavigate } from 'react-router-dom'
import { beforeEach, expect, it } from 'vitest'
import { useUnreadCount } from '@/entities/notifications/notification'
import { formatDate, formatTime } from '@/lib/format'
import { NotificationsPanel } from './panel'

beforeEach(() => signInAs())

function Page() {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>{`${useUnreadCount()} unread`}</button>
      {isOpen ? <NotificationsPanel area="Member" onClose={() => setOpen(false)} /> : null}
    </>
  )
}

async function open() {
  const view = renderPage(<Page />)
  await view.user.click(await screen.findByRole('button', { name: /unread/ }))
  const panel = within(screen.getByRole('dialog', { name: 'Notifications' }))
  return { ...view, panel }
}

const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString()

it('groups what happened by day, opens its subject, marks that alone as read, and closes', async () => {
  const read_at = daysAgo(2)
  const { rows } = serveNotifications([
    notification(),
    notification(),
    notification({ kind: 'tokens_adjusted', data: { tokens: 20 }, created_at: daysAgo(3), read_at }),
    notification({ created_at: daysAgo(400), read_at }),
  ])
  const { user, panel } = await open()
  const today = within(await panel.findByRole('region', { name: 'Today' }))
  const [row] = today.getAllByRole('link', { name: /^Unread: Keystone Vault is being processed\./ })
  expect(row).toHaveTextContent(`Order ORD-000148${formatTime(rows[0]!.created_at)}`)
  const earlier = within(panel.getByRole('region', { name: 'Earlier' }))
  expect(earlier.getByRole('link', { name: /^20 tokens were added to your balance\. Tokens/ })).toBeVisible()
  expect(earlier.getByText(formatDate(daysAgo(400)))).toBeVisible()
  expect(screen.getByRole('heading', { name: 'Notifications' })).toHaveFocus()
  await user.click(row!)
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
  await waitFor(() => expect(rows.filter((each) => each.read_at === null)).toHaveLength(1))
})

it('marks all that is shown as read, but not what has arrived since', async () => {
  const served = serveNotifications([
    notification({ created_at: daysAgo(1) }),
    notification({ created_at: daysAgo(2) }),
  ])
  const { user, panel } = await open()
  const button = await panel.findByRole('button', { name: 'Mark all as read' })
  served.rows.push(notification())
  await user.click(button)
  expect(await panel.findByRole('region', { name: 'Today' })).toBeVisible()
  await waitFor(() => expect(panel.getAllByText('Unread:')).toHaveLength(1))
  expect(await screen.findByRole('button', { name: '1 unread', hidden: true })).toBeInTheDocument()
  await user.click(button)
  await waitFor(() => expect(panel.queryByRole('button', { name: 'Mark all as read' })).toBeNull())
  expect(panel.getByRole('status')).toHaveTextContent('All notifications are read.')
  expect(panel.getByRole('heading', { name: 'Notifications' })).toHaveFocus()
})

it('says in the panel why nothing was marked as read', async () => {
  const served = serveNotifications([notification()])
  served.fails = true
  const { user, panel } = await open()
  await user.click(await panel.findByRole('button', { name: 'Mark all as read' }))
  expect(await panel.findByRole('alert')).toHaveTextContent('The notifications could not be marked as read.')
  goOffline()
  await user.click(panel.getByRole('button', { name: 'Mark all as read' }))
  await waitFor(() => expect(panel.getByRole('alert')).toHaveTextContent('You are offline'))
  expect(panel.getByText('Unread:')).toBeInTheDocument()
})

it('says that nothing is new, and closes when the focus leaves it, not when a text in it is clicked', async () => {
  serveNotifications()
  const { user, panel } = await open()
  await user.click(await panel.findByText('Nothing new'))
  const hint = 'Orders, tokens, favourites and invitations appear here when something happens.'
  expect(panel.getByText(hint)).toBeVisible()
  expect(panel.queryByRole('button', { name: 'Mark all as read' })).toBeNull()
  const settings = panel.getByRole('link', { name: 'Notification settings' })
  expect(settings).toHaveAttribute('href', '/dashboard/profile?tab=notifications')
  expect(screen.getByRole('dialog', { name: 'Notifications' })).toHaveFocus()
  await user.tab()
  expect(panel.getByRole('button', { name: 'Close' })).toHaveFocus()
  await user.tab({ shift: true })
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
})

it('closes when another page is shown, as by Back', async () => {
  serveNotifications()
  let show: NavigateFunction = () => undefined
  function Router() {
    show = useNavigate()
    return <Page />
  }
  const { user } = renderPage(<Router />, { path: '*', route: '/' })
  await user.click(await screen.findByRole('button', { name: /unread/ }))
  expect(screen.getByRole('dialog')).toBeVisible()
  act(() => void show('/elsewhere'))
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
})

it('reports a failed load in place, and keeps what is shown when a refresh fails', async () => {
  serveNotifications([notification()])
  const works = { now: false }
  server.use(http.get('*/rest/v1/notifications', () => (works.now ? undefined : broken())))
  const { user, panel, client } = await open()
  expect(await panel.findByText('The notifications could not be loaded.')).toBeVisible()
  works.now = true
  await user.click(panel.getByRole('button', { name: 'Try again' }))
  expect(await panel.findByRole('region', { name: 'Today' })).toBeVisible()
  works.now = false
  await client.invalidateQueries()
  expect(await panel.findByText('The notifications could not be refreshed.')).toBeVisible()
  expect(toastsTitled('Error')).toBe(0)
  expect(panel.getByRole('region', { name: 'Today' })).toBeVisible()
})

it('reads a long list in pages, by key, to what was read before', async () => {
  const rows = Array.from({ length: 25 }, (_, index) =>
    notification({ created_at: daysAgo(index), read_at: index === 24 ? daysAgo(1) : null }),
  )
  const { queries } = serveNotifications(rows)
  const { user, panel, client } = await open()
  await waitFor(() => expect(panel.getAllByRole('listitem')).toHaveLength(20))
  await user.click(panel.getByRole('button', { name: 'Show more' }))
  await waitFor(() => expect(panel.getAllByRole('listitem')).toHaveLength(25))
  expect(panel.queryByRole('button', { name: 'Show more' })).toBeNull()
  expect(queries.some((query) => query.get('created_at') === `lte.${rows[19]?.created_at}`)).toBe(true)
  // Nothing is to be marked as read.
  await user.click(panel.getAllByRole('link', { name: /^Keystone Vault/ })[0]!)
  expect(client.getMutationCache().getAll()).toEqual([])
})
