import { screen, waitFor, within } from '@testing-library/react'
import { refusal } from '@tests/support/member-api'
import { goOffline } from '@tests/support/offline'
import { deliveryStatus, openOrder, orderId, serveOrder, serveReports } from '@tests/support/order-page'
import { signInAs } from '@tests/support/render'
import { HttpResponse } from 'msw'
import { beforeEach, expect, it } from 'vitest'
import type { DeliveryStatus } from '@/entities/deliveries/own'

beforeEach(() => signInAs())

const inADay = new Date(Date.now() + 24 * 3_600_000).toISOString()
const replacement = deliveryStatus({
  mask: 'KEYS-••••-8VZ3',
  delivered_at: '2026-11-23T10:00:00+00:00',
  items: 2,
  replaced_mask: 'KEYS-••••-4KQ8',
  next_report: 'open',
  reported_at: '2026-11-23T10:00:00+00:00',
  report_reason: 'The key is refused as invalid',
})
const queued = {
  next_report: null,
  reported_at: '2026-11-23T10:00:00+00:00',
  report_reason: 'Something else',
  report_due_at: inADay,
}

/** Opens the report of an order that costs 35 tokens. */
async function openReport(over: Partial<DeliveryStatus> = {}) {
  const order = { status: 'delivered', delivery_method: 'key', benefit_token_value: 35 }
  const served = serveOrder({ order, status: deliveryStatus({ next_report: 'replaced', ...over }) })
  const page = openOrder()
  const opener = await screen.findByRole('button', { name: 'It does not work' })
  await page.user.click(opener)
  const dialog = await screen.findByRole('dialog', { name: 'It does not work', busy: false })
  const inside = within(dialog)
  const submit = () => page.user.click(inside.getByRole('button', { name: /^Get another key|^Send to an/ }))
  const choose = (name: string) => page.user.click(inside.getByRole('radio', { name }))
  return { ...page, served, dialog, inside, submit, choose }
}

it('says before sending that another key comes at once, and shows it in place', async () => {
  const { user, served, dialog, inside, submit, choose } = await openReport()
  expect(dialog).toHaveTextContent('Keystone Vault, key ending in 4KQ8')
  expect(dialog).toHaveTextContent('You get another key at once.')
  expect(dialog).not.toHaveTextContent('admin')
  serveReports(served, (page) => {
    page.status = replacement
    return HttpResponse.json([{ outcome: 'replaced' }])
  })
  await choose('The key is refused as invalid')
  await user.type(inside.getByRole('textbox', { name: /What did you see/ }), ' Error 12 ')
  await submit()
  expect(await screen.findByText('We have put this key aside and here is another.')).toBeVisible()
  expect(screen.getByText('Hidden key, ending in 8VZ3')).toBeInTheDocument()
  expect(screen.getByText('The key before, ending in 4KQ8,')).toHaveTextContent(/no longer belongs/)
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(served.reports).toEqual([
    { p_order_id: orderId, p_reason: 'The key is refused as invalid: Error 12', p_items: 1 },
  ])
})

it('says before sending that an admin will answer, and by when', async () => {
  const { served, dialog, submit, choose } = await openReport({ next_report: 'open' })
  expect(dialog).toHaveTextContent('you will have an answer within 24 hours')
  expect(dialog).toHaveTextContent('If we cannot repair it, your 35 tokens come back.')
  serveReports(served, (page) => {
    page.status = deliveryStatus(queued)
    return HttpResponse.json([{ outcome: 'open' }])
  })
  await choose('Something else')
  await submit()
  expect(await screen.findByText('An admin will look at it.')).toBeVisible()
  expect(screen.getByText(/^You will have an answer by .+ your 35 tokens come back\.$/)).toBeVisible()
  expect(screen.getByText('Reported')).toHaveTextContent(/^Reported on .+: Something else$/)
  expect(await screen.findByText('Answer from an admin')).toBeVisible()
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(screen.queryByRole('button', { name: 'It does not work' })).toBeNull()
})

it('requires a choice, and at most 1,000 characters in all', async () => {
  const { user, served, inside, submit, choose } = await openReport()
  serveReports(served)
  await submit()
  expect(inside.getByRole('group', { name: 'What is wrong?' })).toHaveAccessibleDescription(
    'Choose what is wrong.',
  )
  const text = inside.getByRole('textbox', { name: /What did you see/ })
  await user.click(text)
  await user.paste('x'.repeat(901))
  await choose('The page to activate it does not load')
  await submit()
  await waitFor(() => expect(text).toHaveAccessibleDescription('At most 900 characters.'))
  expect(served.reports).toEqual([])
})

it('never asks for the key', async () => {
  const { inside } = await openReport()
  const text = inside.getByRole('textbox', { name: /What did you see/ })
  await waitFor(() => expect(text).toHaveAccessibleDescription(/Do not paste the key\.$/))
})

it.each([
  ['key', 'The key is refused as already used'],
  ['link', 'The link does not open'],
  ['file', 'The file does not open'],
  ['text', 'Something is missing'],
])('offers what can be wrong with a %s', async (kind, choice) => {
  const { inside } = await openReport({ kind, mask: kind === 'key' ? 'KEYS-••••-4KQ8' : null })
  expect(inside.getByRole('radio', { name: choice })).not.toBeChecked()
})

it.each([
  [409, 'report_refused', /^This order has changed since you opened this\. What was delivered was reported/],
  [404, 'nothing_to_report', /^This order has changed since you opened this: there is nothing to report/],
  [422, 'reason_required', 'Say what is wrong, in at most 1,000 characters.'],
  [429, 'rate_limited', 'You have sent ten reports in the last hour. Please try again later.'],
  [500, 'anything else', 'Your report was not sent. Please try again.'],
])('shows the refusal %s %s in the dialog, and loses nothing', async (status, code, message) => {
  const { user, served, inside, submit, choose } = await openReport()
  serveReports(served, () => refusal(status, code))
  await choose('Something else')
  const text = inside.getByRole('textbox', { name: /What did you see/ })
  await user.type(text, 'Error 12')
  await submit()
  expect(await inside.findByRole('alert')).toHaveTextContent(message)
  expect(text).toHaveValue('Error 12')
  expect(inside.getByRole('radio', { name: 'Something else' })).toBeChecked()
})

it('shows a lost response in the dialog, and does not send the report again by itself', async () => {
  const { served, inside, submit, choose } = await openReport()
  serveReports(served, () => HttpResponse.error())
  await choose('Something else')
  await submit()
  expect(await inside.findByRole('alert')).toHaveTextContent(/Your report may or may not have been sent/)
  expect(served.reports).toHaveLength(1)
})

it('closes after a lost response if the order shows that the report arrived', async () => {
  const { served, submit, choose } = await openReport()
  serveReports(served, (page) => {
    page.status = replacement
    return HttpResponse.error()
  })
  await choose('Something else')
  await submit()
  expect(await screen.findByText('We have put this key aside and here is another.')).toBeVisible()
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

it('sends nothing offline, and keeps what was typed', async () => {
  const { served, inside, submit, choose } = await openReport()
  serveReports(served)
  await choose('Something else')
  goOffline()
  await submit()
  expect(await inside.findByRole('alert')).toHaveTextContent(/^You are offline, so nothing was sent/)
  expect(served.reports).toEqual([])
})

it.each([
  ['replied', 'An admin has answered your report.'],
  ['replaced', 'An admin has replaced it.'],
])('shows the answer %s', async (answer, title) => {
  const answered = { ...queued, report_due_at: null, answer, answer_text: 'Try the other page.' }
  serveOrder({ order: { status: 'delivered' }, status: deliveryStatus(answered) })
  openOrder()
  expect(await screen.findByText(title)).toBeVisible()
  expect(screen.getByText('Try the other page.')).toBeVisible()
})

it('says how late an answer is', async () => {
  const report_due_at = new Date(Date.now() - 3.5 * 3_600_000).toISOString()
  serveOrder({ order: { status: 'delivered' }, status: deliveryStatus({ ...queued, report_due_at }) })
  openOrder()
  expect(await screen.findByText(/^The answer was due .+ and is late by 3 hours\./)).toBeVisible()
})
