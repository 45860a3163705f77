import { screen, waitFor, within } from '@testing-library/react'
import { tokenCode } from '@tests/support/builders'
import { serveCodes } from '@tests/support/codes-api'
import { memberId, renderPage, signInAs } from '@tests/support/render'
import { server } from '@tests/support/server'
import { seeToast } from '@tests/support/toasts'
import { HttpResponse, http } from 'msw'
import { beforeEach, expect, it } from 'vitest'
import { InviteCodesPage } from '../invite-codes-page'
import { TokenCodesPage } from '../token-codes-page'

const pages = { redeem_codes: TokenCodesPage, invite_codes: InviteCodesPage }

beforeEach(() => signInAs('henrik@guildhall.test', memberId))

async function openDialog(
  table: keyof typeof pages,
  query = '',
  codes: Parameters<typeof serveCodes>[1] = [],
) {
  const served = serveCodes(table, codes)
  const Page = pages[table]
  const { user } = renderPage(<Page />, { path: '/codes', route: `/codes${query}` })
  await user.click(screen.getByRole('button', { name: 'Create Code' }))
  const dialog = await screen.findByRole('dialog', { name: 'Create Code', busy: false })
  const inside = within(dialog)
  return {
    ...served,
    user,
    dialog,
    inside,
    code: inside.getByLabelText('Code'),
    submit: () => user.click(inside.getByRole('button', { name: /^Create (Code|\d+ codes)$/ })),
  }
}

const refuse = (table: string, code: string, status: number) =>
  server.use(http.post(`*/rest/v1/${table}`, () => HttpResponse.json({ code, message: '' }, { status })))

it('creates a token code, in upper case as it is typed, and shows it in the list', async () => {
  const { user, code, inside, inserts, submit } = await openDialog('redeem_codes', '?tab=used')
  expect(inside.getByLabelText('Token Value')).toHaveValue(50)
  await user.type(code, 'spring-26')
  expect(code).toHaveValue('SPRING-26')
  await submit()
  await seeToast('Success', 'Token code created successfully')
  expect(inserts).toEqual([[{ code: 'SPRING-26', token_value: 50, note: null, batch_id: null }]])
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
  expect(await screen.findByRole('row', { name: /SPRING-26/ })).toHaveAttribute('data-new')
  expect(await screen.findByRole('tab', { name: 'Available Codes (1)', selected: true })).toBeVisible()
})

it('says at all fields at once what is wrong, and sends nothing', async () => {
  const { user, inside, inserts, submit } = await openDialog('redeem_codes')
  for (const label of ['Token Value', 'How many']) {
    await user.clear(inside.getByLabelText(label))
    await user.type(inside.getByLabelText(label), '0')
  }
  await user.click(inside.getByLabelText(/^Note/))
  await user.paste('a'.repeat(201))
  await submit()
  await seeToast('Error', 'Please enter or generate a code')
  for (const label of ['Code', 'Token Value', 'How many', /^Note/])
    expect(inside.getByLabelText(label)).toBeInvalid()
  expect(inside.getByLabelText('Code')).toHaveFocus()
  expect(inserts).toEqual([])
})

it('creates an invite code without a value', async () => {
  const { user, code, inside, inserts, submit } = await openDialog('invite_codes')
  expect(inside.queryByLabelText('Token Value')).not.toBeInTheDocument()
  await user.type(code, 'joinus0001')
  await submit()
  await seeToast('Success', 'Invite code created successfully')
  expect(inserts).toEqual([[{ code: 'JOINUS0001', note: null, batch_id: null }]])
})

it.each([
  ['redeem_codes', 8],
  ['invite_codes', 10],
] as const)('generates a code of %s with %i characters', async (table, length) => {
  const { user, code, inside } = await openDialog(table)
  await user.click(await inside.findByRole('button', { name: 'Generate' }))
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
  await seeToast('Error', 'Please enter or generate a code')
  expect(code).toHaveAccessibleDescription('Please enter or generate a code')
  expect(code).toHaveFocus()
  expect(inserts).toEqual([])
  await user.click(await inside.findByRole('button', { name: 'Generate' }))
  expect(code).not.toBeInvalid()
})

it('says the rule at the field, and what is wrong with a code or a value', async () => {
  const { user, code, inside, submit } = await openDialog('redeem_codes')
  expect(code).toHaveAccessibleDescription('At most 64 characters, stored in upper case.')
  const value = inside.getByLabelText('Token Value')
  expect(value).toHaveAccessibleDescription('From 1 to 1000.')
  await user.type(code, 'a\u200bb')
  await user.clear(value)
  await user.type(value, '1001')
  await submit()
  expect(code).toHaveAccessibleDescription('Remove U+200B, which cannot be seen in a code.')
  expect(value).toHaveAccessibleDescription('Enter a whole number from 1 to 1000.')
  expect(code).toHaveValue('A\u200bB')
})

it.each(['redeem_codes', 'invite_codes'] as const)(
  'keeps the dialog open with what was typed when the code exists: %s',
  async (table) => {
    const { user, code, submit } = await openDialog(table)
    refuse(table, '23505', 409)
    await user.type(code, 'TAKEN001')
    await submit()
    const sentence = 'This code already exists. Please use a different code.'
    await seeToast('Error', sentence)
    expect(code).toHaveAccessibleDescription(sentence)
    expect(code).toHaveValue('TAKEN001')
    expect(code).toHaveFocus()
  },
)

it.each([
  ['redeem_codes', 'Failed to create token code'],
  ['invite_codes', 'Failed to create invite code'],
] as const)(
  'keeps the dialog open with all that was typed when creating in %s fails',
  async (table, sentence) => {
    const { user, code, inside, submit } = await openDialog(table)
    refuse(table, '42501', 403)
    await user.type(code, 'NEWCODE1')
    await user.type(await inside.findByLabelText(/^Note/), 'Lisbon')
    await submit()
    await seeToast('Error', sentence)
    expect(code).toHaveValue('NEWCODE1')
    expect(inside.getByLabelText(/^Note/)).toHaveValue('Lisbon')
  },
)

it('sends a code once, and stays open until the answer is there', async () => {
  const { user, code, dialog, inserts, submit } = await openDialog('redeem_codes')
  let answer = () => {}
  const allowed = new Promise<void>((resolve) => {
    answer = resolve
  })
  server.use(
    http.post('*/rest/v1/redeem_codes', async () => {
      await allowed
      return undefined
    }),
  )
  await user.type(code, 'NEWCODE1')
  await submit()
  const busy = within(dialog).getByRole('button', { name: 'Creating...' })
  await user.click(busy)
  await user.keyboard('{Escape}')
  expect(dialog).toBeInTheDocument()
  answer()
  await waitFor(() => expect(dialog).not.toBeInTheDocument())
  expect(inserts).toHaveLength(1)
})

it('stores a note, trimmed', async () => {
  const { user, code, inside, inserts, submit } = await openDialog('redeem_codes')
  await user.type(code, 'NEWCODE1')
  await user.type(await inside.findByLabelText(/^Note/), ' Lisbon ')
  await submit()
  expect(await screen.findByRole('row', { name: /NEWCODE1 Lisbon/ })).toBeVisible()
  expect(inserts[0]).toMatchObject([{ note: 'Lisbon' }])
})

it('takes a code for created that an unanswered try created', async () => {
  const { user, code, inserts, submit, loseAnswer } = await openDialog('redeem_codes')
  loseAnswer()
  await user.type(code, 'NEWCODE1')
  await submit()
  await seeToast('Error', 'Failed to create token code')
  await submit()
  await seeToast('Success', 'Token code created successfully')
  expect(inserts).toHaveLength(2)
  expect(await screen.findByRole('row', { name: /NEWCODE1/ })).toHaveAttribute('data-new')
})

it.each([
  ['of somebody else', null, false],
  ['of another day', 'of another day', true],
])(
  'says that a code exists which an unanswered try met, but did not create: %s',
  async (_case, note, own) => {
    const there = { ...tokenCode({ code: 'NEWCODE1', note }), user: null }
    const { user, code, submit, mine } = await openDialog('redeem_codes', '', [there])
    if (own) mine.add('NEWCODE1')
    let lost = false
    server.use(
      http.post('*/rest/v1/redeem_codes', () => {
        if (lost) return undefined
        lost = true
        return HttpResponse.error()
      }),
    )
    await user.type(code, 'NEWCODE1')
    await submit()
    await seeToast('Error', 'Failed to create token code')
    await submit()
    await seeToast('Error', 'This code already exists. Please use a different code.')
    expect(code).toHaveFocus()
  },
)

it('opens where the address asks for it, and takes that out of the address', async () => {
  serveCodes('redeem_codes', [])
  const { user } = renderPage(<TokenCodesPage />, { path: '/codes', route: '/codes?new' })
  expect(await screen.findByRole('dialog', { name: 'Create Code', busy: false })).toBeVisible()
  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
})
