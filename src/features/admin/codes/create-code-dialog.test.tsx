import { screen, waitFor, within } from '@testing-library/react'
import { serveCodes } from '@tests/support/codes-api'
import { renderPage } from '@tests/support/render'
import { server } from '@tests/support/server'
import { delay, HttpResponse, http } from 'msw'
import { expect, it } from 'vitest'
import { Component as InviteCodes } from './invite-codes-page'
import { Component as TokenCodes } from './token-codes-page'

const pages = { redeem_codes: TokenCodes, invite_codes: InviteCodes }

async function openDialog(table: keyof typeof pages, query = '') {
  const served = serveCodes(table, {})
  const Page = pages[table]
  const { user } = renderPage(<Page />, { path: '/codes', route: `/codes${query}` })
  await user.click(screen.getByRole('button', { name: 'Create Code' }))
  const dialog = await screen.findByRole('dialog', { name: 'Create Code' })
  const inside = within(dialog)
  return {
    ...served,
    user,
    dialog,
    inside,
    code: inside.getByLabelText('Code'),
    submit: () => user.click(inside.getByRole('button', { name: 'Create Code' })),
  }
}

const toasts = async () => within(await screen.findByRole('region', { name: /Notifications/ }))
const refuse = (table: string, code: string, status: number) =>
  server.use(http.post(`*/rest/v1/${table}`, () => HttpResponse.json({ code, message: '' }, { status })))

it('creates a token code, in upper case as it is typed, and shows it in the list', async () => {
  const { user, code, inside, inserts, submit } = await openDialog('redeem_codes', '?tab=used')
  expect(inside.getByLabelText('Token Value')).toHaveValue(50)
  await user.type(code, 'spring-26')
  expect(code).toHaveValue('SPRING-26')
  await submit()
  const said = await toasts()
  expect(await said.findByText('Token code created successfully')).toBeVisible()
  expect(said.getByText('Success')).toBeVisible()
  expect(inserts).toEqual([{ code: 'SPRING-26', token_value: 50 }])
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
  expect(await screen.findByRole('row', { name: /SPRING-26/ })).toHaveAttribute('data-new')
  expect(screen.getByRole('tab', { name: 'Available Codes (1)', selected: true })).toBeVisible()
})

it('creates an invite code without a value', async () => {
  const { user, code, inside, inserts, submit } = await openDialog('invite_codes')
  expect(inside.queryByLabelText('Token Value')).not.toBeInTheDocument()
  await user.type(code, 'joinus0001')
  await submit()
  expect(await (await toasts()).findByText('Invite code created successfully')).toBeVisible()
  expect(inserts).toEqual([{ code: 'JOINUS0001' }])
})

it.each([
  ['redeem_codes', 8],
  ['invite_codes', 10],
] as const)('generates a code of %s with %i characters', async (table, length) => {
  const { user, code, inside } = await openDialog(table)
  await user.click(inside.getByRole('button', { name: 'Generate' }))
  expect((code as HTMLInputElement).value).toMatch(new RegExp(`^[A-Z0-9]{${length}}$`))
})

it('lets one type in the middle of a code', async () => {
  const { user, code } = await openDialog('redeem_codes')
  await user.type(code, 'abef')
  await user.type(code, 'cd', { initialSelectionStart: 2, initialSelectionEnd: 2 })
  expect(code).toHaveValue('ABCDEF')
})

it('asks for a code when it is blank, and forgets the complaint once one is generated', async () => {
  const { user, code, inside, inserts, submit } = await openDialog('redeem_codes')
  await submit()
  const said = await toasts()
  expect(await said.findByText('Please enter or generate a code')).toBeVisible()
  expect(said.getByText('Error')).toBeVisible()
  expect(code).toHaveAccessibleDescription('Please enter or generate a code')
  expect(code).toHaveFocus()
  expect(inserts).toEqual([])
  await user.click(inside.getByRole('button', { name: 'Generate' }))
  expect(code).not.toBeInvalid()
})

it('says the rule at the field, and what is wrong with a code or a value', async () => {
  const { user, code, inside, submit } = await openDialog('redeem_codes')
  expect(code).toHaveAccessibleDescription('4 to 64 letters, digits or hyphens, stored in upper case.')
  const value = inside.getByLabelText('Token Value')
  expect(value).toHaveAccessibleDescription('From 1 to 1000.')
  await user.type(code, 'a b')
  await user.clear(value)
  await user.type(value, '1001')
  await submit()
  expect(code).toHaveAccessibleDescription('Use 4 to 64 letters, digits or hyphens.')
  expect(value).toHaveAccessibleDescription('Enter a whole number from 1 to 1000.')
  expect(code).toHaveValue('A B')
})

it.each(['redeem_codes', 'invite_codes'] as const)(
  'keeps the dialog open with what was typed when the code exists: %s',
  async (table) => {
    const { user, code, submit } = await openDialog(table)
    refuse(table, '23505', 409)
    await user.type(code, 'TAKEN001')
    await submit()
    const sentence = 'This code already exists. Please use a different code.'
    const said = await toasts()
    expect(await said.findByText(sentence)).toBeVisible()
    expect(said.getByText('Error')).toBeVisible()
    expect(code).toHaveAccessibleDescription(sentence)
    expect(code).toHaveValue('TAKEN001')
    expect(code).toHaveFocus()
  },
)

it.each([
  ['redeem_codes', 'Failed to create token code'],
  ['invite_codes', 'Failed to create invite code'],
] as const)('keeps the dialog open when creating in %s fails', async (table, sentence) => {
  const { user, code, submit } = await openDialog(table)
  refuse(table, '42501', 403)
  await user.type(code, 'NEWCODE1')
  await submit()
  const said = await toasts()
  expect(await said.findByText(sentence)).toBeVisible()
  expect(said.getByText('Error')).toBeVisible()
  expect(code).toHaveValue('NEWCODE1')
})

it('sends a code once, and stays open until the answer is there', async () => {
  const { user, code, dialog, inserts, submit } = await openDialog('redeem_codes')
  server.use(
    http.post('*/rest/v1/redeem_codes', async () => {
      await delay(60)
      return undefined
    }),
  )
  await user.type(code, 'NEWCODE1')
  await submit()
  const busy = within(dialog).getByRole('button', { name: 'Creating...' })
  await user.click(busy)
  await user.keyboard('{Escape}')
  expect(dialog).toBeInTheDocument()
  await waitFor(() => expect(dialog).not.toBeInTheDocument())
  expect(inserts).toHaveLength(1)
})
