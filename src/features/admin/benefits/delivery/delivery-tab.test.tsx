import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { serveAdminBenefits } from '@tests/support/admin-benefits-api'
import { benefit, memberId } from '@tests/support/builders'
import { deliveredKey, poolKey, servePool } from '@tests/support/deliveries-api'
import { openedDialog } from '@tests/support/dialogs'
import { refusal, rowsAnswer } from '@tests/support/member-api'
import { urlParams } from '@tests/support/open-page'
import { operationResult, serveOperationCalls } from '@tests/support/operations-api'
import { bytesOf } from '@tests/support/pictures'
import { renderPage, signInAs } from '@tests/support/render'
import { server } from '@tests/support/server'
import { seeToast } from '@tests/support/toasts'
import { HttpResponse, http } from 'msw'
import { Link } from 'react-router-dom'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import type { AdminBenefit } from '@/entities/benefits/admin-list'
import type { KeyProblem } from '@/entities/deliveries/import-keys'
import { localTime, storedTime } from '@/lib/local-time'
import { AdminBenefitPage } from '../detail/page'
import { ImportKeys } from '../import-keys/import-keys'

beforeEach(() => signInAs('henrik@guildhall.test', memberId))

const lantern = benefit({ name: 'Lantern Research', token_value: 55, delivery_method: 'key' })

function open(given: Parameters<typeof servePool>[0] = {}, rows: AdminBenefit[] = [lantern]) {
  server.use(http.head('*/rest/v1/orders', () => rowsAnswer([], 189)))
  const served = { ...serveAdminBenefits(rows), ...servePool(given) }
  const path = (row = rows[0]) => `/admin/benefits/${row?.id}?tab=delivery`
  const elements = (
    <>
      {rows.map((row) => (
        <Link key={row.id} to={path(row)}>
          To {row.name}
        </Link>
      ))}
      <AdminBenefitPage />
    </>
  )
  const page = renderPage(elements, { path: '/admin/benefits/:id', route: path() })
  const press = async (name: string) => page.user.click(await screen.findByRole('button', { name }))
  return { ...served, ...page, press }
}
const field = (name: string | RegExp) => screen.getByLabelText(name)
const fill = (name: string | RegExp, value: string) => fireEvent.change(field(name), { target: { value } })
const describes = (name: string | RegExp, message: string | RegExp) =>
  waitFor(() => expect(field(name)).toHaveAccessibleDescription(message))

it.each([
  [
    { orders: 68, tokens: 3740, due: 68, on_time: 66, delivered: 68, reported: 4, replaced: 4, reports: 5 },
    'Orders68in 30 days, Tokens3,74068 at 55, On time97%66 of 68, Without a report94%64 of 68, Reports4all replaced',
  ],
  [
    { orders: 2, tokens: 90, reported: 3, replaced: 1, reports: 0 },
    'Orders2in 30 days, Tokens90in 30 days, On time–none due yet, Without a report–none delivered yet, Reports31 replaced at once',
  ],
])('shows the figures of 30 days, rounded down: %o', async (figures, texts) => {
  open({ figures })
  const strip = within(await screen.findByRole('list', { name: 'Delivery in 30 days' }))
  await strip.findByText(figures.tokens.toLocaleString('en-US'))
  const items = strip.getAllByRole('listitem')
  expect(items.map((item) => item.textContent).join(', ')).toBe(texts)
  expect(screen.getByRole('tab', { name: /^Orders/ })).toHaveTextContent('Orders (189)')
  expect(screen.getByRole('tab', { name: /^Reports/ })).toHaveTextContent(`Reports (${figures.reports})`)
})

describe('pool', () => {
  const figures = async () => (await screen.findByLabelText('Keys by state')).textContent

  it('shows the keys by state, and when it will be empty', async () => {
    const keys = [poolKey(), poolKey(), deliveredKey(), poolKey({ state: 'quarantined' })]
    open({ keys, deliveredIn30Days: 20 })
    expect(await figures()).toBe('Left2Handed out1Put aside1In all4')
    await screen.findByText(/^Empty in 3 days, on \w+day\.$/)
    await screen.findByText('2 left, 20 ordered in 30 days. The low mark is 10.')
  })

  it.each([
    ['None left.', 0, {}, 0],
    ['Not in use.', 1, { method: 'manual' as const }, 0],
    ['In stock.', 2, { low_stock: 2 }, 0],
    ['Below the low mark.', 1, { low_stock: 2 }, 0],
    ['Empty within a day.', 1, {}, 60],
    ['1 left at 2 a day. The low mark is 10.', 1, {}, 60],
    ['Enough for more than a year.', 30, {}, 1],
  ])('says about the stock: %s', async (text, left, settings, deliveredIn30Days) => {
    const keys = [deliveredKey(), ...Array.from({ length: left }, () => poolKey())]
    open({ keys, settings, deliveredIn30Days })
    await screen.findByText(text)
  })

  it('finds keys by state, and by their last four, order or member, in the URL', async () => {
    const left = Array.from({ length: 29 }, () => poolKey())
    const keys = [...left, deliveredKey({ mask: 'LNTR-••••-7Q2D' })]
    const { user, press } = open({ keys })
    let none = false
    const asked: object[] = []
    server.use(
      http.post<never, object>('*/rest/v1/rpc/search_keys', async ({ request }) => {
        asked.push(await request.clone().json())
        return none ? HttpResponse.json([]) : undefined
      }),
    )
    const row = await screen.findByRole('row', { name: /LNTR-••••-7Q2D/ })
    expect(row).toHaveTextContent(/Batch B1Handed outORD-000148Tamsin Ferreira/)
    await user.selectOptions(screen.getByRole('combobox', { name: 'State' }), 'Handed out (1)')
    const of = { p_benefit_id: lantern.id, p_state: 'delivered', p_reverse: false, p_limit: 26 }
    await waitFor(() => expect(asked.at(-1)).toEqual(of))
    none = true
    await user.type(screen.getByRole('searchbox', { name: 'Last four, order or member' }), '7q2d')
    await screen.findByText('No keys match your search.')
    expect(asked.at(-1)).toEqual({ ...of, p_search: '7q2d' })
    expect(urlParams().get('state')).toBe('delivered')
    none = false
    await press('Show all keys')
    await screen.findByText('1 to 25 of 30 keys')
    expect(urlParams().toString()).toBe('tab=delivery')
    await press('Next')
    await screen.findByText(/^26 to \d+ of 30 keys$/)
    expect(asked.at(-1)).toMatchObject({ p_key_id: keys[5]?.id, p_reverse: false })
  })

  it('puts a key aside and restores it, but offers neither for one that was handed out', async () => {
    const { press } = open({ keys: [poolKey({ mask: 'LEFT' }), deliveredKey({ mask: 'GONE' })] })
    await press('Put aside LEFT')
    await seeToast('Success', 'Key put aside')
    await waitFor(async () => expect(await figures()).toBe('Left0Handed out1Put aside1In all2'))
    await press('Restore LEFT')
    await seeToast('Success', 'Key restored')
    expect(screen.queryByRole('button', { name: /(aside|Restore) GONE/ })).not.toBeInTheDocument()
  })

  it('says why a key of a batch that is held back cannot be restored', async () => {
    const { press } = open({ keys: [poolKey({ mask: 'HELD', state: 'quarantined' })] })
    server.use(http.post('*/rest/v1/rpc/set_key_aside', () => HttpResponse.json('quarantined')))
    await press('Restore HELD')
    await seeToast('Error', 'The batch of this key is held back. Decide about it in Reports first.')
  })

  it.each([
    ['aside', true],
    ['back', false],
  ])('puts the selected keys %s by what was counted (D46)', async (where, p_aside) => {
    const key = poolKey({ mask: 'LEFT' })
    const requests = serveOperationCalls({ set_keys_aside: () => operationResult({ changed: 1 }) })
    const { user, press } = open({ keys: [key] })
    await user.click(await screen.findByRole('checkbox', { name: 'Select LEFT' }))
    await press(`Put ${where}`)
    await screen.findByRole('button', { name: `Put 1 ${where}` })
    expect(requests.set_keys_aside).toEqual([{ p_ids: [key.id], p_aside, p_dry_run: true }])
  })

  it('reveals one key after a question, hides it after 30 seconds, and keeps it nowhere (D31)', async () => {
    const key = poolKey({ mask: 'LNTR-••••-9XQ2' })
    const { press, client, revealed } = open({ keys: [key] })
    await press('Reveal LNTR-••••-9XQ2')
    const { dialog } = await openedDialog('Reveal a key')
    expect(dialog.getByText(/^It is logged/)).toBeVisible()
    expect(revealed).toEqual([])
    const timeout = vi.spyOn(globalThis, 'setTimeout')
    await press('Reveal key')
    await dialog.findByText(`SECRET-KEY-${key.id}`)
    expect(revealed).toEqual([key.id])
    const kept = [...client.getQueryCache().getAll(), ...client.getMutationCache().getAll()]
    expect(JSON.stringify(kept.map(({ state }) => state))).not.toContain('SECRET-KEY')
    for (const [run, ms] of timeout.mock.calls) if (ms === 30_000) act(run as () => void)
    await dialog.findByText('LNTR-••••-9XQ2')
    expect(dialog.queryByText(/SECRET-KEY/)).not.toBeInTheDocument()
  })

  it('says when the next key can be revealed', async () => {
    const { press } = open({ keys: [poolKey({ mask: 'LEFT' })] })
    server.use(http.post('*/rest/v1/rpc/reveal_key', () => refusal(429, 'rate_limited', '1501')))
    await press('Reveal LEFT')
    await press('Reveal key')
    await screen.findByText('You have revealed 30 keys within an hour. Try again in 26 minutes.')
  })
})

describe('availability', () => {
  async function openForm(over: Partial<AdminBenefit> = {}) {
    const row = benefit({ name: 'Leading Small Teams', ...over })
    const view = open({ settings: { method: 'manual' } }, [row])
    await screen.findByRole('button', { name: 'Save availability' })
    return { ...view, row, save: () => view.press('Save availability') }
  }
  const saved = () => seeToast('Success', 'Benefit updated successfully')

  it('saves stock, limit, times and value, and sends only what changed', async () => {
    const { row, sent, save } = await openForm()
    fill(/^Stock/, '4')
    fill(/^Limit per member/, '1')
    fill(/^Opens/, '2027-12-01T09:00')
    fill(/^Closes/, '2027-12-31T18:30')
    fill(/^Estimated value/, '99.5')
    await save()
    await saved()
    const times = { opens_at: storedTime('2027-12-01T09:00'), closes_at: storedTime('2027-12-31T18:30') }
    expect(sent).toEqual([
      { method: 'set stock', id: row.id, body: { stock: 4 } },
      { method: 'update', id: row.id, body: { ...times, per_member_limit: 1, estimated_value: 99.5 } },
    ])
    await waitFor(() => expect(field(/^Stock/)).toHaveValue('4'))
    fill(/^Limit per member/, '2')
    await save()
    await waitFor(() => expect(sent[2]?.body).toEqual({ per_member_limit: 2 }))
  })

  it('shows what is set in the time zone of the admin, even an impossible time, and clears it', async () => {
    const times = { opens_at: '2027-12-01T08:00:30+00:00', closes_at: 'infinity' }
    const { sent, save } = await openForm({ stock: 4, ...times, estimated_value: 120 })
    expect(field(/^Opens/)).toHaveValue(localTime(times.opens_at))
    fill(/^Stock/, '')
    fill(/^Closes/, '2027-12-31T18:30')
    fill(/^Estimated value/, '')
    await save()
    await saved()
    const body = { closes_at: storedTime('2027-12-31T18:30'), estimated_value: null }
    expect(sent.map((one) => one.body)).toEqual([{ stock: null }, body])
  })

  it('refuses everything that is wrong at once, and never takes a text for another value (D59)', async () => {
    const { sent, save } = await openForm()
    const digits = 'Write digits only, without points, commas or spaces.'
    const dollars = 'Write dollars in digits, and cents after a point: 1000 or 12.50.'
    const worth = 'Enter an amount of at least $0.01 and at most $1,000,000.'
    const stock = 'Enter a whole number from 0 to 1,000,000.'
    const limit = 'Enter a whole number from 1 to 1,000.'
    const year = 'Write the year in four digits, from 2000 to 2199.'
    const order = 'Enter a time after the opening.'
    const [soon, late] = ['2027-12-01T09:00', '2027-12-31T09:00']
    const names = [/^Stock/, /^Limit per member/, /^Estimated value/, /^Opens/, /^Closes/]
    for (const round of [
      [['-1', stock], ['0', limit], ['0', worth], [late], [soon, order]],
      [['1000001', stock], ['1001', limit], ['1000001', worth], ['0026-12-01T09:00', year], ['']],
      [['1.000', digits], ['12,5', digits], ['1.000', dollars], [late], [late, order]],
      [['1'], ['1'], ['12,5', dollars], [''], ['']],
    ] as [value: string, message?: string][][]) {
      for (const [index, name] of names.entries()) fill(name, round[index]![0])
      await save()
      for (const [index, name] of names.entries()) {
        const [value, message] = round[index]!
        if (message) await describes(name, message)
        expect(field(name)).toHaveValue(value)
      }
    }
    expect(sent).toEqual([])
  })

  it('refuses what the browser cannot read, which it reports as empty', async () => {
    const { sent, save } = await openForm({ stock: 4, opens_at: '2027-12-01T08:00:00+00:00' })
    const names = [/^Opens/, /^Closes/]
    for (const name of names) {
      // As after the deletion of the hour.
      fill(name, '')
      Object.defineProperty(field(name), 'validity', { value: { badInput: true } })
    }
    await save()
    for (const name of names) await describes(name, /^Enter a date and a time, or clear both\./)
    expect(sent).toEqual([])
  })

  it('warns of a stock below the low mark, but has none for what delivers keys', async () => {
    const { unmount } = await openForm({ stock: 4 })
    await screen.findByText('4 left, 0 ordered in 30 days. The low mark is 10.')
    unmount()
    await openForm({ delivery_method: 'key' })
    await screen.findByText('The keys of the pool are the stock.')
    expect(screen.queryByLabelText(/^Stock/)).toBeNull()
  })

  it('does not put back what an order took since the stock was read (D7)', async () => {
    const { row, sent, save } = await openForm({ stock: 4 })
    fill(/^Stock/, '5')
    fill(/^Limit per member/, '2')
    // An order leaves `updated_at` as it is.
    Object.assign(row, { stock: 3, per_member_limit: 1 })
    await save()
    await describes(/^Stock/, /^Changed to "3" since you opened it/)
    await describes(/^Limit per member/, /^Changed to "1" since you opened it/)
    await waitFor(() => expect(field(/^Stock/)).toHaveFocus())
    expect(field(/^Stock/)).toHaveValue('5')
    expect(row.stock).toBe(3)
    await save()
    await saved()
    expect(sent.at(-1)?.body).toEqual({ per_member_limit: 2 })
    expect(row.stock).toBe(5)
  })

  it('takes over what another admin changed in other fields', async () => {
    const { row, sent, changeElsewhere, save } = await openForm()
    fill(/^Limit per member/, '3')
    changeElsewhere(row, { stock: 9 })
    await save()
    await saved()
    expect(sent.at(-1)?.body).toEqual({ per_member_limit: 3 })
    await waitFor(() => expect(field(/^Stock/)).toHaveValue('9'))
  })

  it('begins anew for another benefit, and keeps what is not saved while another tab is open', async () => {
    const rows = [benefit({ name: 'One', stock: 1 }), benefit({ name: 'Two', stock: 2 })]
    const { user } = open({ settings: { method: 'manual' } }, rows)
    const stock = (value: string) => waitFor(() => expect(field(/^Stock/)).toHaveValue(value))
    await screen.findByRole('button', { name: 'Save availability' })
    await stock('1')
    fill(/^Stock/, '12')
    await user.click(screen.getByRole('tab', { name: 'Details' }))
    await waitFor(() => expect(field(/^Stock/)).not.toBeVisible())
    await user.click(screen.getByRole('tab', { name: 'Delivery' }))
    await waitFor(() => expect(field(/^Stock/)).toBeVisible())
    await stock('12')
    await user.click(screen.getByRole('link', { name: 'To Two' }))
    await stock('2')
  })
})

describe('settings', () => {
  async function openForm(given: Parameters<typeof servePool>[0] = {}, stock: number | null = null) {
    const view = open(given, [{ ...lantern, stock }])
    const kinds = within(await screen.findByRole('group', { name: 'Kind' }))
    const choose = (name: RegExp) => view.user.click(kinds.getByRole('radio', { name }))
    return { ...view, kinds, choose, save: () => view.press('Save delivery') }
  }
  const saved = () => seeToast('Success', 'Delivery settings saved')
  const instructions = 'Sign in, then enter the key.'

  it('saves the kind, the instructions and the low mark with the time they were read', async () => {
    const { kinds, save, saves } = await openForm()
    expect(kinds.getByRole('radio', { name: /^A licence key/ })).toBeChecked()
    fill('Low mark', '25')
    await save()
    await saved()
    const texts = { p_instructions: instructions, p_message: '', p_link: '' }
    const read = { p_benefit_id: lantern.id, p_updated_at: '2026-11-01T10:00:00Z' }
    expect(saves).toEqual([{ ...read, ...texts, p_method: 'key', p_low_stock: 25 }])
    fill(/^Instructions/, 'Enjoy.')
    await save()
    const next = { p_updated_at: '2026-11-01T10:00:01.000Z', p_instructions: 'Enjoy.' }
    await waitFor(() => expect(saves[1]).toMatchObject(next))
    await saved()
  })

  it('saves the message that deliveries by hand begin with, for that kind only (D52)', async () => {
    const { choose, save, saves } = await openForm()
    expect(screen.queryByLabelText(/^Message/)).not.toBeInTheDocument()
    await choose(/^By hand/)
    await describes(/^Message/, /No key or password: everybody gets it\./)
    expect(screen.queryByLabelText('Low mark')).toBeNull()
    fill(/^Message/, 'Welcome to your seat.')
    await save()
    await saved()
    expect(saves).toMatchObject([{ p_method: 'manual', p_message: 'Welcome to your seat.' }])
  })

  it('asks for the low mark of a stock as well', async () => {
    await openForm({ settings: { method: 'manual' } }, 3)
    await describes('Low mark', 'You are warned when fewer are left.')
  })

  it.each([
    [/^A link/, 'Link', '', 'Enter the link to deliver.'],
    [/^A link/, 'Link', 'ftp://example.com', 'Enter an address that starts with https:// or http://.'],
    [/^A file/, '', '', 'Upload the file to deliver.'],
    [/^A licence key/, 'Low mark', '12,5', 'Write digits only, without points, commas or spaces.'],
  ])('refuses %s without what is delivered: %s "%s"', async (kind, label, value, message) => {
    const { choose, save, saves } = await openForm()
    await choose(kind)
    if (value) fill(label, value)
    await save()
    await screen.findByText(message)
    if (label) await waitFor(() => expect(field(label)).toHaveFocus())
    expect(saves).toEqual([])
  })

  it('saves what is shown, whatever was typed in fields that are hidden now', async () => {
    const { choose, save, saves } = await openForm({ settings: { link: 'https://saved.example/' } })
    fill('Low mark', '')
    await choose(/^A link/)
    fill('Link', 'ftp://x')
    await choose(/^By hand/)
    await save()
    await saved()
    expect(saves).toMatchObject([{ p_method: 'manual', p_link: 'https://saved.example/', p_low_stock: 10 }])
  })

  it('shows what another admin has saved, keeps what was typed, and replaces it on the next save (D7)', async () => {
    const { choose, save, served, saves } = await openForm()
    const updated_at = '2026-11-02T10:00:00Z'
    const theirs = { instructions: 'Theirs.', link: 'https://theirs.example/', low_stock: 50 }
    Object.assign(served.settings, { updated_at, ...theirs })
    await choose(/^A link/)
    fill('Link', 'https://mine.example/')
    fill(/^Instructions/, 'Mine.')
    await save()
    await seeToast('Error', 'Failed to save the delivery settings')
    await screen.findByText(/^Someone else changed these settings/)
    await describes(/^Instructions/, /^Changed to "Theirs\." since you opened it/)
    await waitFor(() => expect(field('Link')).toHaveFocus())
    expect(field(/^Instructions/)).toHaveValue('Mine.')
    await save()
    await saved()
    const mine = { p_instructions: 'Mine.', p_link: 'https://mine.example/', p_low_stock: 50 }
    expect(saves[1]).toMatchObject({ p_updated_at: updated_at, p_method: 'link', ...mine })
  })

  it('keeps everything when saving fails, and undoes it on request', async () => {
    const { press, save } = await openForm()
    server.use(http.post('*/rpc/save_delivery_settings', () => refusal(410, 'benefit_unavailable')))
    fill(/^Instructions/, 'More.')
    await save()
    await screen.findByText('This benefit was deleted since you opened it. Nothing was saved.')
    expect(field(/^Instructions/)).toHaveValue('More.')
    await press('Undo')
    expect(field(/^Instructions/)).toHaveValue(instructions)
  })
})

describe('import of keys', () => {
  const bad: KeyProblem[] = [
    { line: 2, problem: 'too_short', first_line: null },
    { line: 3, problem: 'duplicate_line', first_line: 1 },
    { line: 4, problem: 'duplicate_key', first_line: null },
  ]
  const reasons = ['•••Fewer than 4 characters2', 'L•••-1The same key as line 13', 'L•••-2Already in a pool4']
  const leftOut = (table: HTMLElement) =>
    within(table)
      .getAllByRole('row')
      .slice(1)
      .map(({ textContent }) => textContent)

  function openImport(problems: KeyProblem[] = []) {
    const onClose = vi.fn()
    const pool = servePool({ problems })
    const { user } = renderPage(<ImportKeys benefit={lantern} onClose={onClose} />)
    const press = async (name: string) => user.click(await screen.findByRole('button', { name }))
    const upload = (text: string) =>
      user.upload(screen.getByLabelText('Or choose a CSV file'), new File([text], 'keys.csv'))
    return { ...pool, onClose, user, press, upload, paste: (text: string) => fill('Paste keys', text) }
  }
  const title = (name: string) => screen.findByRole('dialog', { name })
  const answers = (...responses: (() => Response)[]) =>
    server.use(http.post('*/rpc/key_import', () => responses.shift()?.()))
  const lose = () => HttpResponse.error()
  const report =
    (added: number, problems: KeyProblem[] = []) =>
    () =>
      HttpResponse.json([{ batch: 1, added, problems }])

  it('checks pasted keys first, lists problems by line, then adds the rest', async () => {
    const { user, press, paste, imports, onClose } = openImport(bad)
    const copied = vi.spyOn(navigator.clipboard, 'writeText')
    paste('LNTR-1\nabc\nLNTR-1\nLNTR-2\nLNTR-3\n')
    await press('Check 5 lines')
    expect(await title('2 of 5 keys can be added')).toHaveTextContent('Nothing has been added yet.')
    const p_keys = ['LNTR-1', 'abc', 'LNTR-1', 'LNTR-2', 'LNTR-3']
    const asked = { p_benefit_id: lantern.id, p_keys }
    expect(imports).toEqual([{ ...asked, p_dry_run: true }])
    const sum =
      'Lines read5Left out−3Fewer than 4 characters1The same key as an earlier line1Already in a pool1Will be added2'
    expect(screen.getByRole('region', { name: 'Lines' })).toHaveTextContent(sum)
    const region = screen.getByRole('region', { name: '3 lines are left out' })
    expect(leftOut(region)).toEqual(reasons)
    await user.click(within(region).getByRole('button', { name: 'Copy them' }))
    expect(copied).toHaveBeenCalledWith(
      'Line 2: •••, Fewer than 4 characters\nLine 3: L•••-1, The same key as line 1\nLine 4: L•••-2, Already in a pool',
    )
    expect(screen.getByRole('region', { name: '2 keys, masked in the middle' })).not.toHaveTextContent('LNTR')
    await press('Add 2 keys')
    expect(await title('2 keys added')).toHaveTextContent('They are batch B4.')
    expect(imports[1]).toEqual({ ...asked, p_dry_run: false })
    await press('Done')
    expect(onClose).toHaveBeenCalled()
  })

  it('counts the lines of a file, its heading and line breaks included', async () => {
    const { press, upload, imports } = openImport(bad.slice(1, 2))
    await upload('Key,Note\nLNTR-1,"a\nb"\nLNTR-2,c\nLNTR-1,d')
    await screen.findByText('3 lines, 2 columns, commas')
    await press('Check 3 lines')
    await title('2 of 3 keys can be added')
    expect(imports[0]?.p_keys).toEqual(['LNTR-1', 'LNTR-2', 'LNTR-1'])
    expect(leftOut(screen.getByRole('region', { name: '1 line is left out' }))).toEqual([
      'L•••-1The same key as line 25',
    ])
  })

  it('sends nothing of a file with an open quotation mark, nor more than 10,000 lines', async () => {
    const { user, press, upload, paste, imports } = openImport()
    paste(Array.from({ length: 10_001 }, (_, index) => `KEY-${index}`).join('\n'))
    await screen.findByText('At most 10,000 lines at a time; these are 10,001.')
    expect(screen.getByRole('button', { name: 'Check 0 lines' })).toBeDisabled()
    await upload('LNTR-1,a\n"LNTR-2,b\nLNTR-3,c')
    await screen.findByText(/^Line 2 has a quotation mark that is not closed/)
    await press('Remove')
    await user.upload(screen.getByLabelText('Or choose a CSV file'), new File([bytesOf('png')], 'keys.csv'))
    await screen.findByText('This file is a picture. Choose a CSV or text file.')
    expect(imports).toEqual([])
  })

  it('shows what is read of a file, and asks for the column when it is unsure (D59)', async () => {
    const { user, press, upload, imports } = openImport()
    await upload('Kennung;Freischaltung\n7;AB-12\n8;CD-34')
    const read = within(await screen.findByRole('region', { name: 'What is read' }))
    expect(read.getByRole('status')).toHaveTextContent(/^Say which column it is/)
    expect(screen.getByRole('button', { name: 'Check 0 lines' })).toBeDisabled()
    expect(read.getByRole('checkbox', { name: 'The first line is a heading' })).toBeChecked()
    await user.selectOptions(read.getByLabelText('Key column'), '2: Freischaltung')
    const first = within(read.getByRole('table', { name: 'First lines' }))
    await first.findByRole('row', { name: '2 7 A•-•2' })
    expect(first.getByRole('columnheader', { name: 'Key Freischaltung' })).toBeVisible()
    await press('Check 2 lines')
    await title('2 of 2 keys can be added')
    expect(imports[0]?.p_keys).toEqual(['AB-12', 'CD-34'])
  })

  it('keeps what was typed when the check or the import fails', async () => {
    const { press, paste } = openImport()
    answers(() => refusal(413, 'import_too_large'), report(2), lose)
    paste('LNTR-1\nLNTR-2')
    await press('Check 2 lines')
    await screen.findByText(/at most 10,000 keys and 2 MB/)
    await press('Check 2 lines')
    await press('Add 2 keys')
    await screen.findByText(/^The server did not respond.*none is added twice\.$/)
    await press('Back')
    expect(field('Paste keys')).toHaveValue('LNTR-1\nLNTR-2')
    await press('Check 2 lines')
    await press('Add 2 keys')
    await title('2 keys added')
  })

  it.each([
    ['Add 2 keys', '2 keys added'],
    ['Back', '0 of 3 keys can be added'],
  ])('says that an attempt whose response was lost has added the keys: %s', async (next, name) => {
    const { press, paste } = openImport()
    const wrong: KeyProblem = { line: 3, problem: 'too_short', first_line: null }
    const inPool = [1, 2].map((line): KeyProblem => ({ line, problem: 'duplicate_key', first_line: null }))
    answers(report(2, [wrong]), lose, report(0, [...inPool, wrong]))
    paste('LNTR-1\nLNTR-2\nabc')
    await press('Check 3 lines')
    await press('Add 2 keys')
    await screen.findByRole('alert')
    await press(next)
    if (next === 'Back') await press('Check 3 lines')
    expect(await title(name)).toHaveTextContent('The attempt whose response was lost has added them.')
  })

  it('says when the pool has changed since the check', async () => {
    const { press, paste, served } = openImport()
    paste('LNTR-1\nLNTR-2')
    await press('Check 2 lines')
    await title('2 of 2 keys can be added')
    served.problems = [{ line: 2, problem: 'duplicate_key', first_line: null }]
    await press('Add 2 keys')
    expect(await title('1 key added')).toHaveTextContent('which found 2 keys')
  })
})
