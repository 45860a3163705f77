import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { respondToCall } from '@tests/support/auth-api'
import { memberId, uuid } from '@tests/support/builders'
import { serveCodes } from '@tests/support/codes-api'
import { held } from '@tests/support/held'
import { refusal, rowsAnswer } from '@tests/support/member-api'
import { openPage, urlParams } from '@tests/support/open-page'
import { serveOperationCalls } from '@tests/support/operations-api'
import { signInAs } from '@tests/support/render'
import { renderDialog } from '@tests/support/render-dialog'
import { serveCall, server } from '@tests/support/server'
import { seeToast } from '@tests/support/toasts'
import { HttpResponse, http } from 'msw'
import { beforeEach, describe, expect, it } from 'vitest'
import { csvTime } from '@/lib/csv'
import { formatDate } from '@/lib/format'
import { lastMomentOf } from '@/lib/local-time'
import { InviteByEmail } from '@/widgets/invitations/invite-by-email'
import { InviteCodesPage } from '../invite-codes-page'

beforeEach(() => signInAs('henrik@guildhall.test', memberId))

const dialog = async (name: string | RegExp) =>
  within(await screen.findByRole('dialog', { name, busy: false }))
const button = (name: string | RegExp) => screen.findByRole('button', { name })
/** An item of the menu of a row. */
async function choose(user: ReturnType<typeof openPage>['user'], whose: string, name: string) {
  await user.click(await button(`More for ${whose}`))
  await user.click(await screen.findByRole('menuitem', { name }))
}
const texts = (all: HTMLElement[]) => all.map(({ textContent }) => textContent)
const noDialog = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
const lose = (name: string) =>
  server.use(http.post(`*/rpc/${name}`, () => HttpResponse.error(), { once: true }))

describe('invitations', () => {
  const invitation = (over: object) => ({
    ...{ code_id: uuid(), code: 'K7WQX2HVD4', source: 'admin', inviter: 'Henrik Vos' },
    ...{ email: 'noor@halim.example', bound: true, state: 'sent', sends: 1, opens: 0, opened_at: null },
    ...{ joined_at: null, joined_name: null, last_sent_at: '2026-11-12T09:00:00Z' },
    ...{ expires_at: '2099-12-12T09:00:00Z', created_at: '2026-11-12T09:00:00Z' },
    ...over,
  })

  function open(rows: object[] = []) {
    serveCodes('invite_codes', [])
    const searches = respondToCall('search_invitations', rows as never)
    respondToCall('invitation_counts', { total: 48, sent: 40, opened: 30, joined: 15 })
    return { ...openPage(InviteCodesPage, '/codes', '?view=invitations'), searches }
  }

  const inDays = (days: number) => new Date(Date.now() + days * 86_400_000 - 60_000).toISOString()
  it('says what is known of each invitation, and offers what can still be done', async () => {
    const joined = { joined_at: '2026-11-14T09:00:00Z', joined_name: 'Peter Lund' }
    const opened = (opens: number) => ({ opened_at: '2026-11-15T11:20:00Z', opens })
    const few = 'Resend, Copy link, Revoke'
    const all = 'Resend, Correct address, Copy link, Revoke'
    const ann = { name: 'Ann', opening_balance: 120, expires_at: inDays(7) }
    const nameless = { name: null, opening_balance: 1, expires_at: inDays(1) }
    const gone = { ...opened(1), expires_at: inDays(-1) }
    const lines: [string, object, RegExp, string][] = [
      ['waiting', { last_sent_at: null }, /within a few minutes.*Not yet/, all.replace('Resend, ', '')],
      ['sent', ann, /Ann, opens with 120 tokens.*in 7 days/, all],
      ['sent', nameless, /x\.testopens with 1 token((?!in 7).)*in 1 day/, all],
      ['sent', { expires_at: inDays(8) }, /^((?!in 8 days).)*$/, all],
      ['expired', gone, /Opened Nov 15, 2026((?!in ).)*$/, 'Send again'],
      ['revoked', { last_sent_at: null }, /Never sent/, ''],
      ['sent', {}, /Not opened yet/, all],
      ['opened', opened(1), /Opened the page((?!times|twice).)*$/, few],
      ['opened', opened(2), /, twice/, few],
      ['opened', opened(3), /, 3 times/, few],
      ['joined', joined, /Joined.*14.*as Peter Lund/, ''],
      ['given_up', { sends: 6 }, /No email server accepted it/, 'Copy link, Revoke'],
      ['expired', { source: 'member', inviter: null }, /By Deleted user.*Never opened/, 'Send again'],
      ['revoked', { source: 'waitlist' }, /From the waitlist.*Revoked/, ''],
      ['skipped', { bound: false }, /any address can use.*did not work/, all],
    ]
    const { user } = open([
      ...lines.map(([state, over], at) => invitation({ state, email: `${at}@x.test`, ...over })),
      invitation({ email: null, bound: false }),
    ])
    const row = async (text: string) => (await screen.findByText(text)).closest('tr') as HTMLElement
    async function acts(line: HTMLElement) {
      const more = within(line).queryByRole('button')
      if (!more) return ''
      await user.click(more)
      const items = texts(await screen.findAllByRole('menuitem'))
      await user.keyboard('{Escape}')
      return items.join(', ')
    }
    for (const [at, [, , text, labels]] of lines.entries()) {
      const line = await row(`${at}@x.test`)
      expect(line).toHaveTextContent(text)
      expect(await acts(line)).toBe(labels)
    }
    expect(await acts(await row('Erased address'))).toBe('Revoke')
  })

  it('sends an invitation again, corrects its address, and says why not', async () => {
    const { user } = open([invitation({ code_id: memberId })])
    const sending = held()
    const resent = serveCall('resend_invitation', () => sending.released.then(() => null))
    await choose(user, 'noor@halim.example', 'Resend')
    await choose(user, 'noor@halim.example', 'Resend')
    sending.release()
    await seeToast('Invitation queued', 'It will be sent to noor@halim.example again.')
    expect(resent).toEqual([{ p_code_id: memberId }])
    respondToCall('resend_invitation', { code: '57014', message: 'timeout' }, 400)
    await choose(user, 'noor@halim.example', 'Resend')
    const unknown = 'It may not have been sent again. Please try again.'
    await seeToast('The invitation was not sent', unknown)

    respondToCall('correct_invitation', { code: 'PT409', message: 'cannot_invite', details: 'member' }, 409)
    await choose(user, 'noor@halim.example', 'Correct address')
    const inside = await dialog('Correct the address')
    const send = inside.getByRole('button', { name: 'Send to this address' })
    expect(send).toBeDisabled()
    await user.type(inside.getByLabelText('Email'), 's')
    await user.click(send)
    expect(await inside.findByText('This person is a member.')).toBeVisible()
    respondToCall('correct_invitation', { code: '57014', message: 'timeout' }, 400)
    await user.click(send)
    expect(await inside.findByText(/^The address may not have been changed\./)).toBeVisible()
    const corrected = respondToCall('correct_invitation', null)
    await user.click(send)
    await seeToast('Address corrected', 'The invitation will be sent to noor@halim.examples.')
    expect(corrected).toEqual([{ p_code_id: memberId, p_email: 'noor@halim.examples' }])
  })

  it('revokes an invitation, and sends a new one for an expired one', async () => {
    const end = lastMomentOf('2099-12-31')
    const ann = { name: 'Ann', membership_ends_at: end, opening_balance: 120 }
    const { user } = open([
      invitation({ code_id: memberId }),
      invitation({ email: 'e@x.test', state: 'expired' }),
      invitation({ email: 'f@x.test', state: 'expired', ...ann }),
    ])
    const { revoke_codes: asked } = serveOperationCalls({ revoke_codes: () => refusal(403, 'not_admin') })
    await choose(user, 'noor@halim.example', 'Revoke')
    await (await dialog('Revoke K7WQX2HVD4?')).findByRole('alert')
    expect(asked).toEqual([{ p_kind: 'invite', p_ids: [memberId], p_dry_run: true }])
    await user.keyboard('{Escape}')
    await choose(user, 'e@x.test', 'Send again')
    expect((await dialog('Invite people')).getByLabelText('Email addresses')).toHaveValue('e@x.test')
    await user.click(await button('Cancel'))
    await noDialog()
    await choose(user, 'f@x.test', 'Send again')
    const lines = `Email\tName\tMember until\tOpening balance\nf@x.test\tAnn\t${csvTime(end)}\t120`
    expect((await dialog('Invite people')).getByLabelText('Email addresses')).toHaveValue(lines)
  })

  it('shows how many were sent, opened and used, has no rows, and finds nothing', async () => {
    const { user, searches } = open()
    expect(await screen.findByText('Nobody has been invited by email.')).toBeVisible()
    const strip = await screen.findByText('75% of those sent')
    const tabs = await screen.findAllByRole('tab')
    await waitFor(() => expect(texts(tabs)).toEqual(['Invitations (48)', 'Plain codes (0)', 'Waitlist (0)']))
    expect(strip.closest('ul')).toHaveTextContent(
      'Sent by email40of 48 in allOpened the page3075% of those sentJoined1550% of those who opened it',
    )
    await user.type(screen.getByLabelText('Search invitations'), 'zz')
    expect(await screen.findByText('No invitations match your search criteria.')).toBeVisible()
    await waitFor(() => expect(searches.at(-1)).toMatchObject({ p_search: 'zz', p_limit: 26 }))
    await user.click(await button('Show all invitations'))
    expect(await screen.findByText('Nobody has been invited by email.')).toBeVisible()
    await user.click(await button('Invite people'))
    await dialog('Invite people')
  })

  async function check(addresses: string, count: number, isBound = true) {
    const { user } = renderDialog((onClose) => <InviteByEmail onClose={onClose} />)
    const form = await dialog('Invite people')
    if (!isBound) await user.click(form.getByRole('checkbox', { name: /^Only for the address/ }))
    await user.click(form.getByLabelText('Email addresses'))
    await user.paste(addresses)
    return { user, form, check: async () => user.click(await button(`Check ${count} addresses`)) }
  }
  const outcome = (...states: string[]) => states.map((state, at) => ({ position: at + 1, email: '', state }))

  it('counts what would be sent, lists what is left out by its line, and sends it (D42)', async () => {
    const calls = respondToCall('send_invitations', outcome('new', 'member', 'invalid'))
    const addresses = 'email\na@x.test\nmia@x.test\nnobody'
    const { user, form, check: go } = await check(addresses, 3)
    await user.click(form.getByLabelText('Personal message (optional)'))
    await user.paste(' Hello ')
    await user.selectOptions(form.getByLabelText('Valid for'), '60')
    await go()
    const preview = await dialog('Send 1 invitation')
    const report = await preview.findByRole('region', { name: '2 lines are left out' })
    expect(texts(within(report).getAllByRole('row').slice(1))).toEqual([
      'mia@x.testAlready a member3',
      'nobodyNot an email address4',
    ])
    const p_rows = [{ email: 'a@x.test' }, { email: 'mia@x.test' }, { email: 'nobody' }]
    const until = formatDate(new Date(Date.now() + 60 * 86_400_000).toISOString())
    const facts = texts(
      preview
        .getAllByRole('term')
        .slice(-3)
        .map((term) => term.parentElement!),
    )
    expect(facts).toEqual([
      ...['Emails that go out1', `New codes1, each bound to its address, until ${until}`],
      'If all join1 × 25 = 25 tokens issued',
    ])
    const sent = { p_rows, p_message: 'Hello', p_days: 60, p_bound: true }
    expect(calls).toEqual([{ ...sent, p_dry_run: true }])
    await user.click(preview.getByRole('button', { name: 'Back' }))
    expect(await screen.findByLabelText('Email addresses')).toHaveValue(addresses)
    await go()
    await user.click(await button('Send 1 invitation'))
    await seeToast('Invitations queued', '1 invitation will be sent in the next minutes.')
    expect(calls.at(-1)).toEqual({ ...sent, p_dry_run: false })
    await noDialog()
  })

  it('gives names, ends and balances to accounts, shows each, and is for these addresses only (D59)', async () => {
    const calls = respondToCall('send_invitations', outcome('new', 'new'))
    const list = 'Email,Name,Member until,Opening balance\na@x.test,Ann,2099-12-31,120\nb@x.test,,,'
    const { form, check: go } = await check(list, 2, false)
    expect(form.getByRole('checkbox', { name: /^Only for the address/ })).toBeDisabled()
    await go()
    const preview = await dialog('Send 2 invitations')
    const people = await preview.findByRole('region', { name: '2 people are written to' })
    const until = formatDate(lastMomentOf('2099-12-31'))
    expect(texts(within(people).getAllByRole('row').slice(1))).toEqual([
      `a@x.testAnn${until}1202`,
      'b@x.testA year253',
    ])
    expect(preview.getByText('145 tokens issued, the 25 of every new account included')).toBeVisible()
    const ann = { name: 'Ann', membership_ends_at: lastMomentOf('2099-12-31'), opening_balance: 120 }
    const p_rows = [{ email: 'a@x.test', ...ann }, { email: 'b@x.test' }]
    expect(calls).toEqual([{ p_rows, p_days: 30, p_bound: true, p_dry_run: true }])
  })

  it('sends codes that anybody can use, where that was chosen, and no message that is too long', async () => {
    const calls = respondToCall('send_invitations', outcome('new'))
    const { user, form } = await check('a@x.test', 1, false)
    expect(form.getByText('Each address gets its own code. Whoever has it can use it.')).toBeVisible()
    const message = form.getByLabelText('Personal message (optional)')
    fireEvent.change(message, { target: { value: 'x'.repeat(1001) } })
    await waitFor(() => expect(message).toHaveAccessibleDescription('At most 1000 characters.'))
    await user.click(await screen.findByRole('button', { name: /^Check 1/ }))
    expect(calls).toEqual([])
    fireEvent.change(message, { target: { value: 'x'.repeat(1000) } })
    await user.click(await screen.findByRole('button', { name: /^Check 1/ }))
    expect(await screen.findByText(/^1, not bound, until/)).toBeVisible()
    expect(calls).toMatchObject([{ p_bound: false, p_dry_run: true }])
  })

  it('sends more than 500 in parts, and says how far it came', async () => {
    const list = Array.from({ length: 501 }, (_, at) => `${at}@x.test`)
    const sent: number[] = []
    const serveParts = (refuses: (part: number) => boolean) =>
      server.use(
        http.post<never, { p_rows: object[]; p_dry_run: boolean }>(
          '*/rpc/send_invitations',
          async ({ request }) => {
            const { p_rows, p_dry_run } = await request.json()
            if (!p_dry_run && refuses(p_rows.length))
              return HttpResponse.json({ message: 'boom' }, { status: 500 })
            if (!p_dry_run) sent.push(p_rows.length)
            return HttpResponse.json(
              outcome(...p_rows.map(() => (sent.length > 1 && p_rows.length > 1 ? 'invited' : 'new'))),
            )
          },
        ),
      )
    serveParts((part) => part === 1)
    const { user, check: go } = await check(list.join('\n'), 501)
    await go()
    const send = await button('Send 501 invitations')
    await user.click(send)
    expect(await screen.findByRole('alert')).toHaveTextContent('500 of 501 invitations are queued')
    serveParts(() => false)
    await user.click(send)
    await seeToast(
      'Invitations queued',
      '501 invitations will be sent in the next minutes. The first attempt has queued 500 of them.',
    )
    expect(sent).toEqual([500, 500, 1])
  })

  it('counts what was sent by an attempt whose response was lost', async () => {
    respondToCall('send_invitations', outcome('new', 'new', 'invited'))
    const { user, check: go } = await check('a@x.test\nb@x.test\nc@x.test', 3)
    await go()
    const send = await button('Send 2 invitations')
    lose('send_invitations')
    await user.click(send)
    expect(await screen.findByRole('alert')).toHaveTextContent('may or may not have been sent')
    respondToCall('send_invitations', outcome('invited', 'invited', 'invited'))
    await user.click(send)
    await seeToast(
      'Invitations queued',
      '2 invitations will be sent in the next minutes. The first attempt has queued 2 of them.',
    )
  })
})

describe('waitlist', () => {
  const person = (email: string, days: number) => {
    const requested_at = new Date(Date.UTC(2026, 10, 20 - days)).toISOString()
    return { id: uuid(), email, requested_at }
  }
  const elif = person('elif@demir.example', 0)
  const grace = person('grace@mwangi.example', 2)
  const luca = person('luca@ferri.example', 3)
  const offers = person('offers@cheap.example', 9)
  type Call = { name: string; p_ids: string[]; p_dry_run?: boolean }

  /** Serves the list, and the decisions about it; `states` are the results of approving other than new, by id. */
  function serve(waiting = [elif, grace, luca], states: Record<string, string> = {}) {
    serveCodes('invite_codes', [])
    const calls: Call[] = []
    const queries: URLSearchParams[] = []
    server.use(
      http.all('*/rest/v1/waitlist', ({ request }) => {
        const query = new URL(request.url).searchParams
        const isDeclined = query.get('declined_at') === 'not.is.null'
        queries.push(query)
        const rows = isDeclined
          ? [offers]
          : query.get('order')?.includes('desc')
            ? waiting
            : waiting.toReversed()
        return rowsAnswer(
          request.method === 'HEAD' ? [] : rows.slice(0, Number(query.get('limit'))),
          rows.length,
        )
      }),
      http.post<never, Omit<Call, 'name'>>('*/rest/v1/rpc/:name', async ({ request, params }) => {
        const { name } = params as { name: string }
        if (!name.includes('waitlist')) return undefined
        const call = { name, ...(await request.json()) }
        calls.push(call)
        if (name !== 'approve_waitlist') return HttpResponse.json(call.p_ids.length)
        return HttpResponse.json(call.p_ids.map((id) => ({ id, email: null, state: states[id] ?? 'new' })))
      }),
    )
    return { calls, queries }
  }

  const open = () => openPage(InviteCodesPage, '/codes', '?view=waitlist').user
  const select = async (user: ReturnType<typeof open>, ...people: (typeof elif)[]) => {
    for (const { email } of people)
      await user.click(await screen.findByRole('checkbox', { name: `Select ${email}` }))
    return within(screen.getByRole('region', { name: 'Selected people' }))
  }

  it('lists waiting and declined requests separately, newest first', async () => {
    const { queries } = serve()
    const user = open()
    expect(await screen.findByText('1 to 3 of 3 people')).toBeVisible()
    const table = within(screen.getByRole('table', { name: 'Waitlist' }))
    const [, ...heads] = texts(table.getAllByRole('columnheader'))
    expect(heads).toEqual(['Address', 'Asked', 'Approve, more'])
    const cells = table.getAllByText(/@/, { ignore: '.sr-only' })
    expect(texts(cells)).toEqual([elif.email, grace.email, luca.email])
    await user.click(await button(/^Declined\s*1$/))
    expect(await screen.findByText(offers.email)).toBeVisible()
    expect(await button(`Remove ${offers.email}`)).toBeVisible()
    expect(screen.queryByRole('button', { name: /Approve/ })).toBeNull()
    expect(urlParams().has('declined')).toBe(true)
    const orders = queries.map((query) => query.get('order')).filter(Boolean)
    expect(new Set(orders)).toEqual(new Set(['requested_at.desc,id.desc']))
  })

  it('approves the selected after saying what would happen', async () => {
    const { calls } = serve(undefined, { [grace.id]: 'member', [luca.id]: 'invited' })
    const user = open()
    const bar = await select(user, elif, grace, luca)
    await user.click(bar.getByRole('button', { name: 'Approve' }))
    const asked = await dialog('Approve 3 people')
    const sum = within(await asked.findByRole('region', { name: 'What would happen' }))
    expect(texts(sum.getAllByRole('definition'))).toEqual(['3', '−1', '−1', '1'])
    expect(texts(sum.getAllByRole('term'))).toEqual([
      'Selected',
      'Already a member',
      'Invited in the last 30 days',
      'Will be invited',
    ])
    const until = formatDate(new Date(Date.now() + 30 * 86_400_000).toISOString())
    expect(asked.getByText(`1, each bound to its address until ${until}`)).toBeVisible()
    serve([grace, luca], { [grace.id]: 'member', [luca.id]: 'gone' })
    await user.click(asked.getByRole('button', { name: 'Approve 1' }))
    await seeToast(
      '1 invitation is on the way',
      'Not invited: Already a member: 1. No longer on the list: 1.',
    )
    await noDialog()
    await waitFor(() => expect(screen.queryByText(elif.email)).toBeNull())
    expect(screen.queryByText('selected')).toBeNull()
    expect(calls).toEqual([
      { name: 'approve_waitlist', p_ids: [elif.id, grace.id, luca.id], p_dry_run: true },
    ])
  })

  it('approves all, the longest waiting first, or one by its own button', async () => {
    const { calls } = serve()
    const user = open()
    await user.click(await button('Approve all 3'))
    await (await dialog('Approve 3 people')).findByText('Will be invited')
    expect(calls[0]?.p_ids).toEqual([luca.id, grace.id, elif.id])
    await user.click(await button('Cancel'))
    await user.click(await button(`Approve ${grace.email}`))
    await (await dialog(`Approve ${grace.email}`)).findByText('Will be invited')
    await user.click(await button('Approve 1'))
    await seeToast('1 invitation is on the way')
    const p_ids = [grace.id]
    expect(calls.slice(1)).toEqual(
      [true, false].map((p_dry_run) => ({ name: 'approve_waitlist', p_ids, p_dry_run })),
    )
  })

  it('is searched, and then approves all that were found, of all pages', async () => {
    const { calls, queries } = serve()
    const user = open()
    await screen.findByText(elif.email)
    await user.type(screen.getByRole('searchbox', { name: 'Search the waitlist' }), 'ferri')
    const found = () => queries.filter((query) => query.get('or') === '(email.imatch."ferri")')
    // The list, and the two counts.
    await waitFor(() => expect(found()).toHaveLength(3))
    await user.click(await button('Approve all 3'))
    await dialog('Approve 3 people')
    await waitFor(() => expect(calls).toHaveLength(1))
    expect(found().at(-1)?.get('order')).toBe('requested_at.asc,id.asc')
  })

  it('offers nothing to run when nobody would be invited, or nobody waits', async () => {
    serve([elif], { [elif.id]: 'suppressed' })
    const user = open()
    await user.click(await button(`Approve ${elif.email}`))
    await screen.findByText('Does not want invitations')
    expect(await button('Approve 0')).toBeDisabled()
    await user.keyboard('{Escape}')
    await choose(user, elif.email, 'Decline')
    serve([])
    await user.click(await button('Decline'))
    expect(await screen.findByText('Nobody is waiting.')).toBeVisible()
    await waitFor(() => expect(screen.queryByRole('button', { name: /Approve all/ })).toBeNull())
  })

  it.each([
    ['Decline', 'decline_waitlist', 'declined', /^Nobody is notified\./],
    ['Remove', 'remove_from_waitlist', 'removed', /may ask again\.$/],
  ])('%s: says what it means, and how many were still there', async (label, name, done, means) => {
    const { calls } = serve()
    const user = open()
    await user.click((await select(user, grace, luca)).getByRole('button', { name: label }))
    const asked = await dialog(`${label} 2 people?`)
    expect(asked.getByText(means)).toBeVisible()
    await user.click(asked.getByRole('button', { name: label }))
    expect(await screen.findByText(`2 people ${done}`)).toBeVisible()
    expect(calls).toEqual([{ name, p_ids: [grace.id, luca.id] }])
  })

  it('decides about as many as were shown, and about the same when it is tried again', async () => {
    const rows = Array.from({ length: 27 }, (_, at) => person(`guest${at}@example.test`, at + 1))
    serve(rows)
    const user = open()
    await screen.findByText('1 to 25 of 27 people')
    await user.keyboard('a')
    const bar = within(screen.getByRole('region', { name: 'Selected people' }))
    await user.click(bar.getByRole('button', { name: 'Decline' }))
    const asked = await dialog('Decline 27 people?')
    const { queries } = serve(rows)
    lose('decline_waitlist')
    await user.click(asked.getByRole('button', { name: 'Decline' }))
    await asked.findByRole('alert')
    expect(queries.at(-1)?.get('limit')).toBe('27')
    const { calls } = serve([elif])
    await user.click(asked.getByRole('button', { name: 'Decline' }))
    await screen.findByText('27 people declined')
    expect(calls).toEqual([{ name: 'decline_waitlist', p_ids: rows.map(({ id }) => id).toReversed() }])
  })

  it('approves at most 500 at once, those who have waited longest', async () => {
    serve(
      Array.from({ length: 501 }, (_, at) => person(`guest${at}@example.test`, at + 1)),
      {},
    )
    const user = open()
    await user.click(await button('Approve all 501'))
    const asked = await dialog('Approve 500 people')
    const text = 'Nothing has been sent yet. These are the 500 who have waited longest of 501.'
    expect(asked.getByText(text)).toBeVisible()
    expect(await asked.findByRole('button', { name: 'Approve 500' })).toBeEnabled()
  })

  const notAdmin = 'You are no longer an admin. Nobody was invited.'
  const lost =
    'The server did not respond, so the invitations may or may not be on their way. It is safe to try again: nobody is invited twice.'
  it('says why nobody was invited, and counts who was by an attempt whose response was lost', async () => {
    serve()
    const user = open()
    await user.click(await button('Approve all 3'))
    await screen.findByText('Will be invited')
    for (const [sentence, answer] of [
      [notAdmin, () => refusal(403, 'not_admin')],
      [lost, () => HttpResponse.error()],
    ] as const) {
      server.use(http.post('*/rpc/approve_waitlist', answer, { once: true }))
      await user.click(await button('Approve 3'))
      await screen.findByText(sentence)
    }
    serve(undefined, { [luca.id]: 'gone', [grace.id]: 'gone', [elif.id]: 'member' })
    await user.click(await button('Approve 3'))
    const left = 'The first attempt has queued 2 of them. Not invited: Already a member: 1.'
    await seeToast('2 invitations are on the way', left)
  })
})
