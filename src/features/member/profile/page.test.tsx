import { screen, waitFor, within } from '@testing-library/react'
import { memberId } from '@tests/support/builders'
import { broken, serveProfile } from '@tests/support/member-api'
import { renderPage, signInAs } from '@tests/support/render'
import { server } from '@tests/support/server'
import { seeToast } from '@tests/support/toasts'
import { HttpResponse, http } from 'msw'
import { beforeEach, expect, it } from 'vitest'
import { formatDate } from '@/lib/format'
import { ProfilePage } from './page'

beforeEach(() => signInAs())

/** Serves the profile, saves what is sent or gives `response`, and records both. */
function serveSaving(response?: () => Response) {
  const served = serveProfile({ phone: '+351 912 000 118' })
  const sent: object[] = []
  const rows: (string | null)[] = []
  server.use(
    http.patch('*/rest/v1/profiles', async ({ request }) => {
      const body = (await request.json()) as object
      sent.push(body)
      rows.push(new URL(request.url).searchParams.get('id'))
      if (response) return response()
      Object.assign(served.profile, body)
      return HttpResponse.json(served.profile)
    }),
  )
  return { served, sent, rows }
}

async function open() {
  const view = renderPage(<ProfilePage />)
  const name = await screen.findByLabelText('Full name')
  return { ...view, name, save: () => view.user.click(screen.getByRole('button', { name: 'Save changes' })) }
}

it('shows name, phone, the read-only email, and the member card', async () => {
  serveSaving()
  const { name } = await open()
  expect(await screen.findByRole('heading', { name: 'Your Profile' })).toBeVisible()
  expect(name).toHaveValue('Tamsin Ferreira')
  expect(screen.getByLabelText('Phone')).toHaveValue('+351 912 000 118')
  const email = screen.getByLabelText('Email')
  expect(email).toHaveValue('tamsin@ferreira.example')
  expect(email).toHaveAttribute('readonly')
  await waitFor(() => expect(email).toHaveAccessibleDescription('Email cannot be changed from here'))
  const card = screen.getByRole('region', { name: 'Member card' })
  const dates = ['2026-09-02T09:00:00Z', '2027-09-02T09:00:00Z'].map(formatDate)
  for (const text of ['Tamsin Ferreira', 'Pro Member', ...dates])
    expect(within(card).getByText(text)).toBeVisible()
  expect(card).toHaveTextContent('Balance87')
})

it.each([
  ['Active', null],
  ['3 days remaining', new Date(Date.now() + 2.5 * 86_400_000).toISOString()],
  ['1 day remaining', new Date(Date.now() + 3_600_000).toISOString()],
  ['Expired', '2026-01-01T00:00:00Z'],
])('shows the membership as %s', async (text, membership_end_date) => {
  serveProfile({ membership_end_date })
  renderPage(<ProfilePage />)
  expect(await screen.findByText(text)).toBeVisible()
})

it("saves name and phone only, trimmed, in the member's own row", async () => {
  const { sent, rows } = serveSaving()
  const { user, name, save } = await open()
  await user.clear(name)
  await user.type(name, '  Tamsin Ferreira-Lund ')
  await user.clear(await screen.findByLabelText('Phone'))
  await save()
  await seeToast('Profile Updated', 'Your profile has been updated successfully.')
  expect(sent).toEqual([{ name: 'Tamsin Ferreira-Lund', phone: null }])
  // An admin may write every row: without the id it would be all of them.
  expect(rows).toEqual([`eq.${memberId}`])
  expect(name).toHaveValue('Tamsin Ferreira-Lund')
})

it.each([
  ['The name is not allowed', () => broken('The name is not allowed')],
  ['An unexpected error occurred', () => HttpResponse.json({ code: '42501', message: '' }, { status: 403 })],
])('shows a refusal as "%s" and keeps the input', async (sentence, response) => {
  serveSaving(response)
  const { user, name, save } = await open()
  await user.type(name, ' Lund')
  await save()
  await seeToast('Update Failed', sentence)
  expect(name).toHaveValue('Tamsin Ferreira Lund')
})

it('validates both fields in one pass, and sends nothing', async () => {
  const { sent } = serveSaving()
  const { user, name, save } = await open()
  await user.clear(name)
  const phone = screen.getByLabelText('Phone')
  await user.type(phone, '0'.repeat(40))
  await save()
  await waitFor(() => expect(name).toHaveAccessibleDescription('Enter your name.'))
  await waitFor(() => expect(phone).toHaveAccessibleDescription('At most 40 characters.'))
  expect(name).toHaveFocus()
  expect(sent).toEqual([])
})

it('discards the input with Undo', async () => {
  serveSaving()
  const { user, name } = await open()
  const undo = screen.getByRole('button', { name: 'Undo' })
  expect(undo).toBeDisabled()
  await user.type(name, ' Lund')
  await user.click(undo)
  expect(name).toHaveValue('Tamsin Ferreira')
})

it('keeps the input when the profile is refetched', async () => {
  const { served } = serveSaving()
  const { user, name, client } = await open()
  await user.type(name, ' Lund')
  Object.assign(served.profile, { current_tokens: 12, phone: '+49 30 1234' })
  await client.invalidateQueries()
  const card = screen.getByRole('region', { name: 'Member card' })
  await waitFor(() => expect(card).toHaveTextContent('Balance12'))
  expect(name).toHaveValue('Tamsin Ferreira Lund')
  expect(screen.getByLabelText('Phone')).toHaveValue('+49 30 1234')
})
