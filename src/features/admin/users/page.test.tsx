import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { memberId } from '@tests/support/builders'
import { openedDialog, seeBusy, seeNoDialog } from '@tests/support/dialogs'
import { broken, refusal, rowsAnswer } from '@tests/support/member-api'
import { openPage } from '@tests/support/open-page'
import { operationResult, serveOperationCalls } from '@tests/support/operations-api'
import { signInAs } from '@tests/support/render'
import { renderDialog } from '@tests/support/render-dialog'
import { catchSavedFiles } from '@tests/support/saved-files'
import { serveCall, server } from '@tests/support/server'
import { seeToast } from '@tests/support/toasts'
import { henrik, members, serveUsers, tamsin } from '@tests/support/users-api'
import { http } from 'msw'
import { beforeEach, describe, expect, it } from 'vitest'
import type { Profile } from '@/entities/profiles/profile'
import { csvTime } from '@/lib/csv'
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
  const { select: choose } = await openedDialog('Extend 2 memberships')
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
