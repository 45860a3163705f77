import { focusManager } from '@tanstack/react-query'
import { act, screen, waitFor, within } from '@testing-library/react'
import { openedDialog, seeNoDialog } from '@tests/support/dialogs'
import { broken, refusal } from '@tests/support/member-api'
import { openPage, urlParams } from '@tests/support/open-page'
import { renderPage } from '@tests/support/render'
import { report, serveReports, suspectBatch } from '@tests/support/reports-api'
import { server } from '@tests/support/server'
import { seeToast } from '@tests/support/toasts'
import { HttpResponse, http } from 'msw'
import { describe, expect, it, vi } from 'vitest'
import { formatDateTime } from '@/lib/format'
import { OpenReport } from './open-report'
import { duration, ReportsPage } from './page'
import { AnswerDetails } from './report-details'

const open = (query = '') => openPage(ReportsPage, '/admin/reports', query)
const rows = () =>
  screen
    .getAllByRole('row')
    .slice(1)
    .map((row) => row.textContent)
const at = '2026-11-21T10:00:00Z'

describe('list', () => {
  it('shows open reports with what happened so far and the time left, their counts, and batches that are held back', async () => {
    const reports = [
      report({ number: 106, reason: null, customer_name: null, benefit_name: null }, -3),
      report({ number: 108, reason: 'The link leads nowhere', method: 'link', batch: null }, 0.5),
      report({ number: 109, earlier: 1 }),
      report({ number: 107, answer: 'replied' }),
    ]
    const days = { in_30_days: 23, replaced_in_30_days: 19, median_hours: 2.05 }
    const batches = [suspectBatch(), suspectBatch()]
    const { searches } = serveReports(reports, batches, { open: 5, due_within_hour: 1, ...days })
    open()
    await screen.findByRole('link', { name: 'The link leads nowhere' })
    await screen.findByText('5 open, first due first. 2 batches are held back.')
    const strip = within(await screen.findByRole('list', { name: 'Reports' }))
    expect(strip.getAllByRole('listitem').map((item) => item.textContent)).toEqual([
      ...['Open51 due within an hour', 'Reports23in 30 days'],
      ...['Replaced at once19of 23, without an admin', 'Time to answer2 h 03median of 30 days'],
    ])
    expect(rows()).toEqual([
      expect.stringMatching(
        /^Data removedR-0106, ORD-000231Deleted Benefitbatch B7Deleted userNothing yet.*late by 2 hours$/,
      ),
      expect.stringMatching(
        /^The link leads nowhereR-0108, ORD-000231Keystone Vaultone link for allYuki TanabeNothing yet.*in less than an hour$/,
      ),
      expect.stringMatching(
        /^Refused as already usedR-0109.*batch B7Yuki TanabeReported before.*in 13 hours$/,
      ),
    ])
    expect(searches).toEqual([{ p_open: true, p_reverse: false, p_limit: 26 }])
  })

  it('shows all reports, and searches them, in the URL', async () => {
    const by = { method: 'file', batch: null }
    const { searches, reports } = serveReports([
      report(by),
      report({ ...by, method: 'manual', outcome: 'replaced' }),
    ])
    const { user } = open('?page=2&last=1')
    await user.selectOptions(await screen.findByRole('combobox', { name: 'Show' }), 'All reports')
    await waitFor(() =>
      expect(rows()).toEqual([
        expect.stringContaining('one file for all'),
        expect.stringMatching(/by hand.*Replaced at once/),
      ]),
    )
    await user.type(screen.getByRole('searchbox', { name: 'Search reports' }), 'leila')
    const asked = { p_search: 'leila', p_open: false, p_reverse: false, p_limit: 26 }
    await waitFor(() => expect(searches.at(-1)).toEqual(asked))
    expect(urlParams().toString()).toBe('show=all&q=leila')
    const [, benefit] = within(screen.getByLabelText('Benefit')).getAllByRole<HTMLOptionElement>('option')
    await user.selectOptions(screen.getByLabelText('Benefit'), benefit!)
    await waitFor(() => expect(searches.at(-1)).toEqual({ ...asked, p_benefit_id: benefit?.value }))
    await user.selectOptions(screen.getByLabelText('Show'), 'Open reports')
    expect(urlParams().get('benefit')).toBe(benefit?.value)
    await user.selectOptions(screen.getByLabelText('Show'), 'All reports')
    reports.length = 0
    await user.type(screen.getByRole('searchbox'), 'x')
    await screen.findByText('No reports match your search.')
    await user.click(await screen.findByRole('button', { name: 'Clear All' }))
    await waitFor(() => expect(urlParams().toString()).toBe('show=all'))
    expect(screen.getByRole('searchbox')).toHaveValue('')
  })

  it('asks for the next page by its key, which is the due time of open reports and else the creation', async () => {
    const reports = Array.from({ length: 30 }, () => report())
    const { searches } = serveReports(reports)
    const { user } = open()
    const last = reports[24]!
    for (const [count, p_key_time] of [
      ['1 to 25 of 30 reports', last.due_at],
      ['1 to 25', last.created_at],
    ] as const) {
      await screen.findByText(count)
      await user.click(screen.getByText('Next'))
      await screen.findByText(/^26 to/)
      expect(searches.at(-1)).toMatchObject({ p_key_time, p_key_id: last.id })
      await user.selectOptions(screen.getByRole('combobox', { name: 'Show' }), 'All reports')
    }
  })
})

it.each([
  [0.494, '30 min'],
  [2.05, '2 h 03'],
  [null, '–'],
])('shows %s hours to an answer as %s', (hours, text) => expect(duration(hours)).toBe(text))

const mine = (over: Parameters<typeof report>[0]) => report({ number: 108, ...over })

async function openReport(over: Parameters<typeof report>[0] = {}) {
  const opened = mine(over)
  const onClose = vi.fn()
  const served = serveReports([opened])
  renderPage(<OpenReport report={opened} onClose={onClose} />)
  return { ...served, opened, onClose, ...(await openedDialog('Report R-0108')) }
}

async function openFromList(over: Parameters<typeof report>[0] = {}) {
  const opened = mine(over)
  const served = serveReports([opened])
  const { user } = open()
  await user.click(await screen.findByRole('link', { name: 'Refused as already used' }))
  return { ...served, opened, ...(await openedDialog('Report R-0108')) }
}

/** Opens a report that was answered. */
function openAnswered(over: Parameters<typeof report>[0]) {
  const answered = mine({ answered_at: at, ...over })
  serveReports([answered])
  open(`?show=all&report=${answered.id}`)
  return answered
}

describe('answer', () => {
  it('replies with a text, which is required, and sends nothing to deliver with it', async () => {
    const { dialog, field, press, fill, answers, opened } = await openFromList({ can_replace: false })
    await fill('Key', 'KEY-1')
    await press('Reply and close')
    await dialog.findByText('Write a reply, or choose another answer.')
    expect(field('Reply')).toHaveFocus()
    expect(answers).toEqual([])
    await fill('Reply', 'Try again now.')
    await press('Reply and close')
    await seeToast('Success', 'Report answered')
    expect(answers).toEqual([{ p_report_id: opened.id, p_answer: 'replied', p_text: 'Try again now.' }])
    await seeNoDialog()
    await screen.findByText('No open reports')
  })

  it.each([
    ['file', 'Deliver the file again'],
    ['link', 'Deliver the link again'],
    ['of_tomorrow', 'Deliver it again'],
  ])('delivers a %s again', async (method, label) => {
    const { press, answers } = await openReport({ method })
    await press(label)
    await seeToast('Success', 'Report answered with a replacement')
    expect(answers).toMatchObject([{ p_answer: 'replaced', p_text: '' }])
    expect(screen.queryByRole('alert')).toBeNull()
  })

  it.each([
    [{}, '45 tokens', '45 tokens go back to Yuki Tanabe. ORD-000231 is cancelled, and R-0108 is closed.'],
    [{ price: 1, order_number: null }, '1 token', '1 token goes back to Yuki Tanabe. The order is cancelled'],
    [{ customer_id: null, customer_name: null }, '45 tokens', 'The account was deleted, so no tokens move.'],
  ])('returns the tokens after a question that names them: %o', async (over, tokens, text) => {
    const { press, answers, onClose } = await openReport(over)
    await press(`Return ${tokens}`)
    const question = await openedDialog(`Return ${tokens}?`)
    expect(screen.getByRole('dialog', { name: `Return ${tokens}?` })).toHaveTextContent(text)
    expect(answers).toEqual([])
    await question.press(`Return ${tokens}`)
    await seeToast('Success', 'Report answered with a refund')
    expect(answers).toMatchObject([{ p_answer: 'refunded' }])
    expect(onClose).toHaveBeenCalled()
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
    await dialog.findByText(text)
    for (const name of missing) expect(dialog.queryByRole('button', { name })).not.toBeInTheDocument()
  })

  it('delivers by hand what the benefit has not to give', async () => {
    const manual = { method: 'manual', mask: null, batch: null, can_replace: false }
    const { dialog, field, press, fill, select, answers } = await openReport(manual)
    await press('Deliver this instead')
    await dialog.findByText('Enter the text that is delivered.')
    expect(field('Text')).toHaveFocus()
    await select('Kind', 'Link')
    await fill('Link', 'ftp://x')
    await press('Deliver this instead')
    await dialog.findByText('Enter an address that starts with https:// or http://.')
    expect(answers).toEqual([])
    await fill('Link', 'https://desk.example')
    await press('Deliver this instead')
    await seeToast('Success', 'Report answered with a replacement')
    expect(answers).toMatchObject([
      { p_answer: 'replaced', p_kind: 'link', p_content: 'https://desk.example' },
    ])
  })

  const answered = { answer: 'replied', answered_by: 'Ines', answered_at: at }
  it.each([
    ['another admin was faster', 'Theirs.', 'Another admin has answered this report since you opened it.'],
    ['the window gets the focus', 'Theirs.', 'Another admin has answered this report since you opened it.'],
    ['the response was lost', 'Mine.', 'Your answer was saved; only the response was lost.'],
  ])('keeps what was typed when %s, and says so', async (how, answer_text, message) => {
    const { opened, dialog, field, press, fill } = await openFromList()
    await fill('Reply', 'Mine.')
    if (how === 'the response was lost') {
      server.use(http.post('*/rpc/answer_report', () => HttpResponse.error(), { once: true }))
      await press('Reply and close')
      await screen.findByText(/^The server did not respond/)
    }
    Object.assign(opened, answered, { answer_text })
    if (how === 'the window gets the focus') {
      act(() => focusManager.setFocused(false))
      act(() => focusManager.setFocused(true))
    } else await press('Reply and close')
    await dialog.findByText(message)
    expect(field('Reply')).toHaveValue('Mine.')
    for (const name of ['Return 45 tokens', 'Give another key', 'Reply and close'])
      expect(dialog.getByRole('button', { name })).toBeDisabled()
    focusManager.setFocused(undefined)
  })

  it.each([
    [{ answer: 'replied', answer_text: 'Fixed.' }, /^Ines Moreau answered on .*\.Fixed\.$/],
    [{ answer: 'replaced' }, /^Ines Moreau answered with a replacement on/],
    [{ answer: 'refunded', answered_by: null }, /^Deleted user returned the tokens on/],
  ])('says how a report was answered: %o', (over, text) => {
    const closed = mine({ answered_by: 'Ines Moreau', answered_at: at, ...over })
    const { container } = renderPage(<AnswerDetails report={closed} />)
    expect(within(container).getByRole('region', { name: 'Answer' })).toHaveTextContent(text)
  })

  it('shows a report that was replaced at once without buttons', async () => {
    const { order_id, customer_id, benefit_id } = openAnswered({ outcome: 'replaced' })
    const dialog = await screen.findByRole('dialog', { name: 'Report R-0108', busy: false })
    await waitFor(() => expect(dialog).toHaveTextContent('Replaced at once, without an admin.'))
    const links = within(dialog).getAllByRole('link')
    expect(links.map((link) => link.getAttribute('href'))).toEqual([
      `/admin/users?person=${customer_id}`,
      `/admin/orders?order=${order_id}`,
      `/admin/benefits/${benefit_id}?tab=delivery`,
    ])
    expect(within(dialog).queryByRole('textbox')).not.toBeInTheDocument()
  })

  it('shows a report of what was deleted, without links to it', async () => {
    const none = { customer_id: null, customer_name: null, customer_email: null, benefit_id: null }
    const gone = { benefit_name: null, order_number: null, mask: null, reason: null }
    const shown = openAnswered({ ...none, ...gone, order_status: 'cancelled', answer: 'replied' })
    const dialog = within(await screen.findByRole('dialog', { name: 'Report R-0108', busy: false }))
    await dialog.findByText('Member')
    const facts = dialog
      .getAllByRole('term')
      .map((term) => `${term.textContent}: ${term.nextSibling?.textContent}`)
    expect(facts).toEqual([
      ...['Member: Deleted user', 'Order: Legacy Order, cancelled'],
      `Delivered: ${formatDateTime(shown.delivered_at)}A licence key, at once`,
      ...['Benefit: Deleted Benefit45 tokens', `Reported: ${formatDateTime(shown.created_at)}`],
    ])
    expect(dialog.getAllByRole('link')).toHaveLength(1)
    expect(dialog.getByText('Data removed')).toBeVisible()
    expect(dialog.queryByRole('textbox')).toBeNull()
  })

  it('says that a link leads to no report', async () => {
    serveReports([])
    open('?show=all&report=00000000-0000-4000-9000-00000000dead')
    await screen.findByText('Report not found.')
    await screen.findByText('No reports yet')
  })
})

describe('held batch', () => {
  it.each([
    ['Put the 26 aside', 'Put 26 aside', false, '26 keys of batch B7 put aside'],
    ['Go on with B7', 'Go on with B7', true, 'Batch B7 is handed out again'],
  ])('is decided about: %s', async (choice, confirm, p_release, toast) => {
    const batch = suspectBatch()
    const { decisions } = serveReports([], [batch])
    const { user } = open()
    await screen.findByText('Batch B7 of Keystone Vault is held back.')
    expect(
      screen.getByText(/^3 of its 14 keys handed out were reported\. 26 keys have been held back since/),
    ).toBeVisible()
    await user.click(screen.getByRole('button', { name: 'Decide about B7' }))
    const dialog = within(await screen.findByRole('dialog', { name: /^Keystone Vault ?, batch B7$/ }))
    expect(dialog.getByRole('region', { name: 'Keys of the batch' })).toHaveTextContent(
      'Keys in batch B740Handed out−14Held back26',
    )
    expect(dialog.getByText('60 keys of other batches can be ordered')).toBeVisible()
    await user.click(dialog.getByRole('radio', { name: new RegExp(`^${choice}`) }))
    await user.click(dialog.getByRole('button', { name: confirm }))
    await seeToast('Success', toast)
    expect(decisions).toEqual([{ p_batch_id: batch.id, p_release }])
    await screen.findByText('Nothing is open. No batch is held back.')
  })

  it('says that nobody can order without other keys, and that another admin has decided', async () => {
    serveReports([], [suspectBatch({ other_keys_left: 0, keys: 1042, benefit_name: null })])
    server.use(http.post('*/rpc/decide_batch', () => refusal(409, 'report_closed')))
    const { user, client } = open()
    const held = await screen.findByText(/There are no other keys, so nobody can order it until/)
    server.use(http.post('*/rpc/suspect_batches', () => broken()))
    await client.invalidateQueries()
    expect(held).toBeVisible()
    await user.click(await screen.findByRole('button', { name: 'Decide about B7' }))
    await screen.findByText(/^There are no other keys: nobody can order it until/)
    const sum = within(await screen.findByRole('dialog', { name: /^Deleted Benefit ?, batch B7$/ }))
    expect(sum.getByRole('region', { name: 'Keys of the batch' })).toHaveTextContent(
      'Keys in batch B71,042Handed out−14Put aside before−1,002Held back26',
    )
    await user.click(await screen.findByRole('button', { name: 'Put 26 aside' }))
    expect(await screen.findByRole('alert')).toHaveTextContent(/^Another admin has decided about this batch/)
  })
})
