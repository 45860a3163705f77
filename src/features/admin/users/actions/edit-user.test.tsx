import { screen, waitFor, within } from '@testing-library/react'
import { broken, refusal } from '@tests/support/member-api'
import { memberId, renderPage, signInAs } from '@tests/support/render'
import { seeToast } from '@tests/support/toasts'
import { henrik, serveUsers, tamsin } from '@tests/support/users-api'
import { beforeEach, expect, it } from 'vitest'
import type { Profile } from '@/entities/profiles/profile'
import { UsersPage } from '../page'

beforeEach(() => signInAs('henrik@guildhall.test', memberId))

/** Opens the dialog for Tamsin; `change` is what another admin, or Tamsin, does to that row. */
async function edit(over: Partial<Profile> = {}, refuse?: () => Response) {
  const served: Parameters<typeof serveUsers>[0] = {
    users: [{ ...tamsin(), ...over }, henrik()],
    refuse,
  }
  const { sent } = serveUsers(served)
  const change = (changes: Partial<Profile>) => {
    served.users = served.users.map((each) => (each.id === memberId ? each : { ...each, ...changes }))
  }
  const row = () => served.users.find(({ id }) => id !== memberId)
  const { user } = renderPage(<UsersPage />, { path: '/admin/users' })
  await user.click(await screen.findByRole('button', { name: 'Edit Tamsin Ferreira' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Edit User', busy: false }))
  const save = () => user.click(dialog.getByRole('button', { name: 'Save changes' }))
  const fill = async (label: RegExp, text: string) => {
    await user.clear(await dialog.findByLabelText(label))
    if (text) await user.type(dialog.getByLabelText(label), text)
  }
  return { served, sent, change, row, user, dialog, save, fill }
}

const again = 'Nothing was saved: save again to replace it.'

it('sends only what changed, if it still is as it was seen (D7)', async () => {
  const { row, sent, dialog, fill, save } = await edit()
  expect(dialog.getByLabelText(/Phone/)).toHaveValue('+351 912 000 118')
  await fill(/Phone/, '')
  await save()
  await seeToast('Success', 'User updated successfully')
  expect(sent).toEqual([
    { query: { id: `eq.${row()?.id}`, phone: 'eq.+351 912 000 118', select: 'id' }, body: { phone: null } },
  ])
})

it('sends a balance with the one that was seen, and says what it enters', async () => {
  const { row, sent, user, dialog, fill, save } = await edit({ phone: null })
  expect(dialog.getByLabelText('Current Tokens')).toHaveValue(87)
  await fill(/Current Tokens/, '97')
  expect(await dialog.findByText('Was 87. Records an adjustment of +10.')).toBeVisible()
  expect(dialog.getByLabelText('Reason')).toHaveAccessibleDescription(/^Shown to the member/)
  await fill(/Reason/, ' Thanks for the talk ')
  await user.selectOptions(await dialog.findByLabelText('Role'), 'Admin')
  await fill(/Phone/, '5')
  await save()
  await seeToast('Success', 'User updated successfully')
  expect(sent).toEqual([
    {
      query: {
        id: `eq.${row()?.id}`,
        current_tokens: 'eq.87',
        role: 'eq.user',
        phone: 'is.null',
        select: 'id',
      },
      body: { current_tokens: 97, role: 'admin', phone: '5', adjustment_reason: 'Thanks for the talk' },
    },
  ])
})

it('saves nothing when the balance moved: the dialog stays open and shows the new one (D7)', async () => {
  const { change, row, sent, dialog, fill, save } = await edit()
  await fill(/Current Tokens/, '97')
  await fill(/Reason/, 'Thanks')
  change({ current_tokens: 62 })
  await save()
  await seeToast('Error', 'Failed to save user')
  expect(await dialog.findByText(/The balance is 62 now, not 87. Nothing was saved/)).toBeVisible()
  const tokens = dialog.getByLabelText('Current Tokens')
  expect(tokens).toHaveValue(97)
  expect(tokens).toBeInvalid()
  expect(tokens).toHaveFocus()
  expect(dialog.getByLabelText('Reason')).toHaveValue('Thanks')
  expect(row()?.current_tokens).toBe(62)
  await save()
  await seeToast('Success', 'User updated successfully')
  expect(sent.map(({ query }) => query.current_tokens)).toEqual(['eq.87', 'eq.62'])
  expect(row()?.current_tokens).toBe(97)
})

it('tells also of a balance that moved to what was typed: it may have moved for another reason', async () => {
  const { change, dialog, fill, save } = await edit()
  await fill(/Current Tokens/, '97')
  await fill(/Reason/, 'Thanks')
  change({ current_tokens: 97 })
  await save()
  expect(await dialog.findByText(/The balance is 97 now, not 87. Nothing was saved/)).toBeVisible()
})

it('says at the field what somebody else made of it; the next save goes on top of that', async () => {
  const { change, row, sent, user, dialog, fill, save } = await edit()
  await fill(/Name/, 'Tamsin F.')
  await user.selectOptions(await dialog.findByLabelText('Role'), 'Admin')
  change({ name: 'T. Ferreira', phone: '1' })
  await save()
  await seeToast('Error', 'Failed to save user')
  expect(await dialog.findByText(`Changed to "T. Ferreira" since you opened it. ${again}`)).toBeVisible()
  expect(dialog.getByLabelText('Name')).toHaveValue('Tamsin F.')
  expect(dialog.getByLabelText('Name')).toHaveFocus()
  expect(row()).toMatchObject({ name: 'T. Ferreira', role: 'user' })
  await save()
  await seeToast('Success', 'User updated successfully')
  expect(sent.at(-1)).toMatchObject({
    query: { name: 'eq.T. Ferreira', role: 'eq.user' },
    body: { name: 'Tamsin F.', role: 'admin' },
  })
  expect(row()).toMatchObject({ name: 'Tamsin F.', role: 'admin', phone: '1' })
})

it('tells of a field that somebody emptied', async () => {
  const { change, dialog, fill, save } = await edit()
  await fill(/Phone/, '7')
  change({ phone: null })
  await save()
  expect(await dialog.findByText(`Cleared since you opened it. ${again}`)).toBeVisible()
})

it('saves the rest where somebody else already made a field what was wanted', async () => {
  const { served, change, row, sent, user, dialog, fill, save } = await edit()
  await fill(/Name/, 'Tamsin F.')
  await user.selectOptions(await dialog.findByLabelText('Role'), 'Admin')
  served.meanwhile = () => change({ name: 'Tamsin F.', phone: '1' })
  await save()
  await seeToast('Success', 'User updated successfully')
  expect(sent.at(-1)?.body).toEqual({ role: 'admin' })
  expect(row()).toMatchObject({ name: 'Tamsin F.', role: 'admin', phone: '1' })
})

it('says so when the person is gone, and keeps what was typed', async () => {
  const { served, dialog, fill, save } = await edit()
  await fill(/Name/, 'Tamsin F.')
  served.users = [henrik()]
  await save()
  await seeToast('Error', 'Failed to save user')
  expect(await dialog.findByText('This user was deleted since you opened it.')).toBeVisible()
  expect(dialog.getByLabelText('Name')).toHaveValue('Tamsin F.')
})

it('does not call somebody deleted whom one may no longer see', async () => {
  const { served, dialog, fill, save } = await edit()
  await fill(/Name/, 'Tamsin F.')
  served.users = [{ ...henrik(), role: 'user' }]
  await save()
  expect(await dialog.findByText('You are no longer an admin.')).toBeVisible()
})

it('says so to one who was an admin and edits themselves', async () => {
  const { dialog, fill, save } = await edit({}, () => refusal(403, 'profile_column_forbidden'))
  await fill(/Current Tokens/, '900')
  await fill(/Reason/, 'Mine')
  await save()
  await seeToast('Error', 'Failed to save user')
  expect(await dialog.findByText('You are no longer an admin.')).toBeVisible()
})

it('closes without a request when nothing changed', async () => {
  const { sent, save } = await edit()
  await save()
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
  expect(sent).toEqual([])
})

it('says at all fields at once what is wrong, and sends nothing', async () => {
  const { sent, dialog, fill, save } = await edit()
  await fill(/Name/, '')
  await fill(/Phone/, '5'.repeat(41))
  await fill(/Current Tokens/, '-1')
  await save()
  const wrong = {
    Name: 'Enter a name.',
    'Phone (optional)': 'At most 40 characters.',
    'Current Tokens': 'Enter a whole number, 0 or more.',
    Reason: 'Enter a reason.',
  }
  for (const [label, message] of Object.entries(wrong)) {
    expect(await dialog.findByLabelText(label)).toBeInvalid()
    expect(dialog.getByLabelText(label)).toHaveAccessibleDescription(message)
  }
  expect(dialog.getByLabelText('Name')).toHaveFocus()
  expect(sent).toEqual([])
})

it('asks for a reason only where the balance changed', async () => {
  const { dialog, fill } = await edit()
  expect(dialog.queryByLabelText('Reason')).not.toBeInTheDocument()
  await fill(/Current Tokens/, '88')
  expect(await dialog.findByLabelText('Reason')).toBeVisible()
  await fill(/Current Tokens/, '87')
  await waitFor(() => expect(dialog.queryByLabelText('Reason')).not.toBeInTheDocument())
})

it.each([
  ['   ', 'Enter a reason.'],
  ['a'.repeat(201), 'At most 200 characters.'],
  ['zero\u200bwidth', /^Remove the invisible character/],
])('refuses the reason %j', async (reason, message) => {
  const { sent, user, dialog, fill, save } = await edit()
  await fill(/Current Tokens/, '88')
  await user.click(await dialog.findByLabelText('Reason'))
  await user.paste(reason)
  await save()
  expect(await dialog.findByLabelText('Reason')).toHaveAccessibleDescription(message)
  expect(sent).toEqual([])
})

it('marks the reason where the database refuses it', async () => {
  const { dialog, fill, save } = await edit({}, () => refusal(422, 'reason_required'))
  await fill(/Current Tokens/, '88')
  await fill(/Reason/, 'Thanks')
  await save()
  await seeToast('Error', 'Failed to save user')
  await waitFor(() => expect(dialog.getByLabelText('Reason')).toHaveAccessibleDescription('Enter a reason.'))
})

it('keeps the last admin, in words (D11)', async () => {
  const { user, dialog, save } = await edit({ role: 'admin' }, () => refusal(409, 'last_admin'))
  await user.selectOptions(await dialog.findByLabelText('Role'), 'User')
  await save()
  await seeToast('Error', 'Failed to save user')
  const role = dialog.getByLabelText('Role')
  expect(role).toHaveAccessibleDescription('The last admin stays an admin. Make someone else an admin first.')
})

it('says so when saving fails', async () => {
  const { dialog, fill, save } = await edit({}, broken)
  await fill(/Name/, 'Tamsin F.')
  await save()
  await seeToast('Error', 'Failed to save user')
  expect(dialog.getByLabelText('Name')).toHaveValue('Tamsin F.')
})
