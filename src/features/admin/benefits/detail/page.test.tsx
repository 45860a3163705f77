import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { serveAdminBenefits } from '@tests/support/admin-benefits-api'
import { benefit, memberId } from '@tests/support/builders'
import { deliveredKey, poolKey, servePool } from '@tests/support/deliveries-api'
import { openedDialog, seeNoDialog } from '@tests/support/dialogs'
import { held } from '@tests/support/held'
import { refusal } from '@tests/support/member-api'
import { urlParams } from '@tests/support/open-page'
import { operationResult, serveOperationCalls } from '@tests/support/operations-api'
import { renderPage, signInAs } from '@tests/support/render'
import { server } from '@tests/support/server'
import { seeToast } from '@tests/support/toasts'
import { HttpResponse, http } from 'msw'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import type { AdminBenefit } from '@/entities/benefits/admin-list'
import type { KeyProblem } from '@/entities/deliveries/pool'
import { useFileUpload } from '@/entities/deliveries/settings'
import { formatDateTime } from '@/lib/format'
import { localTime, storedTime } from '@/lib/local-time'
import { ImportKeys } from '../import-keys/import-keys'
import { AdminBenefitPage } from './page'

beforeEach(() => signInAs('henrik@guildhall.test', memberId))

const lantern = benefit({ name: 'Lantern Research', token_value: 55, delivery_method: 'key' })

type Figures = Parameters<typeof serveAdminBenefits>[1]

function open(
  given: Parameters<typeof servePool>[0] = {},
  rows: AdminBenefit[] = [lantern],
  figures?: Figures,
) {
  const served = { ...serveAdminBenefits(rows, figures), ...servePool(given) }
  const path = (row = rows[0]) => `/admin/benefits/${row?.id}?keys`
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

describe('pool', () => {
  const figures = async () => (await screen.findByLabelText('Keys by state')).textContent

  it('shows the keys by state, when it will be empty, and the figures of 30 days as links to their rows', async () => {
    const keys = [poolKey(), poolKey(), deliveredKey(), poolKey({ state: 'quarantined' })]
    open({ keys, deliveredIn30Days: 20, figures: { orders: 68, reported: 4, replaced: 4, reports: 5 } })
    expect(await figures()).toBe('Left2Handed out1Put aside1In all4')
    await screen.findByText(/^Empty in 3 days, on \w+day\.$/)
    await screen.findByText('2 left, 20 ordered in 30 days. The low mark is 10.')
    const list = within(await screen.findByLabelText('In 30 days', { selector: 'dl' }))
    expect(list.getAllByRole('term').map((term) => term.parentElement?.textContent)).toEqual([
      ...['Orders68', 'Tokens0', 'On timenone due yet–', 'Without a reportnone delivered yet–'],
      ...['Reported4 replaced at once4', 'Reports of all time5'],
    ])
    expect(list.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual([
      `/admin/orders?benefit=${lantern.id}`,
      `/admin/reports?benefit=${lantern.id}&show=all`,
    ])
    expect(list.getByRole('link', { name: 'Orders: 68' })).toBeVisible()
  })

  it('shows the keys that are left of a benefit that delivers something else now', async () => {
    const { press } = open({ keys: [poolKey()] }, [{ ...lantern, delivery_method: 'manual' }])
    await screen.findByText('Not in use.')
    await press('The key')
    expect(screen.getByRole('button', { name: 'The key', expanded: false })).toBeVisible()
    expect(screen.queryByRole('table', { name: 'Keys' })).toBeNull()
    await press('Import keys')
    await (await openedDialog('Import keys')).press('Cancel')
    await seeNoDialog()
  })

  it('finds keys by state, and by their last four, order or member, in the URL', async () => {
    const left = Array.from({ length: 28 }, () => poolKey())
    const gone = { mask: 'GONE', order_number: null, customer_name: null }
    const keys = [...left, deliveredKey(gone), deliveredKey({ mask: 'LNTR-••••-7Q2D' })]
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
    expect(screen.getByRole('row', { name: /GONE/ })).toHaveTextContent('Legacy OrderDeleted user')
    await user.selectOptions(screen.getByRole('combobox', { name: 'State' }), 'Handed out (2)')
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
    expect(urlParams().toString()).toBe('keys=')
    await press('Next')
    await screen.findByText(/^26 to \d+ of 30 keys$/)
    expect(asked.at(-1)).toMatchObject({ p_key_id: keys[5]?.id, p_reverse: false })
  })

  it('puts a key aside and restores it unless its batch is held back, but none that was handed out', async () => {
    const { press } = open({ keys: [poolKey({ mask: 'LEFT' }), deliveredKey({ mask: 'GONE' })] })
    await press('Put aside LEFT')
    await seeToast('Success', 'Key put aside')
    await waitFor(async () => expect(await figures()).toBe('Left0Handed out1Put aside1In all2'))
    const held = () => HttpResponse.json('quarantined')
    server.use(http.post('*/rest/v1/rpc/set_key_aside', held, { once: true }))
    await press('Restore LEFT')
    await seeToast('Error', 'The batch of this key is held back. Decide about it in Reports first.')
    await press('Restore LEFT')
    await seeToast('Success', 'Key restored')
    expect(screen.queryByRole('button', { name: /(aside|Restore) GONE/ })).not.toBeInTheDocument()
  })

  it('puts the selected keys aside or back by what was counted (D46)', async () => {
    const key = poolKey({ mask: 'LEFT' })
    const requests = serveOperationCalls({ set_keys_aside: () => operationResult({ changed: 1 }) })
    const { user, press } = open({ keys: [key] })
    await user.click(await screen.findByRole('checkbox', { name: 'Select LEFT' }))
    for (const where of ['aside', 'back']) {
      await press(`Put ${where}`)
      await screen.findByRole('button', { name: `Put 1 ${where}` })
      await press('Cancel')
    }
    await user.keyboard('a')
    await press('Put aside')
    await screen.findByRole('button', { name: 'Put 1 aside' })
    const asked = { p_ids: [key.id], p_dry_run: true }
    expect(requests.set_keys_aside).toEqual([
      ...[true, false].map((p_aside) => ({ ...asked, p_aside })),
      { p_filter: { benefit: lantern.id }, p_aside: true, p_dry_run: true },
    ])
  })

  it('reveals one key after a question, hides it after 30 seconds, and keeps it nowhere (D31)', async () => {
    const key = poolKey({ mask: 'LNTR-••••-9XQ2' })
    const { press, client, revealed } = open({ keys: [key] })
    await press('Reveal LNTR-••••-9XQ2')
    const { dialog } = await openedDialog('Reveal a key')
    expect(dialog.getByText(/^It is logged/)).toBeVisible()
    expect(revealed).toEqual([])
    const tooMany = () => refusal(429, 'rate_limited', '1501')
    server.use(http.post('*/rest/v1/rpc/reveal_key', tooMany, { once: true }))
    await press('Reveal key')
    await dialog.findByText('You have revealed 30 keys within an hour. Try again in 26 minutes.')
    const timeout = vi.spyOn(globalThis, 'setTimeout')
    await press('Reveal key')
    await dialog.findByText(`SECRET-KEY-${key.id}`)
    await press('Copy')
    await seeToast('Copied', 'Key copied to clipboard')
    expect(await navigator.clipboard.readText()).toBe(`SECRET-KEY-${key.id}`)
    expect(revealed).toEqual([key.id])
    const kept = [...client.getQueryCache().getAll(), ...client.getMutationCache().getAll()]
    expect(JSON.stringify(kept.map(({ state }) => state))).not.toContain('SECRET-KEY')
    for (const [run, ms] of timeout.mock.calls) if (ms === 30_000) act(run as () => void)
    await dialog.findByText('LNTR-••••-9XQ2')
    expect(dialog.queryByText(/SECRET-KEY/)).not.toBeInTheDocument()
  })
})

describe('form', () => {
  async function openForm(
    over: Partial<AdminBenefit> = {},
    given: Parameters<typeof servePool>[0] = {},
    figures?: Figures,
  ) {
    const none = { what_you_get: null, conditions: null, maker: null, maker_link: null }
    const row = { ...lantern, ...none, ...over }
    const view = open(given, [row], figures)
    const button = await screen.findByRole('button', { name: 'Save' })
    const choose = (name: RegExp) => view.user.click(screen.getByRole('radio', { name }))
    const status = () => screen.getAllByRole('status')[0]?.textContent
    return { ...view, row, button, choose, status, save: () => view.user.click(button) }
  }
  const manual = { delivery_method: 'manual' }
  const saved = () => seeToast('Success', 'Benefit updated successfully')
  const again = 'since you opened it. Nothing was saved: save again to replace it.'

  it('saves everything with one Save, and sends only what changed with what was read (D7)', async () => {
    const { row, user, button, status, save, saves } = await openForm({ ...manual, stock: 3 })
    expect(button).toBeDisabled()
    expect(status()).toBe(`Saved ${formatDateTime(row.updated_at)}`)
    fill('Name', ' Lantern II ')
    expect(status()).toBe('Unsaved: Name')
    fill(/^What you get/, 'Unlimited questions\nSources')
    fill(/^Conditions/, 'For one person.')
    expect(status()).toBe('Unsaved: Name, What you get, Conditions')
    fill(/^Maker \(/, 'Lantern\nFour librarians.')
    fill(/^Maker's link/, 'https://lantern.example/')
    fill('Token Value', '60')
    expect(field('Token Value')).toHaveAccessibleDescription(
      'Was 55. Orders already placed keep their price.',
    )
    fill(/^Worth/, '99.5')
    fill(/^Stock/, '4')
    fill(/^Limit per member/, '1')
    fill(/^Opens/, '2027-12-01T09:00')
    fill(/^Closes/, '2027-12-31T18:30')
    fill(/^Instructions/, 'Enjoy.')
    fill(/^Message/, 'Welcome to your seat.')
    await user.click(screen.getByRole('switch', { name: /^Active/ }))
    expect(status()).toBe('Unsaved: Name, What you get and 12 more')
    await save()
    await saved()
    const p_values = {
      name: 'Lantern II',
      what_you_get: 'Unlimited questions\nSources',
      conditions: 'For one person.',
      maker: 'Lantern\nFour librarians.',
      maker_link: 'https://lantern.example/',
      token_value: 60,
      estimated_value: 99.5,
      stock: 4,
      per_member_limit: 1,
      opens_at: storedTime('2027-12-01T09:00'),
      closes_at: storedTime('2027-12-31T18:30'),
      instructions: 'Enjoy.',
      message: 'Welcome to your seat.',
      is_active: false,
    }
    const read = { name: row.name, token_value: 55, stock: 3, instructions: 'Sign in, then enter the key.' }
    expect(saves).toEqual([{ p_benefit_id: row.id, p_opened: expect.objectContaining(read), p_values }])
    expect(Object.keys(saves[0]!.p_opened).toSorted()).toEqual(Object.keys(p_values).toSorted())
    await waitFor(() => expect(button).toBeDisabled())
    fill(/^Limit per member/, '2')
    await save()
    await waitFor(() => expect(saves[1]?.p_values).toEqual({ per_member_limit: 2 }))
  })

  it('shows what is set in the time zone of the admin, even an impossible time, and clears it', async () => {
    const times = { opens_at: '2027-12-01T08:00:30+00:00', closes_at: 'infinity' }
    const { saves, save } = await openForm({ ...manual, stock: 4, ...times, estimated_value: 120 })
    expect(field(/^Opens/)).toHaveValue(localTime(times.opens_at))
    fill(/^Stock/, '')
    fill(/^Closes/, '2027-12-31T18:30')
    fill(/^Worth/, '')
    await save()
    await saved()
    const closes_at = storedTime('2027-12-31T18:30')
    expect(saves[0]?.p_values).toEqual({ stock: null, closes_at, estimated_value: null })
  })

  it('refuses everything that is wrong, and never takes a text for another value (D59)', async () => {
    const { saves, save } = await openForm({ ...manual, closes_at: '2027-12-01T08:00:00+00:00' })
    const digits = 'Write digits only, without points, commas or spaces.'
    const dollars = 'Write dollars in digits, and cents after a point: 1000 or 12.50.'
    const year = 'Write the year in four digits, from 2000 to 2199.'
    for (const [name, value, message] of [
      [/^Stock/, '1.000', digits],
      [/^Limit per member/, '12,5', digits],
      [/^Worth/, '1.000', dollars],
      [/^Opens/, '0026-12-01T09:00', year],
    ] as const) {
      fill(name, value)
      await save()
      await describes(name, message)
      expect(field(name)).toHaveValue(value)
    }
    // As after the deletion of the hour, which the browser reports as empty.
    const names = [/^Opens/, /^Closes/]
    for (const name of names) {
      fill(name, '')
      Object.defineProperty(field(name), 'validity', { value: { badInput: true } })
    }
    await save()
    for (const name of names) await describes(name, /^Enter a date and a time, or clear both\./)
    expect(saves).toEqual([])
  })

  const web = 'Enter an address that starts with https:// or http://.'
  it('refuses what is wrong in place, keeps it, and saves no link or file without what is delivered', async () => {
    const { choose, saves, save } = await openForm()
    fill(/^Conditions/, 'One person.')
    for (const [label, value, message] of [
      ['Name', ' ', 'Enter a name.'],
      [/^What you get/, 'a'.repeat(2001), 'At most 2,000 characters.'],
      [/^Maker's link/, 'javascript:alert(1)', web],
      [/^Image URL/, 'javascript:alert(1)', 'Enter an https address or a path that starts with /.'],
      ['Low mark', '12,5', 'Write digits only, without points, commas or spaces.'],
      ['Link', '', 'Enter the link to deliver.'],
      ['Link', 'ftp://example.com', web],
    ] as const) {
      if (label === 'Link') await choose(/^Link/)
      const valid = screen.getByLabelText<HTMLInputElement>(label).value
      fill(label, value)
      await save()
      await describes(label, message)
      await waitFor(() => expect(field(label)).toHaveFocus())
      expect(field(label)).toHaveValue(value)
      fill(label, valid)
    }
    expect(field(/^Conditions/)).toHaveValue('One person.')
    await choose(/^File/)
    await save()
    await screen.findByText('Upload the file to deliver.')
    expect(saves).toEqual([])
  })

  it('shows only what the delivery needs, and saves nothing that was typed in what is hidden now', async () => {
    const { choose, save, saves } = await openForm({}, { settings: { link: 'https://saved.example/' } })
    expect(screen.queryByLabelText(/^Message/)).not.toBeInTheDocument()
    expect(field(/^Stock/)).toHaveValue('By the pool')
    fill('Low mark', '')
    await choose(/^Link/)
    fill('Link', 'ftp://x')
    await choose(/^By hand/)
    await describes(/^Message/, /No key or password: everybody gets it\./)
    expect(screen.queryByLabelText('Low mark')).toBeNull()
    expect(screen.getByLabelText('File')).not.toBeVisible()
    await save()
    await saved()
    expect(saves).toMatchObject([{ p_values: { delivery_method: 'manual' } }])
  })

  it('lets a benefit that has no link yet be edited otherwise', async () => {
    const { save, saves } = await openForm({ delivery_method: 'link' }, { settings: { method: 'link' } })
    fill('Name', 'Lantern II')
    await save()
    await saved()
    expect(saves).toMatchObject([{ p_values: { name: 'Lantern II' } }])
  })

  it('warns of a stock below the low mark, and says what becomes of open orders', async () => {
    const { choose } = await openForm({ ...manual, stock: 4 }, {}, { [lantern.id]: { open_orders: 2 } })
    await screen.findByText('4 left, 0 ordered in 30 days. The low mark is 10.')
    await describes('Low mark', 'You are warned when fewer are left.')
    await choose(/^Licence key/)
    await describes('Low mark', 'You are warned when fewer keys are left.')
    const next = 'The new delivery applies to orders from now on.'
    await screen.findByText(`2 orders are open and stay as ordered. ${next}`)
  })

  it('says that nobody can order what has run out, and that one order is open', async () => {
    const { choose } = await openForm({ ...manual, stock: 0 }, {}, { [lantern.id]: { open_orders: 1 } })
    await screen.findByText('Nobody can order this benefit until you raise its stock.')
    await choose(/^Licence key/)
    await screen.findByText(/^1 order is open and stays as ordered\./)
  })

  it('shows of each setting what another admin has made of it, keeps what was typed, and replaces it on the next save (D7)', async () => {
    const { row, user, changeElsewhere, served, save, saves } = await openForm({ ...manual, stock: 4 })
    const opens_at = '2027-12-01T08:00:00+00:00'
    fill(/^Instructions/, 'Mine.')
    fill(/^Stock/, '5')
    fill(/^Limit per member/, '2')
    fill(/^Worth/, '5')
    fill(/^Opens/, '2027-11-01T09:00')
    fill('Description', 'Mine.')
    await user.click(screen.getByRole('switch', { name: /^Active/ }))
    const fields = 'instructions,estimated_value,opens_at,description,stock,is_active'
    server.use(http.post('*/rpc/save_benefit', () => refusal(409, 'row_changed', fields), { once: true }))
    const theirs = { stock: 1200, opens_at, estimated_value: 1000, description: '' }
    changeElsewhere(row, { ...theirs, name: 'Lantern Papers' })
    served.settings.instructions = 'Theirs.'
    await save()
    await seeToast('Error', 'Failed to save benefit')
    await describes(/^Instructions/, `Changed to "Theirs." ${again}`)
    await describes(/^Stock/, `Changed to "1,200" ${again}`)
    await describes(/^Worth/, new RegExp(`Changed to "\\$1,000(\\.00)?" ${again}`))
    await describes(/^Opens/, new RegExp(`Changed to "${localTime(opens_at).replace('T', ' ')}" ${again}`))
    await describes('Description', `Cleared ${again}`)
    await waitFor(() => expect(field(/^Instructions/)).toHaveFocus())
    expect(field(/^Instructions/)).toHaveValue('Mine.')
    expect(field('Name')).toHaveValue('Lantern Papers')
    await save()
    await saved()
    const p_values = {
      ...{ instructions: 'Mine.', stock: 5, per_member_limit: 2, estimated_value: 5, description: 'Mine.' },
      ...{ opens_at: storedTime('2027-11-01T09:00'), is_active: false },
    }
    const p_opened = { ...theirs, instructions: 'Theirs.', per_member_limit: null, is_active: true }
    expect(saves).toEqual([{ p_benefit_id: row.id, p_opened, p_values }])
  })

  it('keeps everything when saving fails, and discards it on request', async () => {
    const { press, save } = await openForm()
    fill(/^Instructions/, 'More.')
    for (const [code, status, message] of [
      ['not_admin', 403, 'You are no longer an admin.'],
      ['23514', 400, 'Nothing was saved. Please try again.'],
    ] as const) {
      server.use(http.post('*/rpc/save_benefit', () => refusal(status, code)))
      await save()
      await waitFor(() => expect(screen.getByRole('alert')).toHaveTextContent(message))
      expect(field(/^Instructions/)).toHaveValue('More.')
    }
    await press('Discard')
    expect(screen.getByRole('heading', { level: 1 })).toHaveFocus()
    expect(field(/^Instructions/)).toHaveValue('Sign in, then enter the key.')
    expect(screen.queryByRole('alert')).toBeNull()
  })

  it.each([
    ['takes the file that somebody else has saved', [], 'theirs.pdf'],
    ['keeps that the file was removed', ['Remove'], 'none'],
  ])('%s meanwhile', async (_case, presses, shown) => {
    const file = (name: string) => ({ path: `b/${name}`, name, size: 1, type: 'application/pdf' })
    function Field() {
      const [saved, setSaved] = useState(file('first.pdf'))
      const { stored, field } = useFileUpload('b', saved)
      return (
        <>
          <output>{stored?.name ?? 'none'}</output>
          <button type="button" onClick={field.onRemove}>
            Remove
          </button>
          <button type="button" onClick={() => setSaved(file('theirs.pdf'))}>
            Save elsewhere
          </button>
        </>
      )
    }
    const { user } = renderPage(<Field />)
    for (const name of [...presses, 'Save elsewhere']) await user.click(screen.getByRole('button', { name }))
    expect(screen.getByText(shown)).toBeVisible()
  })

  it('starts over for another benefit', async () => {
    const rows = [benefit({ name: 'One', stock: 1 }), benefit({ name: 'Two', stock: 2 })]
    const { user } = open({ settings: { method: 'manual' } }, rows)
    await waitFor(() => expect(field(/^Stock/)).toHaveValue('1'))
    await user.click(screen.getByRole('link', { name: 'To Two' }))
    await waitFor(() => expect(field(/^Stock/)).toHaveValue('2'))
  })

  it('previews the card as members see it, and asks before a link leaves what is not saved', async () => {
    const { user, press } = await openForm()
    const preview = () => screen.getByRole('region', { name: 'As members see it' })
    fill('Name', '')
    fill('Token Value', '1200')
    fill(/^Image URL/, 'https://files.example/a.png')
    expect(within(preview()).getByRole('heading', { name: 'Name' })).toBeVisible()
    expect(preview()).toHaveTextContent('1,200 tokens')
    await waitFor(() =>
      expect(preview().querySelector('img')).toHaveAttribute('src', 'https://files.example/a.png'),
    )
    await user.click(screen.getByRole('switch', { name: /^Active/ }))
    expect(preview()).toHaveTextContent('Members do not see it while it is not active.')
    await user.click(screen.getByRole('link', { name: 'Benefits' }))
    await openedDialog('Leave without saving?')
    await press('Stay')
    expect(field('Token Value')).toHaveValue('1200')
  })

  it('requests the picture of an address only once typing pauses', async () => {
    await openForm()
    const preview = screen.getByRole('region', { name: 'As members see it' })
    const picture = () => preview.querySelector('img')?.getAttribute('src')
    const seen = new Set<string | null | undefined>()
    const watch = new MutationObserver(() => seen.add(picture()))
    watch.observe(preview, { attributes: true, childList: true, subtree: true })
    vi.useFakeTimers()
    for (const value of ['/a', '/ar', '/art', '/art/x.png']) {
      fill(/^Image URL/, value)
      act(() => void vi.advanceTimersByTime(100))
    }
    act(() => void vi.advanceTimersByTime(1000))
    expect(picture()).toBe('/art/x.png')
    watch.disconnect()
    seen.add(picture())
    expect([...seen].filter(Boolean)).toEqual(['/art/x.png'])
  })

  it('deletes after saying what stays, what is open, and what goes (D13)', async () => {
    const figures = { orders: 12, open_orders: 3, keys_left: 7 }
    const { row, sent, press } = await openForm({}, {}, { [lantern.id]: figures })
    const text =
      'Its 12 orders stay with what was delivered. 3 orders are open and can still be delivered or cancelled. 7 keys will not be handed out any more.'
    await screen.findByText(text)
    await press('Delete benefit')
    const { dialog, press: answer } = await openedDialog('Delete Lantern Research')
    expect(dialog.getByText('Are you sure you want to delete this benefit?')).toBeVisible()
    expect(await dialog.findByText(text)).toBeVisible()
    await answer('Delete benefit')
    await seeToast('Success', 'Benefit deleted successfully')
    expect(sent).toEqual([{ method: 'delete', id: row.id }])
    expect(await screen.findByText('elsewhere: /admin/benefits')).toBeVisible()
  })
})

describe('import of keys', () => {
  const bad: KeyProblem[] = [
    { line: 2, problem: 'too_short', first_line: null },
    { line: 3, problem: 'duplicate_line', first_line: 1 },
    { line: 4, problem: 'duplicate_key', first_line: null },
  ]
  const reasons = ['•••Fewer than 4 characters3', 'L•••-1The same key as line 24', 'L•••-2Already in a pool5']
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
  const answers = (...responses: (() => Response | Promise<Response>)[]) =>
    server.use(http.post('*/rpc/key_import', () => responses.shift()?.()))
  const lose = () => HttpResponse.error()
  const report =
    (added: number, problems: KeyProblem[] = []) =>
    () =>
      HttpResponse.json([{ batch: 1, added, problems }])

  it('checks pasted keys first, lists problems by line, then adds the rest', async () => {
    const { user, press, paste, imports, onClose } = openImport(bad)
    const copied = vi.spyOn(navigator.clipboard, 'writeText')
    paste(Array.from({ length: 10_001 }, (_, index) => `KEY-${index}`).join('\n'))
    await screen.findByText('At most 10,000 lines at a time; these are 10,001.')
    expect(screen.getByRole('button', { name: 'Check 0 lines' })).toBeDisabled()
    paste('\nLNTR-1\nabc\nLNTR-1\nLNTR-2\nLNTR-3\n')
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
      'Line 3: •••, Fewer than 4 characters\nLine 4: L•••-1, The same key as line 2\nLine 5: L•••-2, Already in a pool',
    )
    expect(screen.getByRole('region', { name: '2 keys, masked in the middle' })).not.toHaveTextContent('LNTR')
    await press('Add 2 keys')
    expect(await title('2 keys added')).toHaveTextContent('They are batch B4.')
    expect(imports[1]).toEqual({ ...asked, p_dry_run: false })
    await press('Done')
    expect(onClose).toHaveBeenCalled()
  })

  it('shows what is read of a file, and asks for the column when it is unsure (D59)', async () => {
    const { user, press, upload, imports } = openImport()
    await upload('Kennung;Freischaltung\n7;AB-12\n8;CD-34')
    const read = within(await screen.findByRole('region', { name: 'What is read' }))
    expect(read.getByRole('status')).toHaveTextContent(/^Say which column it is/)
    expect(screen.getByRole('button', { name: 'Check 0 lines' })).toBeDisabled()
    expect(read.getByRole('checkbox', { name: 'The first line is a heading' })).toBeChecked()
    await user.click(read.getByRole('checkbox'))
    // Whoever is asked sees the line, heading or key.
    expect(await read.findByRole('option', { name: '2: Freischaltung' })).toBeInTheDocument()
    await user.click(read.getByRole('checkbox'))
    await user.selectOptions(read.getByLabelText('Key column'), '2: Freischaltung')
    const first = within(read.getByRole('table', { name: 'First lines' }))
    await first.findByRole('row', { name: '2 7 A•-•2' })
    expect(first.getByRole('columnheader', { name: 'Key Freischaltung' })).toBeVisible()
    await press('Check 2 lines')
    await title('2 of 2 keys can be added')
    expect(imports[0]?.p_keys).toEqual(['AB-12', 'CD-34'])
  })

  it('asks before chosen lines are lost, and changes none while they are checked', async () => {
    const checked = held()
    const { user, press, upload, onClose } = openImport()
    answers(async () => {
      await checked.released
      return refusal(413, 'import_too_large')
    })
    await upload('LNTR-1\nLNTR-2')
    await press('Check 2 lines')
    await waitFor(() => expect(screen.getByRole('button', { name: 'Remove' })).toBeDisabled())
    checked.release()
    await waitFor(() => expect(screen.getByRole('button', { name: 'Remove' })).toBeEnabled())
    await user.keyboard('{Escape}')
    expect(await screen.findByRole('alertdialog', { name: 'Discard your changes?' })).toBeVisible()
    expect(onClose).not.toHaveBeenCalled()
    await press('Discard')
    expect(onClose).toHaveBeenCalledOnce()
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
    if (next === 'Back') {
      await press('Check 3 lines')
      expect(await screen.findByRole('button', { name: 'Add 0 keys' })).toBeDisabled()
    }
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
