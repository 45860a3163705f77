import { screen, waitFor } from '@testing-library/react'
import { memberId } from '@tests/support/builders'
import { broken, serveProfile, serveRows } from '@tests/support/member-api'
import { renderPage, signInAs } from '@tests/support/render'
import { server } from '@tests/support/server'
import { seeToast } from '@tests/support/toasts'
import { HttpResponse, http } from 'msw'
import { beforeEach, expect, it } from 'vitest'
import type { Tables } from '@/lib/tables'
import { ProfilePage } from './page'

type Row = Tables<'notification_preferences'>

beforeEach(() => signInAs())

/** Serves what is stored, and stores what is sent or refuses it. */
function serve(rows: Row[] = []) {
  const served = Object.assign(serveRows('notification_preferences', rows), {
    fails: false,
    sent: [] as Partial<Row>[],
  })
  server.use(
    http.post('*/rest/v1/notification_preferences', async ({ request }) => {
      if (served.fails) return broken('no')
      expect(request.headers.get('prefer')).toContain('resolution=ignore-duplicates')
      const sent = (await request.json()) as Row[]
      served.rows.push(...sent.filter(({ kind }) => !served.rows.some((row) => row.kind === kind)))
      return new HttpResponse(null, { status: 201 })
    }),
    http.patch('*/rest/v1/notification_preferences', async ({ request }) => {
      const changes = (await request.json()) as Partial<Row>
      const kind = new URL(request.url).searchParams.get('kind')?.replace('eq.', '')
      served.sent.push({ kind, ...changes })
      for (const row of served.rows) if (row.kind === kind) Object.assign(row, changes)
      return new HttpResponse(null, { status: 204 })
    }),
  )
  return served
}

async function open() {
  const view = renderPage(<ProfilePage />, { route: '/?tab=notifications' })
  await screen.findByRole('table')
  return { ...view, save: () => view.user.click(screen.getByRole('button', { name: 'Save changes' })) }
}

const box = (name: string) => screen.getByRole('checkbox', { name })

it('has nothing to save without a change, and keeps a choice while another tab is shown', async () => {
  serveProfile()
  serve()
  const { user } = await open()
  const save = screen.getByRole('button', { name: 'Save changes' })
  expect(save).toBeDisabled()
  await user.click(box('Tokens: by email'))
  await user.click(screen.getByRole('tab', { name: 'Details' }))
  expect(await screen.findByLabelText('Full name')).toBeVisible()
  expect(screen.queryByRole('checkbox')).toBeNull()
  await user.click(screen.getByRole('tab', { name: 'Notifications' }))
  expect(box('Tokens: by email')).toBeChecked()
  expect(save).toBeEnabled()
})

it('shows the defaults, and keeps orders and tokens in the app', async () => {
  serveProfile()
  serve()
  await open()
  expect(screen.getAllByRole('checkbox')).toHaveLength(10)
  for (const name of ['Orders: in app', 'Tokens: in app']) {
    expect(box(name)).toBeChecked()
    expect(box(name)).toBeDisabled()
  }
  expect(box('Orders: by email')).toBeChecked()
  expect(box('Tokens: by email')).not.toBeChecked()
  expect(screen.getByText(/Emails go to tamsin@ferreira\.example\./)).toBeVisible()
})

it('shows admins the notices that only they get', async () => {
  serveProfile({ role: 'admin' })
  serve()
  await open()
  await waitFor(() => expect(screen.getAllByRole('checkbox')).toHaveLength(20))
  expect(box('Late orders: by email')).not.toBeChecked()
  expect(box('Stock: by email')).toBeChecked()
})

it('saves what was chosen only, over what is stored by then', async () => {
  serveProfile()
  const served = serve()
  const { user, save } = await open()
  await user.click(box('Favourites: in app'))
  // Meanwhile, by the link in an email.
  served.rows.push({ user_id: memberId, kind: 'favourites', in_app: true, by_email: false })
  await save()
  await seeToast('Notifications Updated', 'Your choices have been saved.')
  expect(served.sent).toEqual([{ kind: 'favourites', in_app: false }])
  expect(served.rows).toEqual([{ user_id: memberId, kind: 'favourites', in_app: false, by_email: false }])
  expect(box('Favourites: by email')).not.toBeChecked()
  expect(screen.getByRole('button', { name: 'Undo' })).toBeDisabled()
  expect(screen.getByRole('heading', { name: 'What you are told, and where' })).toHaveFocus()
})

it('keeps what was set when saving fails, until Undo', async () => {
  serveProfile()
  const served = serve()
  served.fails = true
  const { user, save } = await open()
  await user.click(box('Membership: by email'))
  await save()
  await seeToast('Update Failed', 'Your choices could not be saved.')
  expect(box('Membership: by email')).not.toBeChecked()
  await user.click(screen.getByRole('button', { name: 'Undo' }))
  expect(box('Membership: by email')).toBeChecked()
})
