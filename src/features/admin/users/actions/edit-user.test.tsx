import { screen, waitFor, within } from '@testing-library/react'
import { memberId } from '@tests/support/builders'
import { broken, refusal } from '@tests/support/member-api'
import { renderPage, signInAs } from '@tests/support/render'
import { seeToast } from '@tests/support/toasts'
import { henrik, serveUsers, tamsin } from '@tests/support/users-api'
import { beforeEach, expect, it } from 'vitest'
import type { Profile } from '@/entities/profiles/profile'
import { UsersPage } from '../page'

beforeEach(() => signInAs('henrik@guildhall.test', memberId))

/** Opens the dialog for Tamsin; `change` is what someone else changes in that row. */
async function edit(over: Partial<Profile> = {}, refuse?: () => Response) {
  const served: Parameters<typeof serveUsers>[0] = { users: [{ ...tamsin(), ...over }, henrik()], refuse }
  const { sent } = serveUsers(served)
  const row = () => served.users.find(({ id }) => id !== memberId)
  const change = (changes: Partial<Profile>) => {
    served.users = served.users.map((each) => (each.id === memberId ? each : { ...each, ...changes }))
  }
  const { user } = renderPage(<UsersPage />, { path: '/admin/users' })
  await user.click(await screen.findByRole('button', { name: 'Edit Tamsin Ferreira' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Edit User', busy: false }))
  const fill = async (label: string | RegExp, text: string) => {
    await user.clear(await dialog.findByLabelText(label))
    if (text) await user.type(dialog.getByLabelText(label), text)
  }
  const adjust = async (tokens: string, reason = 'Thanks') => {
    await fill('Current Tokens', tokens)
    await fill(/^Reason/, reason)
  }
  return {
    served,
    sent,
    change,
    row,
    user,
    dialog,
    fill,
    adjust,
    field: (label: string | RegExp) => dialog.getByLabelText(label),
    setRole: async (role: string) => user.selectOptions(await dialog.findByLabelText('Role'), role),
    save: () => user.click(dialog.getByRole('button', { name: 'Save changes' })),
    succeeded: () => seeToast('Success', 'User updated successfully'),
    failed: () => seeToast('Error', 'Failed to save user'),
  }
}

const again = 'Nothing was saved: save again to replace it.'

it('sends only what changed, if it is still as shown (D7)', async () => {
  const { row, sent, field, fill, save, succeeded } = await edit()
  expect(field(/Phone/)).toHaveValue('+351 912 000 118')
  await fill(/Phone/, '')
  await save()
  await succeeded()
  expect(sent).toEqual([
    { query: { id: `eq.${row()?.id}`, phone: 'eq.+351 912 000 118', select: 'id' }, body: { phone: null } },
  ])
})

it('sends a balance with the one that was shown, and shows the adjustment', async () => {
  const { row, sent, user, dialog, field, fill, setRole, save, succeeded } = await edit({ phone: null })
  expect(field('Current Tokens')).toHaveValue('87')
  expect(dialog.queryByLabelText(/^Reason/)).not.toBeInTheDocument()
  await user.clear(field('Current Tokens'))
  expect(dialog.queryByLabelText(/^Reason/)).not.toBeInTheDocument()
  await fill('Current Tokens', '97')
  expect(await dialog.findByText('Was 87. Records an adjustment of +10.')).toBeVisible()
  await waitFor(() => expect(field(/^Reason/)).toHaveAccessibleDescription(/^Shown to the member/))
  expect(field('Type')).toHaveValue('adjustment')
  await user.selectOptions(field('Type'), 'Purchase')
  expect(dialog.getByText('Was 87. Records a purchase of +10.')).toBeVisible()
  await fill(/^Reason/, ' Thanks for the talk ')
  await setRole('Admin')
  await fill(/Phone/, '5')
  await save()
  await succeeded()
  const seen = { current_tokens: 'eq.87', role: 'eq.user', phone: 'is.null' }
  expect(sent).toEqual([
    {
      query: { id: `eq.${row()?.id}`, ...seen, select: 'id' },
      body: {
        current_tokens: 97,
        role: 'admin',
        phone: '5',
        adjustment_type: 'purchase',
        adjustment_reason: 'Thanks for the talk',
      },
    },
  ])
})

it('needs no reason for a new balance (specification, 5)', async () => {
  const { sent, fill, save, succeeded } = await edit()
  await fill('Current Tokens', '97')
  await save()
  await succeeded()
  const body = { current_tokens: 97, adjustment_type: 'adjustment', adjustment_reason: null }
  expect(sent.map((one) => one.body)).toEqual([body])
})

it('saves nothing when the balance moved, and shows the new one (D7)', async () => {
  const { change, row, sent, dialog, field, adjust, save, succeeded, failed } = await edit()
  await adjust('97')
  change({ current_tokens: 62 })
  await save()
  await failed()
  expect(await dialog.findByText(/The balance is 62 now, not 87. Nothing was saved/)).toBeVisible()
  expect(field('Current Tokens')).toHaveValue('97')
  expect(field('Current Tokens')).toBeInvalid()
  expect(field('Current Tokens')).toHaveFocus()
  expect(field(/^Reason/)).toHaveValue('Thanks')
  expect(row()?.current_tokens).toBe(62)
  await save()
  await succeeded()
  expect(sent.map(({ query }) => query.current_tokens)).toEqual(['eq.87', 'eq.62'])
  expect(row()?.current_tokens).toBe(97)
})

it('reports even a balance that moved to the entered one, as the reason may differ', async () => {
  const { change, dialog, adjust, save } = await edit()
  await adjust('97')
  change({ current_tokens: 97 })
  await save()
  expect(await dialog.findByText(/The balance is 97 now, not 87. Nothing was saved/)).toBeVisible()
})

it('reports a conflict at its field, and the next save replaces it', async () => {
  const { change, row, sent, dialog, field, fill, setRole, save, succeeded, failed } = await edit()
  await fill('Name', 'Tamsin F.')
  await setRole('Admin')
  change({ name: 'T. Ferreira', phone: '1' })
  await save()
  await failed()
  expect(await dialog.findByText(`Changed to "T. Ferreira" since you opened it. ${again}`)).toBeVisible()
  expect(field('Name')).toHaveValue('Tamsin F.')
  expect(field('Name')).toHaveFocus()
  expect(row()).toMatchObject({ name: 'T. Ferreira', role: 'user' })
  await save()
  await succeeded()
  expect(sent.at(-1)).toMatchObject({
    query: { name: 'eq.T. Ferreira', role: 'eq.user' },
    body: { name: 'Tamsin F.', role: 'admin' },
  })
  expect(row()).toMatchObject({ name: 'Tamsin F.', role: 'admin', phone: '1' })
})

it('reports a field that was cleared', async () => {
  const { change, dialog, fill, save } = await edit()
  await fill(/Phone/, '7')
  change({ phone: null })
  await save()
  expect(await dialog.findByText(`Cleared since you opened it. ${again}`)).toBeVisible()
})

it('saves the rest where someone else already made one of the changes', async () => {
  const { served, change, row, sent, fill, setRole, save, succeeded } = await edit()
  await fill('Name', 'Tamsin F.')
  await setRole('Admin')
  served.beforeWrite = () => change({ name: 'Tamsin F.', phone: '1' })
  await save()
  await succeeded()
  expect(sent.at(-1)?.body).toEqual({ role: 'admin' })
  expect(row()).toMatchObject({ name: 'Tamsin F.', role: 'admin', phone: '1' })
})

it.each([
  ['a deleted user', [henrik()], undefined, 'This user was deleted since you opened it.'],
  ['a former admin', [{ ...henrik(), role: 'user' }], undefined, 'You are no longer an admin.'],
  [
    'a former admin who edits themselves',
    undefined,
    () => refusal(403, 'profile_column_forbidden'),
    'You are no longer an admin.',
  ],
  ['any other failure', undefined, broken, undefined],
])('keeps the input on %s', async (_case, users, refuse, message) => {
  const { served, dialog, field, fill, save, failed } = await edit({}, refuse)
  await fill('Name', 'Tamsin F.')
  if (users) served.users = users
  await save()
  await failed()
  if (message) expect(await dialog.findByText(message)).toBeVisible()
  expect(field('Name')).toHaveValue('Tamsin F.')
})

it('closes without a request when nothing changed', async () => {
  const { sent, save } = await edit()
  await save()
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
  expect(sent).toEqual([])
})

it.each(['1.000', '12,5', '1 000'])('never takes a balance of %s for another one (D59)', async (typed) => {
  const { sent, dialog, field, fill, save } = await edit()
  await fill('Current Tokens', typed)
  expect(dialog.queryByText(/^Was 87/)).not.toBeInTheDocument()
  await save()
  expect(field('Current Tokens')).toHaveAccessibleDescription(
    'Write digits only, without points, commas or spaces.',
  )
  expect(dialog.getByRole('textbox', { name: 'Current Tokens' })).toHaveAttribute('inputmode', 'numeric')
  expect(sent).toEqual([])
})

it('validates all fields at once, and sends nothing', async () => {
  const { sent, dialog, field, fill, save } = await edit()
  await fill('Name', '')
  await fill(/Phone/, '5'.repeat(41))
  await fill('Current Tokens', '-1')
  await save()
  const errors = {
    Name: 'Enter a name.',
    'Phone (optional)': 'At most 40 characters.',
    'Current Tokens': 'Enter a whole number, 0 or more.',
  }
  for (const [label, message] of Object.entries(errors)) {
    expect(await dialog.findByLabelText(label)).toBeInvalid()
    await waitFor(() => expect(field(label)).toHaveAccessibleDescription(message))
  }
  expect(field('Name')).toHaveFocus()
  expect(sent).toEqual([])
})

it('refuses a purchase that takes tokens away (D45)', async () => {
  const { sent, user, field, adjust, save } = await edit()
  await adjust('80')
  await user.selectOptions(field('Type'), 'Purchase')
  await save()
  await waitFor(() => expect(field('Type')).toHaveAccessibleDescription('A purchase adds tokens.'))
  expect(sent).toEqual([])
})

it.each([
  ['a'.repeat(201), 'At most 200 characters.'],
  ['zero\u200bwidth', /^Remove the invisible character/],
])('refuses the reason %j', async (reason, message) => {
  const { sent, user, dialog, field, fill, save } = await edit()
  await fill('Current Tokens', '88')
  await user.click(await dialog.findByLabelText(/^Reason/))
  await user.paste(reason)
  await save()
  await waitFor(() => expect(field(/^Reason/)).toHaveAccessibleDescription(message))
  expect(sent).toEqual([])
})

it.each([
  ['invalid_grant_type', 422, 'Type', 'A purchase adds tokens.'],
  ['last_admin', 409, 'Role', 'The last admin stays an admin. Make someone else an admin first.'],
])('shows the refusal %s of the database at its field (D11)', async (code, status, label, message) => {
  const { field, adjust, setRole, save, failed } = await edit({ role: 'admin' }, () => refusal(status, code))
  await adjust('88')
  await setRole('User')
  await save()
  await failed()
  await waitFor(() => expect(field(label)).toHaveAccessibleDescription(message))
})
