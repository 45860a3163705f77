import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { memberId, profile } from '@tests/support/builders'
import { openedDialog } from '@tests/support/dialogs'
import { refusal } from '@tests/support/member-api'
import { renderPage, signInAs } from '@tests/support/render'
import { server } from '@tests/support/server'
import { seeToast } from '@tests/support/toasts'
import { HttpResponse, http } from 'msw'
import { Link } from 'react-router-dom'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { formatDateTime } from '@/lib/format'
import { AnnouncementsPage } from './page'

beforeEach(() => signInAs('henrik@guildhall.test', memberId))
afterEach(() => vi.useRealTimers())

const counts = { people: 5, written_to: 2, emails: 1, notices: 2, unsubscribed: 1, failed: 0, leaving: 1 }
const people = [
  { id: 'a', name: 'Ada', email: 'ada@x.test', by_email: false, in_app: false, reason: 'leaving' },
  { id: 'b', name: 'Bo', email: 'bo@x.test', by_email: false, in_app: true, reason: 'unsubscribed' },
  { id: 'd', name: 'Di', email: 'di@x.test', by_email: false, in_app: false, reason: 'failed' },
  { id: 'c', name: 'Cy', email: 'cy@x.test', by_email: true, in_app: true, reason: null },
]

function serve(rows: object[] = []) {
  const sent: Record<string, unknown>[] = []
  server.use(
    http.get('*/rest/v1/announcements', () => HttpResponse.json(rows)),
    http.get('*/rest/v1/profiles', () => HttpResponse.json(profile({ name: 'Henrik Vos' }))),
    http.get('*/rest/v1/benefits', () => HttpResponse.json([{ id: 'b1', name: 'Minutes' }])),
    http.post('*/rest/v1/rpc/announcement_figures', () =>
      HttpResponse.json(
        ['one', 'two', 'mail'].map((id) => ({ id, failed: 3, opened: 210, unsubscribed: 7 })),
      ),
    ),
    http.post('*/rest/v1/rpc/announcement_dry_run', () => HttpResponse.json(counts)),
    http.post('*/rest/v1/rpc/announcement_recipients', () => HttpResponse.json(people)),
    http.post<never, Record<string, unknown>>('*/rest/v1/rpc/send_announcement', async ({ request }) => {
      sent.push(await request.json())
      return HttpResponse.json('2027-11-15T19:11:00Z')
    }),
  )
  return sent
}

async function write(title = 'Winter courses') {
  const { user } = renderPage(
    <>
      <Link to="/admin/announcements">Announcements</Link>
      <AnnouncementsPage />
    </>,
    { path: '/admin/announcements', route: '/admin/announcements?new' },
  )
  const fill = (label: string, value: string) =>
    fireEvent.change(screen.getByLabelText(label), { target: { value } })
  await screen.findByLabelText('Title')
  fill('Title', title)
  const review = () => user.click(screen.getByRole('button', { name: 'Review and send' }))
  return { user, fill, review }
}

const row = {
  id: 'one',
  title: 'Autumn',
  audience: 'members',
  by_email: true,
  in_app: true,
  called_back_at: null,
}

it('lists what was sent with its figures, and calls back what was not', async () => {
  const past = '2027-11-01T09:00:00Z'
  const waiting = {
    ...row,
    id: 'two',
    title: 'Winter',
    send_at: '2099-01-01T09:00:00Z',
    sent_at: null,
    written_to: null,
  }
  serve([
    { ...row, send_at: past, sent_at: past, written_to: 404 },
    waiting,
    { ...row, id: 'mail', title: 'By email', in_app: false, send_at: past, sent_at: past, written_to: 1 },
    { ...waiting, id: 'three', title: 'Spring', called_back_at: past },
  ])
  const called: unknown[] = []
  server.use(
    http.post('*/rest/v1/rpc/call_back_announcement', async ({ request }) => {
      called.push(await request.json())
      return new HttpResponse(null, { status: 204 })
    }),
  )
  const { user } = renderPage(<AnnouncementsPage />)
  const sent = await screen.findByRole('row', { name: /Autumn/ })
  expect(sent.textContent).toBe(`AutumnAll members${formatDateTime(past)}40432107`)
  const told = (name: RegExp) => screen.getByRole('row', { name }).textContent
  expect(told(/By email/)).toBe(`By emailAll members${formatDateTime(past)}13–7`)
  expect(told(/Winter/)).toBe(
    `WinterAll members${formatDateTime(waiting.send_at)}––––Call backCalling back...`,
  )
  expect(told(/Spring/)).toBe('SpringAll membersCalled back––––')
  expect(screen.getByText(/^The opening of emails is not tracked\. .* are kept for 90 days\.$/)).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Call back Winter' }))
  await seeToast('Success', 'Called back: nobody was written to.')
  expect(called).toEqual([{ p_id: 'two' }])
})

it('shows the email and the notification while they are written, and sends a test to the author alone', async () => {
  const sent = serve()
  const { user, fill } = await write()
  fill('Text', 'Hello {name},\n\n- **new** courses\n- [Browse](/dashboard/benefits)')
  const email = screen.getByRole('region', { name: 'As email' })
  expect(email).toHaveTextContent('Hello Henrik Vos,')
  const items = within(email).getAllByRole('listitem')
  expect(items.map(({ textContent }) => textContent)).toEqual(['new courses', 'Browse'])
  expect(within(email).getByText('new').closest('b')).not.toBeNull()
  expect(within(email).getByText('Browse').closest('u')).not.toBeNull()
  expect(email).toHaveTextContent(
    'You get this email because you are a member of Guildhall. No more announcements.',
  )
  const app = screen.getByRole('region', { name: 'In the app' })
  expect(app).toHaveTextContent('Winter coursesAnnouncement, now')
  fill('Title', '')
  expect(app).toHaveTextContent('TitleAnnouncement, now')
  fill('Title', 'Winter courses')
  const tooMany = () => refusal(429, 'rate_limited')
  server.use(http.post('*/rest/v1/rpc/send_announcement', tooMany, { once: true }))
  await user.click(screen.getByRole('button', { name: 'Send test to me' }))
  expect(await screen.findByText('You have sent 20 tests in an hour. Try again later.')).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Send test to me' }))
  await seeToast('Success', 'The test is on its way to you.')
  expect(sent).toMatchObject([{ p_audience: 'test', p_benefit_id: null, p_by_email: true }])
})

it.each([
  ['Bold', '**Hello** all', 2, 7],
  ['List', '\n\n- Hello all', 4, 9],
  ['Link', '[Hello](/dashboard/benefits) all', 1, 6],
  ['Name of the member', '{name}Hello all', 6, 11],
])('inserts into the text, and keeps what was selected: %s', async (name, value, ...selected) => {
  serve()
  const { user, fill } = await write()
  fill('Text', 'Hello all')
  const text = screen.getByLabelText<HTMLTextAreaElement>('Text')
  text.setSelectionRange(0, 5)
  await user.click(screen.getByRole('button', { name }))
  expect(text).toHaveFocus()
  expect([text.value, text.selectionStart, text.selectionEnd]).toEqual([value, ...selected])
  await user.click(screen.getByRole('button', { name: 'Cancel' }))
  expect(await screen.findByText('No announcements yet.')).toBeVisible()
})

it('refuses an empty text, and a link to elsewhere', async () => {
  serve()
  const { fill, review } = await write()
  for (const [body, problem] of [
    ['[x](javascript:alert)', /^A link leads to/],
    [' ', 'Enter a text.'],
    ['[x](//evil.test)', /^A link leads to/],
  ] as const) {
    fill('Text', body)
    await review()
    await waitFor(() => expect(screen.getByLabelText('Text')).toHaveAccessibleDescription(problem))
  }
})

it('shows who is written to and who is not, and why, and counts again what changed meanwhile (D46)', async () => {
  const sent = serve()
  const { user, review } = await write()
  await review()
  const { dialog } = await openedDialog(/^Send to 2 people|Review and send/)
  expect(await dialog.findByText('Account is being deleted', { selector: 'dt' })).toBeVisible()
  const items = dialog.getAllByRole('listitem').map(({ textContent }) => textContent)
  expect(items).toEqual([
    'Ada ada@x.testAccount is being deleted',
    'Bo bo@x.testin the app; no email: No more announcements wished',
    'Di di@x.testAddress failed three times',
    'Cy cy@x.testemail, in the app',
  ])
  const texts = (role: string) => dialog.getAllByRole(role).map(({ textContent }) => textContent)
  const reasons = { 'Address failed three times': '1', 'Account is being deleted': '1' }
  const sum = { 'All members': '5', 'Left out': '−3', ...reasons }
  const written = { 'Will be written to': '2', 'By email': '1', 'In the app': '2' }
  expect(texts('term')).toEqual(Object.keys({ ...sum, ...written }))
  expect(texts('definition')).toEqual(Object.values({ ...sum, ...written }))
  expect(dialog.getByText('4 of 5 people, those with a reason first.')).toBeVisible()
  const once = { once: true }
  const fewer = () => HttpResponse.json({ ...counts, written_to: 1 })
  server.use(
    http.post('*/rest/v1/rpc/send_announcement', () => refusal(409, 'numbers_differ'), once),
    http.post('*/rest/v1/rpc/announcement_dry_run', fewer, once),
  )
  await user.click(dialog.getByRole('button', { name: 'Send to 2' }))
  expect(await dialog.findByText(/^Something changed while this was open/)).toBeVisible()
  await user.click(await dialog.findByRole('button', { name: 'Send to 1' }))
  await seeToast('Success', 'It leaves in a minute. Until then you can call it back.')
  expect(sent).toMatchObject([
    { p_title: 'Winter courses', p_audience: 'members', p_expected: 1, p_by_email: true },
  ])
  expect(sent[0]).not.toHaveProperty('p_send_at')
  expect(await screen.findByText('No announcements yet.')).toBeVisible()
})

it('is sent at a time to come, in the zone of its author', async () => {
  const sent = serve()
  const { user, review } = await write()
  await review()
  const { dialog, press, fill, describes } = await openedDialog(/^Send to 2 people|Review and send/)
  expect(await dialog.findByRole('radio', { name: 'Now Can be called back for one minute' })).toBeChecked()
  const later = dialog.getByRole('radio', { name: 'At a time Who gets it is counted again then' })
  await user.click(later)
  await press('Send at this time')
  await describes('Time', 'Enter a date and a time, or clear both.')
  await fill('Time', '2001-01-01T09:00')
  await press('Send at this time')
  await describes('Time', 'Choose a time to come.')
  expect(sent).toEqual([])
  await fill('Time', '2199-01-05T09:00')
  await press('Send at this time')
  await seeToast('Success', `It leaves on ${formatDateTime('2027-11-15T19:11:00Z')}.`)
  expect(sent).toMatchObject([{ p_send_at: new Date('2199-01-05T09:00').toISOString(), p_expected: 2 }])
})

it('says what each field is for, and asks for the benefit and a place', async () => {
  serve()
  const { user, review } = await write()
  expect(
    screen.getByText('Subject, text and audience; nothing is sent before you have seen who gets it.'),
  ).toBeVisible()
  expect(screen.getByLabelText('Title')).toHaveAccessibleDescription(
    'Subject of the email and first line of the notification.',
  )
  for (const [name, hint] of [
    ['All members', 'Everybody with a running membership'],
    ['Ending in 30 days', 'Whose membership ends in the next 30 days'],
    ['Admins', 'Everybody with the role admin'],
    ['Ordered a benefit', 'Everybody with an order of it that was not cancelled'],
  ] as const) {
    await user.click(screen.getByRole('radio', { name: `${name} ${hint}` }))
  }
  await user.click(screen.getByRole('checkbox', { name: 'Email' }))
  await user.click(screen.getByRole('checkbox', { name: 'In the app' }))
  for (const name of ['As email', 'In the app']) expect(screen.queryByRole('region', { name })).toBeNull()
  await review()
  await waitFor(() =>
    expect(screen.getByLabelText('Benefit')).toHaveAccessibleDescription('Choose a benefit.'),
  )
  expect(screen.getByText('Choose at least one.')).toBeVisible()
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
})

it('asks before an unsent announcement is left, even to the list on the same page', async () => {
  serve([{ ...row, send_at: '2027-11-01T09:00:00Z', sent_at: '2027-11-01T09:00:00Z', written_to: 404 }])
  const { user } = await write()
  const link = screen.getByRole('link', { name: 'Announcements' })
  await user.click(link)
  await (await openedDialog('Leave without saving?')).press('Stay')
  expect(screen.getByLabelText('Title')).toHaveValue('Winter courses')
  await user.click(link)
  await (await openedDialog('Leave without saving?')).press('Leave')
  expect(await screen.findByRole('row', { name: /Autumn/ })).toBeVisible()
})

it('reads the list again while an announcement is about to be sent, and not before', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  const soon = { ...row, send_at: '2026-01-01T09:00:00Z', sent_at: null, written_to: null }
  const rows: object[] = [soon, { ...soon, id: 'two', title: 'Winter', send_at: '2099-01-01T09:00:00Z' }]
  serve(rows)
  const { client } = renderPage(<AnnouncementsPage />)
  expect(await screen.findByRole('row', { name: /Autumn/ })).toHaveTextContent('In a minute')
  rows[0] = { ...soon, sent_at: '2026-01-01T09:01:00Z', written_to: 404 }
  vi.advanceTimersByTime(5_000)
  await waitFor(() => expect(screen.getByRole('row', { name: /Autumn/ })).toHaveTextContent('404'))
  vi.advanceTimersByTime(60_000)
  expect(client.isFetching()).toBe(0)
})
