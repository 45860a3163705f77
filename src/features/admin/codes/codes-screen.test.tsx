import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { inviteCode, memberId, tokenCode, uuid } from '@tests/support/builders'
import { serveCodes } from '@tests/support/codes-api'
import { seeBusy } from '@tests/support/dialogs'
import { broken } from '@tests/support/member-api'
import { openPage, urlParams } from '@tests/support/open-page'
import { operationResult, serveOperationCalls } from '@tests/support/operations-api'
import { signInAs } from '@tests/support/render'
import { renderDialog } from '@tests/support/render-dialog'
import { catchSavedFiles } from '@tests/support/saved-files'
import { server } from '@tests/support/server'
import { seeToast } from '@tests/support/toasts'
import { HttpResponse, http } from 'msw'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import type { Code } from '@/entities/codes/code'
import * as schemas from '@/entities/codes/schemas'
import { formatDate } from '@/lib/format'
import { CreateCodes } from './create/create-codes'
import { ImportCodes } from './import-codes'
import { InviteCodesPage } from './invite-codes-page'
import { TokenCodesPage } from './token-codes-page'

beforeEach(() => signInAs('henrik@guildhall.test', memberId))

const pages = { redeem_codes: TokenCodesPage, invite_codes: InviteCodesPage }
type Table = keyof typeof pages
const kindOf = (table: Table) => (table === 'redeem_codes' ? 'token' : 'invite')

const used = { is_used: true, uses: 1, used_at: '2026-11-08T09:00:00Z' }
const tamsin = { name: 'Tamsin Ferreira', email: 'tamsin@ferreira.example' }
const inDays = (days: number) => new Date(Date.now() + (days + 0.5) * 86_400_000).toISOString()
const made = (table: Table, over: Partial<Code> = {}): Code => ({
  ...(table === 'redeem_codes' ? tokenCode(over) : inviteCode(over)),
  user: over.user ?? null,
})
const token = (over: Partial<Code> = {}) => made('redeem_codes', over)

const open = (table: Table, query = '') => openPage(pages[table], '/codes', query)
const row = (name: RegExp) => screen.findByRole('row', { name })
const button = (name: string | RegExp) => screen.findByRole('button', { name })
/** An item of the menu of a row. */
async function choose(user: ReturnType<typeof openPage>['user'], code: string, name: string) {
  await user.click(await button(`More for ${code}`))
  await user.click(await screen.findByRole('menuitem', { name }))
}
const dialog = async (name: string | RegExp) =>
  within(await screen.findByRole('dialog', { name, busy: false }))
const noDialog = () => waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
const copied = () => navigator.clipboard.readText()
const linkOf = (code: string) => `${window.location.origin}/auth?invite=${code}`
const taken = () => HttpResponse.json({ code: '23505', message: '' }, { status: 409 })

/** The first request creates `codes`, but its response is lost; further ones are refused as taken. */
function loseResponse(table: Table, codes: (sent: object[]) => object[]) {
  const sent: object[][] = []
  const reads: Record<string, string>[] = []
  server.use(
    http.post<never, object[]>(`*/rest/v1/${table}`, async ({ request }) => {
      sent.push(await request.json())
      return sent.length === 1 ? HttpResponse.error() : taken()
    }),
    http.get(`*/rest/v1/${table}`, ({ request }) => {
      reads.push(Object.fromEntries(new URL(request.url).searchParams))
      return HttpResponse.json(codes(sent[0] ?? []))
    }),
  )
  return { sent, reads }
}

describe('lists', () => {
  const cards = () =>
    within(screen.getByRole('list', { name: 'Codes' }))
      .getAllByRole('listitem')
      .map((card) => card.textContent)

  const [created_at, long] = ['2026-11-01T09:00:00Z', '2020-01-02T09:00:00Z']
  const facts = { code: 'R9CL5HX3', created_at, token_value: 75, max_uses: 10, uses: 2 }
  const lost = { revoked_at: long, revoked_reason: 'Posted on a forum', revoker: { name: 'Ines Moreau' } }
  const near = { note: 'Conference in Lisbon', expires_at: inDays(2) }
  const [made_at, long_ago] = [created_at, long].map(formatDate)
  const by = [tamsin.name, tamsin.email, 'and 1 other before', formatDate(used.used_at)]
  const heads: Record<string, string> = {
    'redeem_codes available':
      'Select all on this page, Code, Token Value, Created, Uses, Expires, Copy, more',
    'redeem_codes used': 'Code, Token Value, Used By, Created, Uses, Used, More',
    'redeem_codes expired': 'Code, Token Value, Created, Uses, Expired, Lapsed, More',
    'redeem_codes revoked': 'Code, Token Value, Created, Uses, Revoked, Reason, More',
    'invite_codes available': 'Select all on this page, Code, Created, Uses, Expires, Copy, more',
    'invite_codes used': 'Code, Used By, Created, Uses, Used, More',
    'invite_codes expired': 'Code, Created, Uses, Expired, More',
  }
  type Shown = [tab: string, over: Partial<Code>, texts: (string | undefined)[], more: string]
  const shown: Record<Table, Shown[]> = {
    redeem_codes: [
      ['available', near, [near.note, '75', made_at, '2 of 10', 'in 2 days'], 'Change end date, Revoke'],
      ['used', { ...used, uses: 2, user: tamsin }, by, ''],
      ['expired', { expires_at: long }, [long_ago, '600'], 'Change end date'],
      ['revoked', lost, [long_ago, 'Ines Moreau', 'Posted on a forum'], ''],
    ],
    invite_codes: [
      ['available', { max_uses: 1, uses: 0 }, ['No expiry'], 'Copy link, Change end date, Revoke'],
      ['used', used, ['Unknown user'], ''],
      ['expired', { expires_at: long }, [], 'Change end date'],
    ],
  }
  const uses = { uses: 164, uses_left: 2400, tokens_left: 1425, tokens_claimed: 2185, tokens_lapsed: 90 }
  const counts = {
    redeem_codes: { ...uses, total: 2359, available: 2300, used: 37, revoked: 4, expired: 18 },
    invite_codes: { total: 48, available: 20, used: 9, expired: 2, revoked: 1, uses: 9 },
  }
  const told = {
    redeem_codes: [
      'Total Codes2,359164 uses so far',
      'Available2,3002,400 uses, 1,425 tokens not yet claimed',
      'Used372,185 tokens claimed',
      'Lapsed2218 expired, 4 revoked, 90 tokens not issued',
    ],
    invite_codes: [
      ...['Total Codes489 uses so far, 16 in invitations', 'Available200 uses', 'Used9'],
      'Lapsed32 expired, 1 revoked',
    ],
  }
  // Plain codes and invitations have lists of their own (D69).
  const tabs = {
    redeem_codes: 'Available Codes (2,300),Used Codes (37),Expired Codes (18),Revoked Codes (4)',
    invite_codes: 'Available Codes (20),Used Codes (9),Expired Codes (2),Revoked Codes (1)',
  }
  const selected = {
    redeem_codes: ['Available Codes (2,300)'],
    invite_codes: ['Plain codes (32)', 'Available Codes (20)'],
  }
  it.each(['redeem_codes', 'invite_codes'] as const)(
    'counts %s, and shows their columns in their order (D69)',
    async (table) => {
      const codes = shown[table].map(([tab, over]) =>
        made(table, { ...facts, code: tab.toUpperCase(), ...over }),
      )
      serveCodes(table, codes, counts[table])
      const { user } = open(table)
      const heading = `${table === 'redeem_codes' ? 'Token' : 'Invite'} Code Management`
      expect(await screen.findByRole('heading', { name: heading })).toBeVisible()
      await waitFor(() => expect(cards().slice(0, told[table].length)).toEqual(told[table]))
      const names = (over?: { selected: boolean }) =>
        screen.getAllByRole('tab', over).map(({ textContent }) => textContent)
      await waitFor(() => expect(names({ selected: true })).toEqual(selected[table]))
      expect(names().join()).toContain(tabs[table])
      for (const [tab, over, texts, more] of shown[table]) {
        await user.click(await screen.findByRole('tab', { name: new RegExp(`^${tab} Codes`, 'i') }))
        const line = await row(new RegExp(tab.toUpperCase()))
        for (const text of texts) expect(line).toHaveTextContent(text ?? '')
        const columns = screen.getAllByRole('columnheader').map((head) => head.textContent)
        expect(columns.join(', ')).toBe(heads[`${table} ${tab}`])
        const menu = within(line).queryByRole('button', { name: /^More/ })
        if (menu) await user.click(menu)
        const items = screen.queryAllByRole('menuitem').map(({ textContent }) => textContent)
        expect(items.join(', ')).toBe(more)
        if (menu) await user.keyboard('{Escape}')
        if (over.max_uses === 1) expect(line).not.toHaveTextContent('0 of 1')
        if (over === near) expect(within(line).getByText('in 2 days')).toHaveClass('text-warning')
      }
    },
  )

  it('searches in each tab, from its first page, with the count', async () => {
    const codes = [token({ code: 'FOUND001' }), token({ code: 'USED0001', ...used })]
    const { searches } = serveCodes('redeem_codes', codes, { available: 20_000 })
    const { user } = open('redeem_codes', '?page=2&last=1')
    await row(/FOUND001/)
    await user.keyboard('/lisbon')
    expect(screen.getByRole('searchbox', { name: 'Search token codes' })).toHaveFocus()
    const count = await screen.findByText(/codes matching "lisbon"/)
    expect(count).toHaveTextContent('1 of 20,000 codes matching "lisbon"')
    expect(urlParams().toString()).toBe('q=lisbon')
    await user.click(await screen.findByRole('tab', { name: 'Used Codes (1)' }))
    expect(await row(/USED0001/)).toBeVisible()
    expect(urlParams().toString()).toBe('q=lisbon&tab=used')
    expect(searches.at(-1)).toMatchObject({ p_search: 'lisbon', p_state: 'used', p_limit: 26 })
  })

  it('copies an invite code and its link, or shows what to copy by hand', async () => {
    serveCodes('invite_codes', [made('invite_codes', { code: 'JOINUS0001' })])
    const { user } = open('invite_codes')
    await user.click(await button('Copy JOINUS0001'))
    await seeToast('Copied', 'Code copied to clipboard')
    expect(await copied()).toBe('JOINUS0001')
    await choose(user, 'JOINUS0001', 'Copy link')
    await seeToast('Copied', 'URL copied to clipboard')
    expect(await copied()).toBe(linkOf('JOINUS0001'))
    vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new Error('denied'))
    await user.click(await button('Copy JOINUS0001'))
    await seeToast('Error', 'The browser did not allow copying. Please copy JOINUS0001 by hand.')
  })

  it('saves the CSV of a batch from any of its rows, used ones too', async () => {
    const { names, lines } = catchSavedFiles()
    const batch_id = uuid()
    const batch = [token({ code: 'BATCH001', batch_id }), token({ ...used, batch_id })]
    const { reads } = serveCodes('redeem_codes', [...batch, token({ code: 'ALONE001' })])
    const { user } = open('redeem_codes')
    await row(/ALONE001/)
    await user.click(await button('More for ALONE001'))
    expect(screen.queryByRole('menuitem', { name: 'Download CSV of its batch' })).toBeNull()
    await user.keyboard('{Escape}')
    await choose(user, 'BATCH001', 'Download CSV of its batch')
    await waitFor(() => expect(names).toHaveLength(1))
    const name = `^guildhall-token-codes-batch-${batch_id.slice(0, 8)}-\\d{4}-\\d\\d-\\d\\d\\.csv$`
    expect(names[0]).toMatch(new RegExp(name))
    expect(await lines(0)).toHaveLength(4)
    await user.click(screen.getByRole('tab', { name: 'Used Codes (1)' }))
    await choose(user, batch[1]!.code, 'Download CSV of its batch')
    await waitFor(() => expect(names).toHaveLength(2))
    expect(reads.map((query) => query.get('batch_id'))).toEqual(Array(4).fill(`eq.${batch_id}`))
  })

  it('says where there are no codes', async () => {
    serveCodes('redeem_codes', [])
    const { user } = open('redeem_codes')
    await user.click(await button('Create a code'))
    await dialog('Create Code')
    await user.keyboard('{Escape}')
    for (const [tab, text] of [
      ['Used', 'No codes have been used yet.'],
      ['Expired', 'No codes have expired.'],
      ['Revoked', 'No codes have been revoked.'],
    ]) {
      await user.click(await screen.findByRole('tab', { name: new RegExp(`^${tab} Codes`) }))
      expect(await screen.findByText(text!)).toBeVisible()
    }
  })

  it('is sorted by its heads, or by a select beside cards, and no head that a tab lacks sorts it', async () => {
    const { searches } = serveCodes('redeem_codes', [token(), token(used)])
    const { user } = open('redeem_codes', '?sort=-used_at')
    await screen.findAllByRole('row')
    const sorted = (p_sort: string, p_ascending: boolean) =>
      waitFor(() => expect(searches.at(-1)).toMatchObject({ p_sort, p_ascending }))
    await sorted('created_at', false)
    await user.click(await button('Expires'))
    await sorted('expires_at', true)
    expect(screen.getByRole('columnheader', { name: 'Expires' })).toHaveAttribute('aria-sort', 'ascending')
    await user.selectOptions(screen.getByLabelText('Sort'), 'Highest value first')
    await sorted('token_value', false)
    expect(urlParams().get('sort')).toBe('-token_value')
    await user.click(screen.getByRole('tab', { name: /^Used Codes/ }))
    await user.click(await button('Used'))
    await sorted('used_at', false)
    await user.selectOptions(screen.getByLabelText('Sort'), 'First used')
    await sorted('used_at', true)
    await user.selectOptions(screen.getByLabelText('Sort'), 'Code, Z to A')
    await sorted('code', false)
  })

  it('exports what the tab and the search find, in its order, or reports a failure', async () => {
    const { names, lines } = catchSavedFiles()
    const { searches } = serveCodes('redeem_codes', [token(), token(), token(used)])
    const { user } = open('redeem_codes', '?q=many&sort=code')
    await screen.findAllByRole('row')
    await user.click(await button('Export'))
    await waitFor(() => expect(names[0]).toMatch(/^guildhall-token-codes-\d{4}-\d\d-\d\d\.csv$/))
    expect(await lines(0)).toHaveLength(3)
    expect(searches.at(-1)).toMatchObject({ p_search: 'many', p_state: 'available', p_sort: 'code' })
    server.use(http.post('*/rest/v1/rpc/search_redeem_codes', () => seeBusy('Exporting...').then(broken)))
    await user.click(await button('Export'))
    await seeToast('Error', 'Failed to load redeem codes')
    expect(names).toHaveLength(1)
  })

  it('extends an expired code until a day that is not over (D41)', async () => {
    const code = token({ code: 'SUMMER27', expires_at: inDays(-9) })
    serveCodes('redeem_codes', [code])
    const sent: unknown[] = []
    server.use(
      http.post('*/rest/v1/rpc/extend_code', async ({ request }) => {
        sent.push(await request.json())
        await seeBusy('Extending...')
        return HttpResponse.json(null)
      }),
    )
    const { user } = open('redeem_codes', '?tab=expired')
    await choose(user, 'SUMMER27', 'Change end date')
    const inside = await dialog('Extend SUMMER27')
    const field = inside.getByLabelText(/^Expires/)
    const extend = (value: string) => {
      fireEvent.change(field, { target: { value } })
      return user.click(inside.getByRole('button', { name: 'Extend' }))
    }
    await extend('2001-01-01')
    await waitFor(() => expect(field).toHaveAccessibleDescription('Enter today or a later date.'))
    // Only the day and the month were typed.
    Object.defineProperty(field, 'validity', { value: { badInput: true }, configurable: true })
    await extend('')
    await waitFor(() => expect(field).toHaveAccessibleDescription('Enter today or a later date.'))
    Object.defineProperty(field, 'validity', { value: { badInput: false } })
    server.use(
      http.post(
        '*/rest/v1/rpc/extend_code',
        () => HttpResponse.json({ code: 'PT409', message: 'code_not_extendable' }, { status: 409 }),
        { once: true },
      ),
    )
    await extend('2099-12-31')
    expect(await inside.findByRole('alert')).toHaveTextContent(/^It was used up or revoked/)
    await extend('2099-12-31')
    await seeToast('Success', `SUMMER27 works until ${formatDate('2099-12-31T12:00')}`)
    await noDialog()
    const p_expires_at = new Date('2099-12-31T23:59:59.999').toISOString()
    expect(sent).toEqual([{ p_kind: 'token', p_id: code.id, p_expires_at }])
    await choose(user, 'SUMMER27', 'Change end date')
    await user.click((await dialog('Extend SUMMER27')).getByRole('button', { name: 'Extend' }))
    await seeToast('Success', 'SUMMER27 no longer expires')
    expect(sent[1]).toEqual({ p_kind: 'token', p_id: code.id })
  })
})

describe('revoking', () => {
  const answer = () =>
    operationResult({ changed: 1, skipped: [{ reason: 'already_used', count: 1 }], tokens: 25 })
  function openTwo(query = '') {
    const codes = ['LAUNCH27', 'R9CL5HX3'].map((code) => token({ code, token_value: 25 }))
    serveCodes('redeem_codes', codes)
    const { revoke_codes: sent } = serveOperationCalls({ revoke_codes: answer })
    return { ...open('redeem_codes', query), sent, p_ids: codes.map(({ id }) => id) }
  }
  const bar = () => screen.queryByRole('region', { name: 'Selected token codes' })

  it('revokes the selected codes for a reason, after a dry run', async () => {
    const { user, sent, p_ids } = openTwo()
    await row(/LAUNCH27/)
    await user.click(screen.getByRole('checkbox', { name: 'Select all on this page' }))
    expect(bar()).toHaveTextContent('2 selected50 tokens')
    await user.click(within(bar()!).getByRole('button', { name: 'Revoke' }))
    const inside = await dialog('Revoke 2 token codes?')
    expect(await inside.findByText('Already used')).toBeVisible()
    expect(inside.getByText('25 tokens will not be issued')).toBeVisible()
    expect(inside.getByText(/^They stop working at once\. .* under another word\.$/)).toBeVisible()
    await user.click(inside.getByRole('button', { name: 'Revoke 1' }))
    expect(await inside.findByText('Enter a reason.')).toBeVisible()
    expect(inside.getByLabelText('Reason')).toHaveFocus()
    expect(sent).toHaveLength(1)
    await user.type(inside.getByLabelText('Reason'), 'Posted on a forum')
    expect(inside.queryByText('Enter a reason.')).toBeNull()
    await user.click(inside.getByRole('button', { name: 'Revoke 1' }))
    await waitFor(() => expect(bar()).toBeNull())
    expect(sent).toEqual([
      { p_kind: 'token', p_ids, p_dry_run: true },
      { p_kind: 'token', p_ids, p_dry_run: false, p_reason: 'Posted on a forum', p_expected: answer() },
    ])
  })

  it('revokes one code by its menu, keeping it first, and all that match by the search', async () => {
    const { user, sent, p_ids } = openTwo('?q=forum')
    await choose(user, 'LAUNCH27', 'Revoke')
    const inside = await dialog('Revoke LAUNCH27?')
    expect(inside.getByRole('button', { name: 'Keep code' })).toHaveFocus()
    await inside.findByText('Already used')
    expect(inside.getByText(/^It stops working at once/)).toBeVisible()
    await user.click(inside.getByRole('button', { name: 'Keep code' }))
    await noDialog()
    await user.keyboard('a')
    expect(within(bar()!).getByRole('status').textContent).toBe('2 selected')
    await user.click(within(bar()!).getByRole('button', { name: 'Revoke' }))
    await (await dialog('Revoke 2 token codes?')).findByText('Already used')
    expect(sent).toEqual([
      { p_kind: 'token', p_ids: p_ids.slice(0, 1), p_dry_run: true },
      { p_kind: 'token', p_filter: { state: 'available', search: 'forum' }, p_dry_run: true },
    ])
  })
})

/** Opens the dialog that creates codes, without the list unless there is a query; `fill` replaces fields by their labels. */
async function openCreate(table: Table, query?: string) {
  const served = serveCodes(table, [])
  const onCreated = vi.fn()
  const { user } = query
    ? open(table, query)
    : renderDialog((onClose) => <CreateCodes kind={kindOf(table)} onClose={onClose} onCreated={onCreated} />)
  if (query) await user.click(await button('Create Code'))
  const inside = await dialog('Create Code')
  const field = (label: string | RegExp) => inside.getByLabelText<HTMLInputElement>(label)
  const fill = async (values: Record<string, string>) => {
    for (const [label, value] of Object.entries(values)) {
      if (label === 'Number of codes') await user.click(inside.getByRole('radio', { name: /^Several/ }))
      const control = field(label === 'Note' ? /^Note/ : label)
      await user.clear(control)
      await user.click(control)
      await user.paste(value)
    }
  }
  const submit = async () =>
    user.click(await inside.findByRole('button', { name: /^Create (Code|\d+ codes)$/ }))
  return { ...served, user, inside, field, fill, submit, onCreated }
}
const failed = () => seeToast('Error', 'Failed to create token code')
const exists = 'This code already exists. Please use a different code.'

describe('creating', () => {
  const choices = {
    redeem_codes: [
      'One code for several members You choose the word, each member uses it once',
      'Several codes, one member each Eight letters and digits, made for you',
    ],
    invite_codes: [
      'One code for several people You choose the word, each use admits one person',
      'Several codes, one person each Ten letters and digits, made for you',
    ],
  }
  it('creates a token code for several people until a day, says what it costs at most, and lists it (D41)', async () => {
    const { user, inside, field, fill, inserts, submit } = await openCreate(
      'redeem_codes',
      '?q=forum&tab=used',
    )
    expect(field('Token Value')).toHaveValue('50')
    await user.type(field('Code'), 'spr26')
    await user.type(field('Code'), 'ing-', { initialSelectionStart: 3, initialSelectionEnd: 3 })
    expect(field('Code')).toHaveValue('SPRING-26')
    await fill({ 'Token Value': '25', Uses: '600', Note: ' Lisbon ' })
    const atMost = 'At most 15,000 tokens will be issued: 600 uses at 25.'
    expect(inside.getByRole('status')).toHaveTextContent(atMost)
    fireEvent.change(field(/^Expires/), { target: { value: '2099-12-31' } })
    server.use(http.post('*/rest/v1/redeem_codes', taken, { once: true }))
    await submit()
    await seeToast('Error', exists)
    await waitFor(() => expect(field('Code')).toHaveAccessibleDescription(exists))
    expect(field('Code')).toHaveFocus()
    expect(field('Code')).toHaveValue('SPRING-26')
    await submit()
    await seeToast('Success', 'Token code created successfully')
    const limits = { max_uses: 600, expires_at: new Date('2099-12-31T23:59:59.999').toISOString() }
    const worth = { token_value: 25, note: 'Lisbon', batch_id: null }
    expect(inserts).toEqual([[{ code: 'SPRING-26', ...worth, ...limits }]])
    await noDialog()
    expect(urlParams().has('q')).toBe(false)
    expect(await row(/SPRING-26 Lisbon/)).toHaveAttribute('data-new')
    expect(await screen.findByRole('tab', { name: 'Available Codes (1)', selected: true })).toBeVisible()
  })

  it('requires a code, generates one, and keeps it when it is refused', async () => {
    const { user, inside, field, inserts, submit } = await openCreate('invite_codes')
    for (const name of choices.invite_codes) expect(inside.getByRole('radio', { name })).toBeVisible()
    await submit()
    const blank = 'Please enter or generate a code'
    await seeToast('Error', blank)
    await waitFor(() => expect(field('Code')).toHaveAccessibleDescription(blank))
    expect(field('Code')).toHaveFocus()
    expect(inserts).toEqual([])
    await user.click(await inside.findByRole('button', { name: 'Generate' }))
    expect(field('Code')).toBeValid()
    const code = field('Code').value
    expect(code).toMatch(/^[A-Z0-9]{10}$/)
    const refuse = () => HttpResponse.json({ code: '42501', message: '' }, { status: 403 })
    server.use(http.post('*/rest/v1/invite_codes', refuse, { once: true }))
    await submit()
    await seeToast('Error', 'Failed to create invite code')
    expect(field('Code')).toHaveValue(code)
    await submit()
    await seeToast('Success', 'Invite code created successfully')
    expect(inserts).toEqual([[{ code, note: null, batch_id: null }]])
  })

  it('says what each field is for, validates all at once, and sends nothing', async () => {
    const { inside, field, fill, inserts, submit } = await openCreate('redeem_codes')
    for (const name of choices.redeem_codes) expect(inside.getByRole('radio', { name })).toBeVisible()
    expect(field('Uses')).toHaveAccessibleDescription('How many people can use it, each once.')
    expect(field(/^Expires/)).toHaveAccessibleDescription('The last day on which it works.')
    expect(field(/^Note/)).toHaveAccessibleDescription('What it is for. Only admins see it.')
    expect(field('Code')).toHaveAccessibleDescription('At most 64 characters, stored in upper case.')
    expect(field('Token Value')).toHaveAccessibleDescription('From 1 to 1000.')
    await fill({ Code: 'a\u00a0b', 'Token Value': '1001', Uses: '0', Note: 'n'.repeat(201) })
    // Only the day and the month were typed.
    Object.defineProperty(field(/^Expires/), 'validity', { value: { badInput: true } })
    await submit()
    for (const label of ['Code', 'Token Value', 'Uses', /^Expires/, /^Note/])
      await waitFor(() => expect(field(label)).toBeInvalid())
    expect(field('Code')).toHaveFocus()
    await fill({ 'Number of codes': '501' })
    expect(inside.getByRole('button', { name: 'Create Code' })).toBeVisible()
    await submit()
    await waitFor(() => expect(field('Number of codes')).toBeInvalid())
    expect(inserts).toEqual([])
  })

  it('takes for its own only a code of the same content that a lost attempt created (D3)', async () => {
    const { field, fill, submit } = await openCreate('redeem_codes')
    const others = [
      { note: 'of another day' },
      { token_value: 7 },
      { max_uses: 7 },
      { expires_at: inDays(7) },
      {},
    ]
    for (const [at, other] of [undefined, ...others].entries()) {
      const { sent, reads } = loseResponse('redeem_codes', ([first]) =>
        other ? [token({ ...first, ...other })] : [],
      )
      await fill({ Code: `NEWCODE${at}` })
      await submit()
      await waitFor(() => expect(sent).toHaveLength(1))
      await failed()
      await submit()
      await waitFor(() => expect(sent).toHaveLength(2))
      expect(sent[1]).toEqual(sent[0])
      if (at === others.length) {
        await seeToast('Success', 'Token code created successfully')
        expect(reads).toMatchObject([{ code: `eq.NEWCODE${at}`, created_by: `eq.${memberId}` }])
        return
      }
      await waitFor(() => expect(field('Code')).toHaveAccessibleDescription(exists))
      await waitFor(() => expect(field('Code')).toHaveFocus())
    }
  })
})

describe('creating a batch', () => {
  const created = (count: number) => dialog(`${count} codes created`)

  it.each([
    ['redeem_codes', 8, 'Token code created successfully (3 codes)'],
    ['invite_codes', 10, 'Invite code created successfully (3 codes)'],
  ] as const)(
    'creates codes in %s in one request, of %i characters, to save and copy',
    async (table, length, message) => {
      const { names, lines } = catchSavedFiles()
      const { user, inside, fill, submit, inserts, onCreated } = await openCreate(table)
      await fill({ 'Number of codes': '3', Note: 'Lisbon' })
      expect(inside.queryByLabelText('Code')).not.toBeInTheDocument()
      const hint = `${length === 8 ? 'Eight' : 'Ten'} letters and digits, made for you`
      expect(inside.getByText(hint)).toBeVisible()
      const atMost = inside.queryByText(/^At most/)?.parentElement?.textContent
      expect(atMost).toBe(length === 8 ? 'At most 150 tokens will be issued: 3 uses at 50.' : undefined)
      expect(inside.getByRole('button', { name: 'Create 3 codes' })).toBeVisible()
      await submit()
      await seeToast('Success', message)
      const [rows = [], ...more] = inserts
      const [{ batch_id } = { batch_id: '' }] = rows
      const worth = table === 'redeem_codes' ? { token_value: 50 } : {}
      const code = expect.stringMatching(`^[A-Z0-9]{${length}}$`)
      expect(rows).toEqual(Array(3).fill({ code, note: 'Lisbon', batch_id, ...worth }))
      expect(batch_id).toMatch(/^[0-9a-f-]{36}$/)
      expect(more).toEqual([])

      const done = await created(3)
      expect(done.getByText('You can download the CSV again from any row of this batch.')).toBeVisible()
      const press = (name: string) => user.click(done.getByRole('button', { name }))
      const codes = rows.map((each) => each.code)
      expect(done.getByLabelText('Codes')).toHaveValue(codes.join('\n'))
      await press('Download CSV')
      expect(names[0]).toMatch(/^guildhall-(token|invite)-codes-batch-[0-9a-f]{8}-\d{4}-\d\d-\d\d\.csv$/)
      expect((await lines(0)).slice(1).map((line) => line.split('"')[1])).toEqual(codes)
      await press('Copy all')
      await seeToast('Copied', '3 codes copied to clipboard')
      expect(await copied()).toBe(codes.join('\n'))
      if (table === 'invite_codes') {
        await press('Copy all links')
        await seeToast('Copied', '3 URLs copied to clipboard')
        expect(await copied()).toBe(codes.map(linkOf).join('\n'))
      } else expect(done.queryByRole('button', { name: 'Copy all links' })).toBeNull()
      vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new Error('denied'))
      await press('Copy all')
      await seeToast('Error', 'The browser did not allow copying. Please copy the codes by hand.')
      await press('Done')
      await noDialog()
      expect(onCreated).toHaveBeenCalledExactlyOnceWith(rows.map((each) => expect.objectContaining(each)))
    },
  )

  it.each([
    ['no second batch after a lost response', '3', true],
    ['another batch once the form has changed', '2', false],
  ])('creates %s (D3)', async (_case, again, isSame) => {
    const { fill, submit, field } = await openCreate('redeem_codes')
    const { sent, reads } = loseResponse('redeem_codes', () => (sent.at(-1) ?? []).map((each) => token(each)))
    await fill({ 'Number of codes': '3', Note: 'Lisbon' })
    await submit()
    await failed()
    await waitFor(() => expect(field(/^Note/)).toHaveValue('Lisbon'))
    await fill({ 'Number of codes': again })
    await submit()
    await seeToast('Success', `Token code created successfully (${again} codes)`)
    const [first, second] = sent.map(([each]) => (each as Code).batch_id)
    expect(reads).toMatchObject([{ batch_id: `eq.${second}` }])
    expect(first === second).toBe(isSame)
    if (isSame) expect(sent[1]).toEqual(sent[0])
    const codes = sent[1]?.map((each) => (each as Code).code).join('\n')
    expect((await created(Number(again))).getByLabelText('Codes')).toHaveValue(codes)
  })

  it('silently replaces generated codes that exist', async () => {
    const { fill, submit, inserts } = await openCreate('redeem_codes')
    const refused: object[] = []
    const refuse = async ({ request }: { request: Request }) => {
      refused.push(...(await request.json()))
      return taken()
    }
    server.use(
      http.get('*/rest/v1/redeem_codes', () => HttpResponse.json([])),
      http.post('*/rest/v1/redeem_codes', refuse, { once: true }),
    )
    vi.spyOn(schemas, 'generateCodes').mockReturnValueOnce(['TAKEN001', 'FRESH001'])
    await fill({ 'Number of codes': '2' })
    await submit()
    await seeToast('Success', 'Token code created successfully (2 codes)')
    expect(screen.queryByText(/already exists/)).not.toBeInTheDocument()
    expect(refused).toMatchObject(inserts[0]!.map(({ batch_id }) => ({ batch_id })))
    expect(inserts[0]?.map(({ code }) => code)).not.toContain('TAKEN001')
  })
})

describe('importing', () => {
  async function check(table: Table, text: string, positions?: number[]) {
    const isOnPage = positions !== undefined
    const served = serveCodes(table, [])
    const { taken_codes: asked } = serveOperationCalls({ taken_codes: () => positions ?? [] })
    const onCreated = vi.fn()
    const { user } = isOnPage
      ? open(table, '?tab=used')
      : renderDialog((onClose) => (
          <ImportCodes kind={kindOf(table)} onClose={onClose} onCreated={onCreated} />
        ))
    if (isOnPage) await user.click(await button('Import CSV'))
    const first = await dialog('Import codes')
    await user.click(first.getByLabelText('Paste codes'))
    await user.paste(text)
    const checking = await first.findByRole('button', { name: /^Check [1-9]/ })
    return { ...served, user, first, asked, check: () => user.click(checking) }
  }

  it('shows what would be created, then creates all of it at once', async () => {
    const text = 'FIRST,25,,4\nSECOND\nKNOWN001\nfirst\nBAD,0'
    const { user, inserts, asked, check: go } = await check('redeem_codes', text, [3])
    await go()
    const checked = await dialog('2 of 5 lines can be created')
    const sum = within(checked.getByRole('region', { name: 'Lines' }))
    const texts = (all: HTMLElement[]) => all.map(({ textContent }) => textContent)
    expect(texts(sum.getAllByRole('definition'))).toEqual(['5', '−3', '1', '1', '1', '2'])
    expect(checked.getByText('150 tokens issued')).toBeVisible()
    const rows = (name: string) =>
      texts(within(checked.getByRole('region', { name })).getAllByRole('row').slice(1))
    expect(rows('3 lines are left out')).toEqual([
      'KN••••01This code already exists3',
      'f•••tThe same code as line 14',
      '•••Value: Enter a whole number from 1 to 1000.5',
    ])
    expect(rows('2 codes, masked in the middle')).toEqual(['F•••T254No expiry1', 'S••••D501No expiry2'])
    expect(asked).toEqual([{ p_kind: 'token', p_codes: ['FIRST', 'SECOND', 'KNOWN001'] }])
    expect(inserts).toEqual([])
    await user.click(checked.getByRole('button', { name: 'Create 2 codes' }))
    await seeToast('Success', 'Token code created successfully (2 codes)')
    const limits = { expires_at: null, note: null, batch_id: inserts[0]?.[0]?.batch_id }
    expect(inserts).toEqual([
      [
        { code: 'FIRST', token_value: 25, max_uses: 4, ...limits },
        { code: 'SECOND', token_value: 50, max_uses: 1, ...limits },
      ],
    ])
    await noDialog()
    expect(urlParams().toString()).toBe('')
  })

  it('imports invite codes, which have no value, and keeps the text when they cannot be checked', async () => {
    const { user, first, inserts, check: go } = await check('invite_codes', 'JOIN1\nJOIN2')
    expect(first.queryByLabelText('Token Value')).not.toBeInTheDocument()
    server.use(http.post('*/rest/v1/rpc/taken_codes', () => HttpResponse.error(), { once: true }))
    await go()
    expect(await first.findByRole('alert')).toHaveTextContent('The server did not respond. Please try again.')
    expect(first.getByLabelText('Paste codes')).toHaveValue('JOIN1\nJOIN2')
    await go()
    await user.click((await dialog(/^2 of 2/)).getByRole('button', { name: 'Create 2 codes' }))
    await seeToast('Success', 'Invite code created successfully (2 codes)')
    expect(inserts[0]?.[0]).not.toHaveProperty('token_value')
  })

  it.each<[string, (sent: object[]) => object[], boolean]>([
    ['creates nothing twice after a lost response', (sent) => sent, true],
    ['loses nothing when a code has been created in the meantime', () => [], false],
  ])('%s', async (_case, found, isOwn) => {
    const { user, check: go } = await check('redeem_codes', 'FIRST')
    const { sent, reads } = loseResponse('redeem_codes', found)
    await go()
    const checked = await dialog(/^1 of 1/)
    const create = () => user.click(checked.getByRole('button', { name: 'Create 1 code' }))
    await create()
    expect(await checked.findByRole('alert')).toHaveTextContent('The server did not respond')
    await create()
    if (isOwn) await seeToast('Success', 'Token code created successfully (1 code)')
    else await checked.findByText(/so none was created\. Go back and check again\.$/)
    expect(sent[1]).toEqual(sent[0])
    expect(reads).toMatchObject([{ batch_id: `eq.${(sent[0]![0] as Code).batch_id}` }])
    if (isOwn) return
    await user.click(checked.getByRole('button', { name: 'Back' }))
    expect((await dialog('Import codes')).getByLabelText('Paste codes')).toHaveValue('FIRST')
  })
})
