import { screen, waitFor, within } from '@testing-library/react'
import { refusal } from '@tests/support/member-api'
import { openPage, urlParams } from '@tests/support/open-page'
import { report, serveReports, suspectBatch } from '@tests/support/reports-api'
import { server } from '@tests/support/server'
import { seeToast } from '@tests/support/toasts'
import { http } from 'msw'
import { expect, it } from 'vitest'
import { ReportsPage } from './page'

const open = (query = '') => openPage(ReportsPage, '/admin/reports', query)
const rows = () =>
  screen
    .getAllByRole('row')
    .slice(1)
    .map((row) => row.textContent)
const closed = () => waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())

it('lists open reports, the first due first, with what happened so far and the time left', async () => {
  serveReports([
    report({ number: 109, earlier: 1 }),
    report({ number: 108, reason: 'The link leads nowhere', method: 'link', batch: null }, 0.5),
    report({ number: 107, answer: 'replied' }),
    report({ number: 106, reason: null, customer_name: null, benefit_name: null }, -3),
  ])
  open()
  await screen.findByRole('link', { name: 'The link leads nowhere' })
  expect(await screen.findByText('3 open, first due first. No batch is held back.')).toBeVisible()
  expect(rows()).toEqual([
    expect.stringMatching(
      /^Data removedR-0106, ORD-000231Deleted Benefitbatch B7Deleted userNothing yet.*late by 2 hours$/,
    ),
    expect.stringMatching(
      /^The link leads nowhereR-0108, ORD-000231Keystone Vaultone link for allYuki TanabeNothing yet.*in less than an hour$/,
    ),
    expect.stringMatching(/^Refused as already usedR-0109.*batch B7Yuki TanabeReported before.*in 13 hours$/),
  ])
})

it('shows the counts and the median time to an answer', async () => {
  serveReports([report()], [], {
    open: 5,
    due_within_hour: 1,
    in_30_days: 23,
    replaced_in_30_days: 19,
    median_hours: 2.17,
  })
  open()
  const strip = within(await screen.findByRole('list', { name: 'Reports' }))
  await strip.findByText('2 h 10')
  expect(strip.getAllByRole('listitem').map((item) => item.textContent)).toEqual([
    'Open51 due within an hour',
    'Reports23in 30 days',
    'Replaced at once19of 23, without an admin',
    'Time to answer2 h 10median of 30 days',
  ])
})

it('shows all reports, and searches them, in the URL', async () => {
  serveReports([report(), report({ outcome: 'replaced', customer_name: 'Leila Haddad' })])
  const { user } = open()
  await waitFor(() => expect(rows()).toHaveLength(1))
  await user.selectOptions(screen.getByRole('combobox', { name: 'Show' }), 'All reports')
  await waitFor(() => expect(rows()).toHaveLength(2))
  await user.type(screen.getByRole('searchbox', { name: 'Search reports' }), 'leila')
  await waitFor(() => expect(rows()).toEqual([expect.stringContaining('Leila HaddadReplaced at once')]))
  expect(urlParams().toString()).toBe('show=all&q=leila')
})

it('pages through open reports by when they are due', async () => {
  serveReports(Array.from({ length: 30 }, (_, index) => report({ number: 200 + index }, index + 2)))
  const { user } = open()
  expect(await screen.findByText('1 to 25 of 30 reports')).toBeVisible()
  expect(rows()[0]).toContain('R-0200')
  await user.click(screen.getByRole('button', { name: 'Next' }))
  expect(await screen.findByText('26 to 30 of 30 reports')).toBeVisible()
  expect(rows()[0]).toContain('R-0225')
  await user.click(screen.getByRole('button', { name: 'Previous' }))
  expect(await screen.findByText('1 to 25 of 30 reports')).toBeVisible()
  expect(rows()[24]).toContain('R-0224')
})

it('says that nothing is open', async () => {
  serveReports([])
  open()
  expect(await screen.findByText('No open reports')).toBeVisible()
  expect(await screen.findByText('Nothing is open. No batch is held back.')).toBeVisible()
})

async function openReport(over: Parameters<typeof report>[0] = {}) {
  const served = serveReports([report({ number: 108, ...over })])
  const { user } = open()
  await user.click(await screen.findByRole('link', { name: 'Refused as already used' }))
  const dialog = await screen.findByRole('dialog', { name: 'Report R-0108', busy: false })
  const press = (name: string) => user.click(within(dialog).getByRole('button', { name }))
  const type = (text: string) => user.type(within(dialog).getByRole('textbox', { name: 'Reply' }), text)
  return { ...served, user, dialog, press, type }
}

it('replies with a text, which is required', async () => {
  const { dialog, press, type, answers } = await openReport()
  await press('Reply and close')
  expect(within(dialog).getByText('Write a reply, or choose another answer.')).toBeVisible()
  expect(within(dialog).getByRole('textbox', { name: 'Reply' })).toHaveFocus()
  expect(answers).toEqual([])
  await type('Try again now.')
  await press('Reply and close')
  await seeToast('Success', 'Report answered')
  expect(answers).toMatchObject([{ p_answer: 'replied', p_text: 'Try again now.' }])
  await closed()
  expect(await screen.findByText('No open reports')).toBeVisible()
})

it('gives another key', async () => {
  const { press, answers } = await openReport()
  await press('Give another key')
  await seeToast('Success', 'Report answered with a replacement')
  expect(answers).toMatchObject([{ p_answer: 'replaced', p_text: '' }])
})

it('returns the tokens after a question that names them', async () => {
  const { user, press, answers } = await openReport()
  await press('Return 45 tokens')
  const question = await screen.findByRole('dialog', { name: 'Return 45 tokens?' })
  expect(question).toHaveTextContent(
    '45 tokens go back to Yuki Tanabe. ORD-000231 is cancelled, and R-0108 is closed.',
  )
  expect(answers).toEqual([])
  await user.click(within(question).getByRole('button', { name: 'Return 45 tokens' }))
  await seeToast('Success', 'Report answered with a refund')
  expect(answers).toMatchObject([{ p_answer: 'refunded' }])
  await closed()
})

it.each([
  [{ can_replace: false }, /No key is left in the pool/, ['Give another key']],
  [
    { can_replace: false, order_status: 'cancelled' },
    /This order was cancelled/,
    ['Give another key', 'Return 45 tokens'],
  ],
  [
    { can_replace: false, customer_id: null },
    /The account was deleted, so nothing can be delivered/,
    ['Give another key', 'Deliver this instead'],
  ],
])('offers only the answers that are possible: %o', async (over, text, missing) => {
  const { dialog } = await openReport(over)
  expect(dialog).toHaveTextContent(text)
  for (const name of missing) expect(within(dialog).queryByRole('button', { name })).not.toBeInTheDocument()
})

it('delivers by hand what the benefit has not to give', async () => {
  const { user, dialog, press, answers } = await openReport({
    method: 'manual',
    mask: null,
    batch: null,
    can_replace: false,
  })
  const inside = within(dialog)
  await press('Deliver this instead')
  expect(inside.getByText('Enter the text that is delivered.')).toBeVisible()
  expect(inside.getByRole('textbox', { name: 'Text' })).toHaveFocus()
  await user.selectOptions(inside.getByRole('combobox', { name: 'Kind' }), 'Link')
  await user.type(inside.getByRole('textbox', { name: 'Link' }), 'ftp://x')
  await press('Deliver this instead')
  expect(inside.getByText('Enter an address that starts with https:// or http://.')).toBeVisible()
  expect(answers).toEqual([])
  await user.clear(inside.getByRole('textbox', { name: 'Link' }))
  await user.type(inside.getByRole('textbox', { name: 'Link' }), 'https://desk.example')
  await press('Deliver this instead')
  await seeToast('Success', 'Report answered with a replacement')
  expect(answers).toMatchObject([{ p_answer: 'replaced', p_kind: 'link', p_content: 'https://desk.example' }])
})

it('sends nothing to deliver with a reply', async () => {
  const { user, dialog, press, type, answers } = await openReport({ can_replace: false })
  await user.type(within(dialog).getByRole('textbox', { name: 'Key' }), 'KEY-1')
  await type('It works.')
  await press('Reply and close')
  await seeToast('Success', 'Report answered')
  expect(answers).toEqual([expect.not.objectContaining({ p_content: expect.anything() })])
})

it('keeps the reply when another admin has taken the last key', async () => {
  const { dialog, press, type } = await openReport()
  server.use(http.post('*/rpc/answer_report', () => refusal(409, 'sold_out')))
  await type('Here you are.')
  await press('Give another key')
  expect(await within(dialog).findByRole('alert')).toHaveTextContent(/^Nothing is left to deliver instead/)
  expect(within(dialog).getByRole('textbox', { name: 'Reply' })).toHaveValue('Here you are.')
})

it('shows an answered report without buttons', async () => {
  serveReports([
    report({
      number: 108,
      answer: 'replied',
      answered_by: 'Ines Moreau',
      answered_at: '2026-11-21T10:00:00Z',
      answer_text: 'Fixed.',
    }),
  ])
  const { user } = open('?show=all')
  await user.click(await screen.findByRole('link', { name: 'Refused as already used' }))
  const dialog = await screen.findByRole('dialog', { name: 'Report R-0108' })
  expect(await within(dialog).findByText('Fixed.')).toBeVisible()
  expect(dialog).toHaveTextContent(/Ines Moreau answered on/)
  expect(within(dialog).queryByRole('textbox')).not.toBeInTheDocument()
})

it.each([
  ['Put the 26 aside', 'Put 26 aside', false, '26 keys of batch B7 put aside'],
  ['Go on with B7', 'Go on with B7', true, 'Batch B7 is handed out again'],
])('decides about a held batch: %s', async (choice, confirm, p_release, toast) => {
  const batch = suspectBatch()
  const { decisions } = serveReports([], [batch])
  const { user } = open()
  expect(await screen.findByText('Batch B7 of Keystone Vault is held back.')).toBeVisible()
  expect(
    screen.getByText(/^3 of its 14 keys handed out were reported\. 26 keys have been held back since/),
  ).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Decide about B7' }))
  const dialog = within(await screen.findByRole('dialog', { name: /^Keystone Vault ?, batch B7$/ }))
  expect(dialog.getByRole('region', { name: 'Keys of the batch' })).toHaveTextContent(
    'Keys in batch B740Handed out−14Held back26',
  )
  await user.click(dialog.getByRole('radio', { name: new RegExp(`^${choice}`) }))
  await user.click(dialog.getByRole('button', { name: confirm }))
  await seeToast('Success', toast)
  expect(decisions).toEqual([{ p_batch_id: batch.id, p_release }])
  expect(await screen.findByText('Nothing is open. No batch is held back.')).toBeVisible()
})

it('says that another admin has decided about the batch', async () => {
  serveReports([], [suspectBatch()])
  server.use(http.post('*/rpc/decide_batch', () => refusal(409, 'report_closed')))
  const { user } = open()
  await user.click(await screen.findByRole('button', { name: 'Decide about B7' }))
  await user.click(await screen.findByRole('button', { name: 'Put 26 aside' }))
  expect(await screen.findByRole('alert')).toHaveTextContent(/^Another admin has decided about this batch/)
})
