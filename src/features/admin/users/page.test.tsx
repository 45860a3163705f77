import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { memberId } from '@tests/support/builders'
import { openedDialog, seeBusy, seeNoDialog } from '@tests/support/dialogs'
import { broken, refusal, rowsAnswer } from '@tests/support/member-api'
import { openPage, urlParams } from '@tests/support/open-page'
import { operationResult, serveOperationCalls } from '@tests/support/operations-api'
import { signInAs } from '@tests/support/render'
import { renderDialog } from '@tests/support/render-dialog'
import { catchSavedFiles } from '@tests/support/saved-files'
import { serveCall, server } from '@tests/support/server'
import { seeToast, toastsTitled } from '@tests/support/toasts'
import { henrik, members, serveUsers, tamsin } from '@tests/support/users-api'
import { HttpResponse, http } from 'msw'
import { beforeEach, describe, expect, it } from 'vitest'
import { membershipStatus, type Profile } from '@/entities/profiles/profile'
import { csvTime } from '@/lib/csv'
import { formatDate } from '@/lib/format'
import { EditUser } from './actions/edit-user'
import { UserDialogs } from './actions/user-dialogs'
import { UsersPage } from './page'

beforeEach(() => signInAs('henrik@guildhall.test', memberId))

function open(query = '') {
  const { user } = openPage(UsersPage, '/admin/users', query)
  return {
    user,
    press: async (name: string | RegExp) => user.click(await screen.findByRole('button', { name })),
  }
}
const formerAdmin = 'You are no longer an admin.'

describe('list', () => {
  const heads = () =>
    screen.getAllByRole('columnheader').map((head) => `${head.textContent} ${head.getAttribute('aria-sort')}`)

  it('shows users, newest first, with the count of all, and explains how they register', async () => {
    const { lists, searches } = serveUsers({ users: [tamsin(), { ...henrik(), membership_end_date: null }] })
    const { user, press } = open()
    await screen.findByRole('heading', { name: 'User Management' })
    await screen.findByRole('heading', { name: 'All Users' })
    await screen.findByText('2 registered users')
    const row = await screen.findByRole('row', { name: /Tamsin Ferreira/ })
    const joined = formatDate('2026-09-02T09:00:00Z')
    expect(row).toHaveTextContent(`tamsin@ferreira.exampleUser87 tokens${joined}`)
    expect(screen.getByRole('row', { name: /Henrik Vos \(you\)/ })).toHaveTextContent('Admin')
    expect(heads().slice(1).join()).toBe(
      'Name none,Email none,Role null,Tokens none,Joined descending,Membership null,Actions null',
    )
    expect(lists[0]?.get('order')).toBe('created_at.desc,id.desc')
    expect(searches).toEqual([])
    expect(screen.queryByRole('button', { name: /^Never paid/ })).not.toBeInTheDocument()
    // D12.
    const items = async (name: string) => {
      await user.click(screen.getByRole('button', { name: `More for ${name}` }))
      const menu = within(await screen.findByRole('menu', { name: `More for ${name}` }))
      return menu.getAllByRole('menuitem').map(({ textContent }) => textContent)
    }
    expect(await items('Tamsin Ferreira')).toEqual([
      'Grant tokens',
      'Extend membership',
      'Send message',
      'Make Admin',
      'Delete',
    ])
    await user.keyboard('{Escape}')
    expect(await items('Henrik Vos')).toEqual(['Grant tokens'])
    await user.keyboard('{Escape}')
    await press('Add User')
    const how =
      'User creation requires authentication setup. Users should sign up through the registration page.'
    expect(screen.getByRole('dialog', { name: 'Invite people' })).toBeVisible()
    await seeToast('Info', how)
    expect(await screen.findByLabelText('Email addresses')).toBeVisible()
  })

  it('searches for exactly what was typed, from the first page, and keeps the count of all', async () => {
    const { searches } = serveUsers({ users: members(3) })
    server.use(
      http.post<never, object>('*/rest/v1/rpc/count_profiles', async ({ request }) =>
        'p_search' in (await request.clone().json()) ? Response.json(2) : undefined,
      ),
    )
    const { user } = open('?page=2')
    await user.type(await screen.findByRole('searchbox', { name: 'Search users' }), 'a,"b*%')
    await screen.findByText('1 to 3 of 2 users')
    expect(searches.at(-1)).toMatchObject({ p_search: 'a,"b*%' })
    await screen.findByText('3 registered users')
  })

  it('sorts by heads, text ascending and numbers descending first, and by a select', async () => {
    const { searches } = serveUsers({ users: members(3) })
    const { user, press } = open('?q=member&sort=-name')
    const see = (head: string) => waitFor(() => expect(heads()).toContain(head))
    const select = await screen.findByLabelText('Sort')
    expect(select).toHaveValue('-name')
    await see('Name descending')
    await press('Email')
    await see('Email ascending')
    await press('Tokens')
    await see('Tokens descending')
    await user.selectOptions(select, 'Oldest first')
    await see('Joined ascending')
    const ways = { name: false, email: true, current_tokens: false, created_at: true }
    const asked = Object.entries(ways).map(([p_sort, p_ascending]) => ({
      p_search: 'member',
      p_sort,
      p_ascending,
    }))
    await waitFor(() => expect(searches).toMatchObject(asked))
  })

  it('shows whose membership ends and when, and who has never paid while payments are on (D61)', async () => {
    const at = (days: number) => new Date(Date.now() + days * 86_400_000 - 60_000).toISOString()
    const ends = [at(30), at(31), at(-2), at(1), null, 'infinity']
    const users = ends.map((membership_end_date, index) => ({
      ...tamsin(),
      name: `Member ${index}`,
      membership_end_date,
    }))
    const never = { membership_start_date: null, membership_end_date: null }
    const { searches } = serveUsers({ users: [...users, { ...tamsin(), name: 'Member 6', ...never }] })
    server.use(
      http.post('*/rest/v1/rpc/my_membership', () =>
        HttpResponse.json({ payments: 'live', state: 'active' }),
      ),
    )
    const { user } = open()
    await screen.findByRole('row', { name: /Member 0/ })
    const told = [...users, ''].map((_, index) => {
      const row = screen.getByRole('row', { name: new RegExp(`Member ${index}`) })
      return within(row).getAllByRole('cell').at(-2)?.textContent
    })
    expect(told).toEqual([
      `Until ${formatDate(at(30))}in 30 days`,
      `Until ${formatDate(at(31))}`,
      `Ended ${formatDate(at(-2))}`,
      `Until ${formatDate(at(1))}in 1 day`,
      ...['No end', 'No end', membershipStatus({ ...tamsin(), ...never })],
    ])
    const chips = within(screen.getByRole('group', { name: 'Show' })).getAllByRole('button')
    expect(chips.map(({ textContent }) => textContent)).toEqual([
      'Ending in 30 days7',
      'Ended7',
      'Never paid7',
      'Admins7',
    ])
    await user.click(await screen.findByRole('button', { name: /^Ending in 30 days/ }))
    await waitFor(() => expect(searches.at(-1)).toMatchObject({ p_group: 'ending' }))
    await user.click(await screen.findByRole('button', { name: /^Never paid/ }))
    await waitFor(() => expect(searches.at(-1)).toMatchObject({ p_group: 'unpaid' }))
    await user.click(await screen.findByRole('button', { name: /^Never paid/ }))
    await waitFor(() => expect(urlParams().has('group')).toBe(false))
  })

  it('exports what the search and the group find', async () => {
    const files = catchSavedFiles()
    serveUsers({ users: [tamsin()] })
    // All of them are on the first page.
    const searches = serveCall<{ p_key_id?: string }>('search_profiles', async ({ p_key_id }) => {
      if (!p_key_id) return [tamsin()]
      await seeBusy('Exporting...')
      return []
    })
    const { press } = open('?q=tam&group=ended&sort=name')
    await screen.findByRole('row', { name: /Tamsin/ })
    await press('Export')
    await waitFor(() => expect(files.names[0]).toMatch(/^guildhall-users-/))
    const { created_at, membership_end_date: end } = tamsin()
    expect(await files.lines(0)).toEqual([
      '"Name","Email","Phone","Role","Tokens","Member until","Joined"',
      `"Tamsin Ferreira","tamsin@ferreira.example","'+351 912 000 118","user","87","${csvTime(end)}","${csvTime(created_at)}"`,
    ])
    const asked = { p_search: 'tam', p_group: 'ended', p_sort: 'name', p_ascending: true }
    for (const each of searches) expect(each).toMatchObject(asked)
  })
})

it('grants to the selected, their lines being there already, and extends them or all that match by what was counted (D45)', async () => {
  const users = members(3)
  serveUsers({ users })
  const counted = operationResult({ changed: 2, emails: 2 })
  const requests = serveOperationCalls({ extend_memberships: () => counted })
  const { user, press } = open('?q=member')
  await user.click(await screen.findByRole('checkbox', { name: 'Select Member 1' }))
  await user.click(screen.getByRole('checkbox', { name: 'Select Member 2' }))
  const bar = within(screen.getByRole('region', { name: 'Selected users' }))
  const p_ids = users.slice(0, 2).map(({ id }) => id)
  await user.click(bar.getByRole('button', { name: 'Grant tokens' }))
  const grant = await openedDialog('Grant tokens')
  expect(grant.field('Paste lines')).toHaveValue('member1@guildhall.test\nmember2@guildhall.test')
  await grant.press('Cancel')
  await press('Extend memberships')
  const { select: choose, field } = await openedDialog('Extend 2 memberships')
  const months = within(field('Extend by'))
    .getAllByRole('option')
    .map(({ textContent }) => textContent)
  expect(months).toEqual(['1 month', '3 months', '6 months', '12 months', '24 months'])
  await screen.findByRole('button', { name: 'Extend 2 by 12 months' })
  await choose('Extend by', '3 months')
  await press('Extend 2 by 3 months')
  await seeNoDialog()
  expect(requests.extend_memberships).toEqual([
    { p_ids, p_months: 12, p_dry_run: true },
    { p_ids, p_months: 3, p_dry_run: true },
    { p_ids, p_months: 3, p_dry_run: false, p_expected: counted },
  ])
  await waitFor(() => expect(screen.queryByRole('region', { name: 'Selected users' })).toBeNull())
  await user.keyboard('a')
  // Lines of a grant are sent by email address.
  const all = within(await screen.findByRole('region', { name: 'Selected users' }))
  await waitFor(() => expect(all.queryByRole('button', { name: 'Grant tokens' })).toBeNull())
  await press('Extend memberships')
  await screen.findByRole('button', { name: 'Extend 2 by 12 months' })
  const asked = { p_filter: { search: 'member' }, p_months: 12, p_dry_run: true }
  expect(requests.extend_memberships?.at(-1)).toEqual(asked)
})

it('grants tokens to lines: asks for a reason, keeps what was typed, and grants what was counted (D45)', async () => {
  serveUsers({ users: [henrik()] })
  const skipped = [{ reason: 'unknown_email', count: 1 }]
  const moves = [{ move: 'granted', tokens: 20, members: 1 } as const]
  const counted = operationResult({ changed: 1, tokens: 20, skipped, moves })
  const rows = [{ position: 2, reason: 'unknown_email', label: 'Row 2' }]
  const requests = serveOperationCalls({
    grant_tokens: () => counted,
    operation_rows: (body) => ('p_after' in body && Number(body.p_after) > 0 ? [] : rows),
  })
  const { press } = open()
  await press('Grant tokens')
  const { fill, describes, select } = await openedDialog('Grant tokens')
  await fill('Paste lines', 'mia@x.test')
  await screen.findByText(
    '0 of 1 line can be used. Line 1: Tokens: Enter a whole number from 1 to 1,000,000.',
  )
  await fill('Tokens each (optional)', '1.5')
  await describes('Tokens each (optional)', 'Write digits only, without points, commas or spaces.')
  await fill('Tokens each (optional)', '7')
  await select('Type', 'Purchase')
  await press('Check 1 line')
  await describes('Reason', 'Enter a reason.')
  expect(requests.grant_tokens).toEqual([])
  await fill('Reason', 'Spring')
  await press('Check 1 line')
  await screen.findByRole('button', { name: 'Grant tokens to 1' })
  expect(requests.grant_tokens).toMatchObject([{ p_rows: [{ email: 'mia@x.test', tokens: 7 }] }])
  await press('Back')
  expect(screen.getByLabelText('Paste lines')).toHaveValue('mia@x.test')
  expect(screen.getByLabelText('Reason')).toHaveValue('Spring')
  const lines = 'Email,Tokens,Reason\nmia@x.test,20,Talk\n\nnobody@x.test,5'
  fireEvent.change(screen.getByLabelText('Paste lines'), { target: { value: lines } })
  await press('Check 2 lines')
  const report = await screen.findByRole('region', { name: '1 line is left out' })
  expect(within(report).getAllByRole('row')[1]).toHaveTextContent(
    'nobody@x.testNo member has this email address4',
  )
  await press('Grant tokens to 1')
  await seeNoDialog()
  const mia = { email: 'mia@x.test', tokens: 20, reason: 'Talk' }
  const p_rows = [mia, { email: 'nobody@x.test', tokens: 5 }]
  const asked = { p_rows, p_type: 'purchase', p_reason: 'Spring' }
  expect(requests.grant_tokens?.slice(1)).toMatchObject([
    { ...asked, p_dry_run: true },
    { ...asked, p_dry_run: false, p_expected: counted },
  ])
})

describe('edit', () => {
  /** Opens the dialog for Tamsin; `change` is what someone else changes in that row. */
  async function edit(over: Partial<Profile> = {}) {
    const user = { ...tamsin(), ...over }
    const served: Parameters<typeof serveUsers>[0] = { users: [user, henrik()] }
    const { sent } = serveUsers(served)
    const change = (changes: Partial<Profile>) => {
      served.users = served.users.map((each) => (each.id === user.id ? { ...each, ...changes } : each))
    }
    renderDialog((onClose) => <EditUser user={user} onClose={onClose} />)
    const form = await openedDialog('Edit User')
    return { ...form, id: user.id, served, sent, change, save: () => form.press('Save changes') }
  }
  const succeeded = () => seeToast('Success', 'User updated successfully')
  const failed = () => seeToast('Error', 'Failed to save user')
  const again = 'Nothing was saved: save again to replace it.'

  it('sends only what changed, if it is still as shown (D7), and nothing when nothing changed', async () => {
    const user = tamsin()
    const { sent } = serveUsers({ users: [user, henrik()] })
    const { press } = open()
    const ask = async () => {
      await press('Edit Tamsin Ferreira')
      return openedDialog('Edit User')
    }
    const unchanged = await ask()
    expect(unchanged.field(/Phone/)).toHaveValue('+351 912 000 118')
    await unchanged.press('Save changes')
    await seeNoDialog()
    expect(sent).toEqual([])
    expect(toastsTitled('Success')).toBe(0)
    const phone = await ask()
    await phone.fill(/Phone/, '')
    await phone.press('Save changes')
    await succeeded()
    const query = { id: `eq.${user.id}`, phone: 'eq.+351 912 000 118', select: 'id' }
    expect(sent).toEqual([{ query, body: { phone: null } }])
    await seeNoDialog()
    // A new balance needs no reason (specification, 5).
    const balance = await ask()
    await balance.fill('Current Tokens', '97')
    await balance.press('Save changes')
    const body = { current_tokens: 97, adjustment_type: 'adjustment', adjustment_reason: null }
    await waitFor(() => expect(sent[1]).toMatchObject({ body }))
  })

  it('sends a balance with the one that was shown, and shows the adjustment', async () => {
    const { id, sent, dialog, field, fill, select, save, describes } = await edit({ phone: null })
    expect(field('Current Tokens')).toHaveValue('87')
    await fill('Current Tokens', '')
    expect(dialog.queryByLabelText(/^Reason/)).not.toBeInTheDocument()
    await fill('Current Tokens', '97')
    await dialog.findByText('Was 87. Records an adjustment of +10.')
    await describes(/^Reason/, /^Shown to the member/)
    await select('Type', 'Purchase')
    await dialog.findByText('Was 87. Records a purchase of +10.')
    await fill(/^Reason/, ' Thanks for the talk ')
    await select('Role', 'Admin')
    await fill(/Phone/, '5')
    await save()
    await succeeded()
    const seen = { current_tokens: 'eq.87', role: 'eq.user', phone: 'is.null' }
    const why = { adjustment_type: 'purchase', adjustment_reason: 'Thanks for the talk' }
    const body = { current_tokens: 97, role: 'admin', phone: '5', ...why }
    expect(sent).toEqual([{ query: { id: `eq.${id}`, ...seen, select: 'id' }, body }])
  })

  it('reports conflicts at their fields, a moved balance even to the entered one, and the next save replaces them (D7)', async () => {
    const { change, served, sent, dialog, field, fill, select, focuses, save } = await edit()
    await fill('Current Tokens', '97')
    await fill(/^Reason/, 'Thanks')
    for (const [current_tokens, seen] of [
      [62, 87],
      [97, 62],
    ] as const) {
      change({ current_tokens })
      await save()
      await failed()
      const moved = `The balance is ${current_tokens} now, not ${seen}. Nothing was saved`
      await dialog.findByText(new RegExp(moved))
      await focuses('Current Tokens')
      expect(field('Current Tokens')).toHaveValue('97')
      if (current_tokens === 62) expect(field(/^Reason/)).toHaveValue('Thanks')
    }
    expect(sent.map(({ query }) => query.current_tokens)).toEqual(['eq.87', 'eq.62'])
    await fill('Name', 'Tamsin F.')
    await fill(/Phone/, '7')
    await select('Role', 'Admin')
    change({ name: 'T. Ferreira', phone: null, current_tokens: 5 })
    await save()
    await failed()
    await dialog.findByText(`Changed to "T. Ferreira" since you opened it. ${again}`)
    await dialog.findByText(`Cleared since you opened it. ${again}`)
    await focuses('Name')
    expect(field('Name')).toHaveValue('Tamsin F.')
    expect(served.users[0]).toMatchObject({ name: 'T. Ferreira', role: 'user' })
    await save()
    await succeeded()
    expect(sent.at(-1)).toMatchObject({
      query: { name: 'eq.T. Ferreira', phone: 'is.null', role: 'eq.user' },
      body: { name: 'Tamsin F.', phone: '7', role: 'admin' },
    })
  })

  it('saves the rest where someone else already made one of the changes', async () => {
    const { change, sent, fill, select, save } = await edit()
    await fill('Name', 'Tamsin F.')
    await select('Role', 'Admin')
    change({ name: 'Tamsin F.', phone: '1' })
    await save()
    await succeeded()
    expect(sent.at(-1)?.body).toEqual({ role: 'admin' })
  })

  it('sends nothing again where someone else already made all changes', async () => {
    const { change, sent, fill, save } = await edit()
    await fill('Name', 'Tamsin F.')
    change({ name: 'Tamsin F.' })
    await save()
    await succeeded()
    expect(sent.map(({ body }) => body)).toEqual([{ name: 'Tamsin F.' }])
  })

  it('keeps the input when it cannot be saved, and says why', async () => {
    const { served, dialog, field, fill, save } = await edit()
    await fill('Name', 'Tamsin F.')
    for (const [users, refuse, message] of [
      [served.users, broken, undefined],
      [[{ ...henrik(), role: 'user' }], undefined, formerAdmin],
      [[henrik()], undefined, 'This user was deleted since you opened it.'],
    ] as const) {
      Object.assign(served, { users, refuse })
      await save()
      await failed()
      if (message) await dialog.findByText(message)
      else expect(dialog.queryByRole('alert')).toBeNull()
      expect(field('Name')).toHaveValue('Tamsin F.')
    }
  })

  it('validates all fields at once, and sends nothing', async () => {
    const { sent, dialog, fill, select, save, describes, focuses } = await edit()
    await fill('Name', ' ')
    await fill(/Phone/, '5'.repeat(41))
    await fill('Current Tokens', '80')
    await select('Type', 'Purchase')
    await fill(/^Reason/, 'a'.repeat(201))
    await save()
    await describes('Name', 'Enter a name.')
    await describes(/Phone/, 'At most 40 characters.')
    // D45.
    await describes('Type', 'A purchase adds tokens.')
    await describes(/^Reason/, 'At most 200 characters.')
    await focuses('Name')
    // D59.
    await fill('Current Tokens', '1.000')
    await save()
    await describes('Current Tokens', 'Write digits only, without points, commas or spaces.')
    expect(dialog.queryByText(/^Was 87/)).not.toBeInTheDocument()
    expect(sent).toEqual([])
  })

  it('shows a refusal of the database at its field (D11)', async () => {
    const { served, fill, select, save, describes } = await edit({ role: 'admin' })
    await fill('Current Tokens', '88')
    await select('Role', 'User')
    for (const [code, status, label, message] of [
      ['invalid_grant_type', 422, 'Type', 'A purchase adds tokens.'],
      ['last_admin', 409, 'Role', 'The last admin stays an admin. Make someone else an admin first.'],
    ] as const) {
      served.refuse = () => refusal(status, code)
      await save()
      await failed()
      await describes(label, message)
    }
  })
})

describe('Make Admin and Delete', () => {
  async function act(what: 'Make Admin' | 'Delete', onPage = true) {
    const row = tamsin()
    const served: Parameters<typeof serveUsers>[0] = { users: [row, henrik()] }
    const { sent } = serveUsers(served)
    const counted: Record<string, string>[] = []
    server.use(
      http.head('*/rest/v1/orders', ({ request }) => {
        counted.push(Object.fromEntries(new URL(request.url).searchParams))
        return rowsAnswer([], 2)
      }),
    )
    const action = what === 'Delete' ? 'delete' : 'promote'
    const { user } = onPage
      ? open()
      : renderDialog((onClose) => (
          <UserDialogs opened={{ action, user: row }} onClose={onClose} onDeleted={() => undefined} />
        ))
    const press = async (name: string) => user.click(await screen.findByRole('button', { name }))
    const ask = async () => {
      if (onPage) {
        await press('More for Tamsin Ferreira')
        await user.click(await screen.findByRole('menuitem', { name: what }))
      }
      return screen.findByRole('dialog', { busy: false })
    }
    const confirm = () => press(what === 'Delete' ? 'Delete user' : what)
    return { row, served, sent, counted, press, ask, confirm }
  }

  it('makes an admin after a question', async () => {
    const { row, sent, press, ask, confirm } = await act('Make Admin')
    expect(await ask()).toHaveAccessibleName('Make Tamsin Ferreira an admin?')
    await press('Cancel')
    expect(sent).toEqual([])
    await ask()
    await confirm()
    await seeToast('Success', 'Tamsin Ferreira has been made an admin')
    const query = { id: `eq.${row.id}`, role: 'eq.user', select: 'name' }
    expect(sent).toEqual([{ query, body: { role: 'admin' } }])
    await waitFor(() => expect(screen.getByRole('row', { name: /Tamsin/ })).toHaveTextContent('Admin'))
  })

  it('deletes after a question that names what is lost', async () => {
    const { row, served, sent, counted, press, ask, confirm } = await act('Delete')
    served.users = [{ ...row, current_tokens: 1 }, henrik()]
    const dialog = await ask()
    const question = 'Are you sure you want to delete this user? This action cannot be undone.'
    const lost = 'Tamsin Ferreira has 1 token and 2 open orders. The tokens are lost.'
    await waitFor(() => expect(dialog).toHaveTextContent(lost))
    expect(dialog).toHaveTextContent(question)
    const open = 'in.(pending,processing,completed)'
    expect(counted[0]).toMatchObject({ user_id: `eq.${row.id}`, status: open })
    await press('Keep user')
    expect(sent).toEqual([])
    await ask()
    await confirm()
    await seeToast('Success', 'User deleted successfully')
    expect(sent).toEqual([{ query: { id: `eq.${row.id}`, select: 'id' } }])
    await waitFor(() => expect(screen.queryByRole('row', { name: /Tamsin/ })).toBeNull())
  })

  it('deletes although the open orders could not be counted, and stays open for its result', async () => {
    const { ask, sent } = await act('Delete', false)
    server.use(http.head('*/rest/v1/orders', () => new Response(null, { status: 400 })))
    const dialog = within(await ask())
    await dialog.findByText('The open orders of this user could not be counted.')
    for (const name of ['Delete user', 'Keep user']) fireEvent.click(dialog.getByRole('button', { name }))
    await seeToast('Success', 'User deleted successfully')
    expect(sent).toHaveLength(1)
    await seeNoDialog()
  })

  const former = [{ ...henrik(), role: 'user' }]
  const deleted = 'This user was deleted since you opened it.'
  it.each<[Parameters<typeof act>[0], string, [Profile[] | (() => Response) | Partial<Profile>, string][]]>([
    [
      'Make Admin',
      'Failed to update user role',
      [
        [broken, 'The role was not changed. Please try again.'],
        [former, formerAdmin],
        [[henrik()], deleted],
        [{ role: 'admin' }, 'Tamsin Ferreira is already an admin.'],
      ],
    ],
    [
      'Delete',
      'Failed to delete user',
      [
        [broken, 'The user was not deleted. Please try again.'],
        [
          () => refusal(409, 'last_admin'),
          'The last admin stays an admin. Make someone else an admin first.',
        ],
        [former, formerAdmin],
        [[henrik()], 'Tamsin Ferreira was already deleted.'],
      ],
    ],
  ])('%s: says in the question why it was not done', async (what, failure, meanwhile) => {
    const { row, served, ask, confirm } = await act(what, false)
    await ask()
    for (const [now, message] of meanwhile) {
      served.refuse = typeof now === 'function' ? now : undefined
      if (Array.isArray(now)) served.users = now
      else if (typeof now === 'object') served.users = [{ ...row, ...now }, henrik()]
      await confirm()
      if (message.includes('already')) return seeToast('Info', message)
      await seeToast('Error', failure)
      await waitFor(() => expect(screen.getByRole('alert')).toHaveTextContent(message))
    }
  })
})
