import { screen, waitFor, within } from '@testing-library/react'
import { memberId, uuid } from '@tests/support/builders'
import { refusal, serveRows } from '@tests/support/member-api'
import { failAllRequests } from '@tests/support/offline'
import { openPage, urlParams } from '@tests/support/open-page'
import { signInAs } from '@tests/support/render'
import { server } from '@tests/support/server'
import { seeToast } from '@tests/support/toasts'
import { HttpResponse, http } from 'msw'
import { beforeEach, expect, it } from 'vitest'
import { Waitlist } from './waitlist'

beforeEach(() => signInAs('henrik@guildhall.test', memberId))

type Row = { id: string; email: string; requested_at: string; declined_at: string | null }
const person = (email: string, days: number, declined = false): Row => ({
  id: uuid(),
  email,
  requested_at: new Date(Date.UTC(2026, 10, 20 - days)).toISOString(),
  declined_at: declined ? '2026-11-21T09:00:00Z' : null,
})
const elif = person('elif@demir.example', 0)
const grace = person('grace@mwangi.example', 2)
const luca = person('luca@ferri.example', 3)
const offers = person('offers@cheap.example', 9, true)

type Call = { name: string; p_ids: string[]; p_dry_run?: boolean }

/** Serves the list, and the decisions about it; `states` are the results of approving other than new, by id. */
function serve(rows: Row[] = [elif, grace, luca, offers], states: Record<string, string> = {}) {
  const { rows: listed } = serveRows('waitlist', rows)
  const calls: Call[] = []
  const leave = (ids: string[]) => {
    for (const id of ids)
      listed.splice(
        listed.findIndex((row) => row.id === id),
        1,
      )
  }
  server.use(
    http.post<never, Omit<Call, 'name'>>('*/rest/v1/rpc/:name', async ({ request, params }) => {
      const { name } = params as { name: string }
      const call = { name, ...(await request.json()) }
      if (!name.includes('waitlist')) return undefined
      calls.push(call)
      const result = call.p_ids.map((id) => ({ id, email: null, state: states[id] ?? 'new' }))
      if (name !== 'approve_waitlist') {
        if (name === 'remove_from_waitlist') leave(call.p_ids)
        return HttpResponse.json(call.p_ids.length)
      }
      if (!call.p_dry_run) leave(result.filter(({ state }) => state === 'new').map(({ id }) => id))
      return HttpResponse.json(result)
    }),
  )
  return calls
}

const open = (query?: string) => openPage(Waitlist, '/waitlist', query)
const press = (name: string | RegExp) => screen.findByRole('button', { name })
const box = (email: string) => screen.findByRole('checkbox', { name: `Select ${email}` })
const dialog = (name: string | RegExp) => screen.findByRole('dialog', { name })

it('lists waiting and declined requests separately, newest first', async () => {
  serve()
  const { user } = open()
  await screen.findByText('1 to 3 of 3 people')
  const cells = within(screen.getByRole('table', { name: 'Waitlist' })).getAllByText(/@/, {
    ignore: '.sr-only',
  })
  expect(cells.map(({ textContent }) => textContent)).toEqual([elif.email, grace.email, luca.email])
  await user.click(await press(/^Declined\s*1$/))
  expect(await screen.findByRole('table', { name: 'Declined' })).toHaveTextContent(offers.email)
  expect(screen.queryByRole('button', { name: /Approve/ })).toBeNull()
  expect(urlParams().has('declined')).toBe(true)
})

it('approves the selected after saying what would happen', async () => {
  const calls = serve(undefined, { [grace.id]: 'member', [luca.id]: 'invited' })
  const { user } = open()
  for (const { email } of [elif, grace, luca]) await user.click(await box(email))
  await user.click(await press('Approve'))
  const asked = await dialog('Approve 3 people')
  const sum = within(await within(asked).findByRole('region', { name: 'What would happen' }))
  for (const [name, value] of [
    ['Selected', '3'],
    ['Already a member', '−1'],
    ['Invited in the last 30 days', '−1'],
    ['Will be invited', '1'],
  ] as const)
    expect(sum.getByText(name).parentElement).toHaveTextContent(name + value)
  const ids = [elif.id, grace.id, luca.id]
  expect(calls).toEqual([{ name: 'approve_waitlist', p_ids: ids, p_dry_run: true }])

  await user.click(within(asked).getByRole('button', { name: 'Approve 1' }))
  await seeToast(
    '1 invitation is on the way',
    'Not invited: Already a member: 1. Invited in the last 30 days: 1.',
  )
  expect(calls[1]).toEqual({ name: 'approve_waitlist', p_ids: ids, p_dry_run: false })
  expect(screen.queryByRole('dialog')).toBeNull()
  await waitFor(() => expect(screen.queryByText(elif.email)).toBeNull())
  expect(screen.queryByText('selected')).toBeNull()
})

it('approves all, or one by its own button', async () => {
  const calls = serve()
  const { user } = open()
  await user.click(await press('Approve all 3'))
  await within(await dialog('Approve 3 people')).findByText('Will be invited')
  // The longest waiting first.
  expect(calls[0]?.p_ids).toEqual([luca.id, grace.id, elif.id])
  await user.click(await press('Cancel'))
  await user.click(await press(`Approve ${grace.email}`))
  await within(await dialog(`Approve ${grace.email}`)).findByText('Will be invited')
  expect(calls[1]?.p_ids).toEqual([grace.id])
})

it('offers nothing to run when nobody would be invited', async () => {
  serve(undefined, { [elif.id]: 'suppressed' })
  const { user } = open()
  await user.click(await press(`Approve ${elif.email}`))
  await screen.findByText('Does not want invitations')
  expect(await press('Approve 0')).toBeDisabled()
})

it.each([
  ['Decline', 'decline_waitlist', 'declined', /^Nobody is told\./],
  ['Remove', 'remove_from_waitlist', 'removed', /may ask again\.$/],
])('%s: says what it means, and how many were still there', async (label, name, done, means) => {
  const calls = serve()
  const { user } = open()
  for (const { email } of [grace, luca]) await user.click(await box(email))
  await user.click(
    within(screen.getByRole('region', { name: 'Selected people' })).getByRole('button', { name: label }),
  )
  const asked = await dialog(`${label} 2 people?`)
  await within(asked).findByText(means)
  await user.click(within(asked).getByRole('button', { name: label }))
  await screen.findByText(`2 people ${done}`)
  expect(calls).toEqual([{ name, p_ids: [grace.id, luca.id] }])
})

it('decides about all who were shown, and about no others when it is tried again', async () => {
  const rows = Array.from({ length: 27 }, (_, at) => person(`guest${at}@example.test`, at + 1))
  const calls = serve(rows)
  const { user } = open()
  await screen.findByText('1 to 25 of 27 people')
  await user.click(await press('Select all 25 on this page'))
  await user.click(await press('Select all 27 that match'))
  await user.click(
    within(screen.getByRole('region', { name: 'Selected people' })).getByRole('button', { name: 'Decline' }),
  )
  const asked = await dialog('Decline 27 people?')
  serve([elif, ...rows])
  server.use(http.post('*/rpc/decline_waitlist', () => HttpResponse.error(), { once: true }))
  await user.click(within(asked).getByRole('button', { name: 'Decline' }))
  await within(asked).findByRole('alert')
  const again = serve([elif])
  await user.click(within(asked).getByRole('button', { name: 'Decline' }))
  await screen.findByText('27 people declined')
  expect(again[0]?.p_ids).toHaveLength(27)
  expect(again[0]?.p_ids).not.toContain(elif.id)
  expect(calls).toEqual([])
})

it.each<[string, () => void]>([
  [
    'You are no longer an admin. Nobody was invited.',
    () => server.use(http.post('*/rpc/approve_waitlist', () => refusal(403, 'not_admin'))),
  ],
  [
    'The server did not respond, so the invitations may or may not be on their way. It is safe to try again: nobody is invited twice.',
    failAllRequests,
  ],
])('says "%s"', async (sentence, fail) => {
  serve()
  const { user } = open()
  await user.click(await press(`Approve ${elif.email}`))
  const run = await press('Approve 1')
  await screen.findByText('Will be invited')
  fail()
  await user.click(run)
  expect(await screen.findByRole('alert')).toHaveTextContent(sentence)
})

it('counts who was invited by an attempt whose response was lost', async () => {
  serve()
  const { user } = open()
  await user.click(await press('Approve all 3'))
  await screen.findByText('Will be invited')
  server.use(http.post('*/rpc/approve_waitlist', () => HttpResponse.error(), { once: true }))
  await user.click(await press('Approve 3'))
  await screen.findByRole('alert')
  serve(undefined, { [luca.id]: 'gone', [grace.id]: 'gone' })
  await user.click(await press('Approve 3'))
  await seeToast('3 invitations are on the way', 'The first attempt has queued 2 of them.')
})

it('shows an empty waitlist', async () => {
  serve([offers])
  open()
  expect(await screen.findByText('Nobody is waiting.')).toBeVisible()
  expect(screen.queryByRole('button', { name: /Approve all/ })).toBeNull()
})
