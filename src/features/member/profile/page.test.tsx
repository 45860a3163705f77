import { screen, waitFor, within } from '@testing-library/react'
import { broken, serveProfile } from '@tests/support/member-api'
import { memberId, renderPage, signInAs } from '@tests/support/render'
import { server } from '@tests/support/server'
import { seeToast } from '@tests/support/toasts'
import { HttpResponse, http } from 'msw'
import { beforeEach, expect, it } from 'vitest'
import { formatDate } from '@/lib/format'
import { ProfilePage } from './page'

beforeEach(() => signInAs())

/** Serves the profile and saves what is sent; records it. */
function serveSaving(answer?: () => Response) {
  const served = serveProfile({ phone: '+351 912 000 118' })
  const sent: object[] = []
  const rows: (string | null)[] = []
  server.use(
    http.patch('*/rest/v1/profiles', async ({ request }) => {
      const body = (await request.json()) as object
      sent.push(body)
      rows.push(new URL(request.url).searchParams.get('id'))
      if (answer) return answer()
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

it('shows name, phone, the email that stays, and the member card', async () => {
  serveSaving()
  const { name } = await open()
  expect(await screen.findByRole('heading', { name: 'Your Profile' })).toBeVisible()
  expect(name).toHaveValue('Tamsin Ferreira')
  expect(screen.getByLabelText('Phone')).toHaveValue('+351 912 000 118')
  const email = screen.getByLabelText('Email')
  expect(email).toHaveValue('tamsin@ferreira.example')
  expect(email).toHaveAttribute('readonly')
  expect(email).toHaveAccessibleDescription('Email cannot be changed from here')
  const card = screen.getByRole('region', { name: 'Member card' })
  for (const text of [
    'Tamsin Ferreira',
    'Pro Member',
    formatDate('2026-09-02T09:00:00Z'),
    formatDate('2027-09-02T09:00:00Z'),
  ]) {
    expect(within(card).getByText(text)).toBeVisible()
  }
  expect(card).toHaveTextContent('Balance87')
})

it.each([
  ['Active', null],
  ['3 days remaining', new Date(Date.now() + 2.5 * 86_400_000).toISOString()],
  ['1 day remaining', new Date(Date.now() + 3_600_000).toISOString()],
  ['Expired', '2026-01-01T00:00:00Z'],
])('says %s', async (words, membership_end_date) => {
  serveProfile({ membership_end_date })
  renderPage(<ProfilePage />)
  expect(await screen.findByText(words)).toBeVisible()
})

it('saves name and phone only, of the own row, trimmed, and says so', async () => {
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
  ['its message', () => broken('The name is not allowed'), 'The name is not allowed'],
  [
    'a sentence of ours',
    () => HttpResponse.json({ code: '42501', message: '' }, { status: 403 }),
    'An unexpected error occurred',
  ],
])('shows a refusal with %s and keeps what was typed', async (_case, answer, sentence) => {
  serveSaving(answer)
  const { user, name, save } = await open()
  await user.type(name, ' Lund')
  await save()
  await seeToast('Update Failed', sentence)
  expect(name).toHaveValue('Tamsin Ferreira Lund')
})

it('says at the fields what is wrong, and sends nothing', async () => {
  const { sent } = serveSaving()
  const { user, name, save } = await open()
  await user.clear(name)
  await user.type(await screen.findByLabelText('Phone'), '0'.repeat(40))
  await save()
  expect(await screen.findByText('Enter your name.')).toBeVisible()
  expect(await screen.findByText('At most 40 characters.')).toBeVisible()
  expect(name).toHaveFocus()
  expect(sent).toEqual([])
})

it('undoes what was typed', async () => {
  serveSaving()
  const { user, name } = await open()
  const undo = screen.getByRole('button', { name: 'Undo' })
  expect(undo).toBeDisabled()
  await user.type(name, ' Lund')
  await user.click(undo)
  expect(name).toHaveValue('Tamsin Ferreira')
})

it('keeps what is being typed when the profile is refreshed', async () => {
  const { served } = serveSaving()
  const { user, name, client } = await open()
  await user.type(name, ' Lund')
  Object.assign(served.profile, { current_tokens: 12, phone: '+49 30 1234' })
  await client.invalidateQueries()
  await waitFor(() =>
    expect(screen.getByRole('region', { name: 'Member card' })).toHaveTextContent('Balance12'),
  )
  expect(name).toHaveValue('Tamsin Ferreira Lund')
  expect(screen.getByLabelText('Phone')).toHaveValue('+49 30 1234')
})

it("says 'Failed to fetch profile' and tries again (D19)", async () => {
  let down = true
  serveProfile()
  server.use(http.get('*/rest/v1/profiles', () => (down ? broken() : undefined)))
  const { user } = renderPage(<ProfilePage />)
  const alert = await screen.findByRole('alert')
  expect(alert).toHaveTextContent('Failed to fetch profile')
  down = false
  await user.click(within(alert).getByRole('button', { name: 'Try again' }))
  expect(await screen.findByLabelText('Full name')).toHaveValue('Tamsin Ferreira')
})
