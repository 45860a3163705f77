import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { memberId, tokenCode } from '@tests/support/builders'
import { openCreateCodes } from '@tests/support/create-codes'
import { held } from '@tests/support/held'
import { signInAs } from '@tests/support/render'
import { server } from '@tests/support/server'
import { seeToast } from '@tests/support/toasts'
import { HttpResponse, http } from 'msw'
import { beforeEach, expect, it } from 'vitest'

beforeEach(() => signInAs('henrik@guildhall.test', memberId))

const blank = 'Please enter or generate a code'
const taken = 'This code already exists. Please use a different code.'
const failed = () => seeToast('Error', 'Failed to create token code')

it('creates a token code, in upper case as it is typed, and shows it in the list', async () => {
  const { user, field, inserts, submit } = await openCreateCodes('redeem_codes', '?tab=used')
  expect(field('Token Value')).toHaveValue('50')
  await user.type(field('Code'), 'spr26')
  expect(field('Code')).toHaveValue('SPR26')
  await user.type(field('Code'), 'ing-', { initialSelectionStart: 3, initialSelectionEnd: 3 })
  expect(field('Code')).toHaveValue('SPRING-26')
  await user.type(field(/^Note/), ' Lisbon ')
  await submit()
  await seeToast('Success', 'Token code created successfully')
  expect(inserts).toEqual([[{ code: 'SPRING-26', token_value: 50, note: 'Lisbon', batch_id: null }]])
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
  expect(await screen.findByRole('row', { name: /SPRING-26 Lisbon/ })).toHaveAttribute('data-new')
  expect(await screen.findByRole('tab', { name: 'Available Codes (1)', selected: true })).toBeVisible()
})

it('creates a code for several people until a day, and says what it costs at most (D41)', async () => {
  const { inside, field, fill, inserts, submit } = await openCreateCodes('redeem_codes')
  await fill({ Code: 'WINTER27', 'Token Value': '25', Uses: '40' })
  expect(inside.getByRole('status')).toHaveTextContent('At most 1,000 tokens will be issued: 40 uses at 25.')
  fireEvent.change(field(/^Expires/), { target: { value: '2001-01-01' } })
  await fill({ Uses: '10001' })
  await submit()
  await waitFor(() =>
    expect(field('Uses')).toHaveAccessibleDescription('Enter a whole number from 1 to 10,000.'),
  )
  await waitFor(() => expect(field(/^Expires/)).toHaveAccessibleDescription('Enter today or a later date.'))
  fireEvent.change(field(/^Expires/), { target: { value: '2099-12-31' } })
  await fill({ Uses: '40' })
  await submit()
  await seeToast('Success', 'Token code created successfully')
  const expires_at = new Date('2099-12-31T23:59:59.999').toISOString()
  const limits = { max_uses: 40, expires_at }
  expect(inserts).toEqual([[{ code: 'WINTER27', token_value: 25, note: null, batch_id: null, ...limits }]])
  expect(await screen.findByRole('row', { name: /WINTER27 .*0 of 40/ })).toBeVisible()
})

it('creates an invite code without a value', async () => {
  const { inside, fill, inserts, submit } = await openCreateCodes('invite_codes')
  expect(inside.queryByLabelText('Token Value')).not.toBeInTheDocument()
  await fill({ Code: 'joinus0001' })
  await submit()
  await seeToast('Success', 'Invite code created successfully')
  expect(inserts).toEqual([[{ code: 'JOINUS0001', note: null, batch_id: null }]])
})

it.each([
  ['redeem_codes', 8],
  ['invite_codes', 10],
] as const)('requires a code in %s, and generates one of %i characters', async (table, length) => {
  const { user, inside, field, inserts, submit } = await openCreateCodes(table)
  await submit()
  await seeToast('Error', blank)
  await waitFor(() => expect(field('Code')).toHaveAccessibleDescription(blank))
  expect(field('Code')).toHaveFocus()
  expect(inserts).toEqual([])
  await user.click(await inside.findByRole('button', { name: 'Generate' }))
  expect(field('Code').value).toMatch(new RegExp(`^[A-Z0-9]{${length}}$`))
  expect(field('Code')).not.toBeInvalid()
})

it('validates all fields at once, and sends nothing', async () => {
  const { field, fill, inserts, submit } = await openCreateCodes('redeem_codes')
  await waitFor(() =>
    expect(field('Code')).toHaveAccessibleDescription('At most 64 characters, stored in upper case.'),
  )
  await waitFor(() => expect(field('Token Value')).toHaveAccessibleDescription('From 1 to 1000.'))
  await fill({ Code: 'a\u200bb', 'Token Value': '1001', Uses: '0', Note: 'n'.repeat(201) })
  // Only the day and the month were typed.
  Object.defineProperty(field(/^Expires/), 'validity', { value: { badInput: true } })
  await submit()
  for (const [label, message] of [
    ['Code', 'Remove U+200B, which cannot be seen in a code.'],
    ['Token Value', 'Enter a whole number from 1 to 1000.'],
    ['Uses', 'Enter a whole number from 1 to 10,000.'],
    [/^Expires/, 'Enter today or a later date.'],
    [/^Note/, 'Use at most 200 characters.'],
  ] as const) {
    expect(field(label)).toBeInvalid()
    await waitFor(() => expect(field(label)).toHaveAccessibleDescription(message))
  }
  expect(field('Code')).toHaveValue('A\u200bB')
  expect(field('Code')).toHaveFocus()
  await fill({ 'Number of codes': '501' })
  await submit()
  expect(field('Number of codes')).toBeInvalid()
  expect(field('Number of codes')).toHaveValue('501')
  expect(inserts).toEqual([])
})

it.each([
  ['redeem_codes', '23505', taken],
  ['invite_codes', '23505', taken],
  ['redeem_codes', '42501', 'Failed to create token code'],
  ['invite_codes', '42501', 'Failed to create invite code'],
] as const)('keeps the input when %s refuses with %s', async (table, code, message) => {
  const { field, fill, submit } = await openCreateCodes(table)
  const refusal = () => HttpResponse.json({ code, message: '' }, { status: 403 })
  server.use(http.post(`*/rest/v1/${table}`, refusal))
  await fill({ Code: 'NEWCODE1', Note: 'Lisbon' })
  await submit()
  await seeToast('Error', message)
  expect(field('Code')).toHaveValue('NEWCODE1')
  expect(field(/^Note/)).toHaveValue('Lisbon')
  if (code !== '23505') return
  await waitFor(() => expect(field('Code')).toHaveAccessibleDescription(taken))
  expect(field('Code')).toHaveFocus()
})

it('sends a code once, and stays open until the response', async () => {
  const { user, dialog, fill, inserts, submit } = await openCreateCodes('redeem_codes')
  const answer = held()
  server.use(http.post('*/rest/v1/redeem_codes', () => answer.released))
  await fill({ Code: 'NEWCODE1' })
  await submit()
  await user.click(within(dialog).getByRole('button', { name: 'Creating...' }))
  await user.keyboard('{Escape}')
  expect(dialog).toBeInTheDocument()
  answer.release()
  await waitFor(() => expect(dialog).not.toBeInTheDocument())
  expect(inserts).toHaveLength(1)
})

it('succeeds on a retry when the first attempt created the code, but its response was lost', async () => {
  const { fill, inserts, submit, loseAnswer } = await openCreateCodes('redeem_codes')
  loseAnswer()
  await fill({ Code: 'NEWCODE1' })
  await submit()
  await failed()
  await submit()
  await seeToast('Success', 'Token code created successfully')
  expect(inserts).toHaveLength(2)
  expect(await screen.findByRole('row', { name: /NEWCODE1/ })).toHaveAttribute('data-new')
})

it.each([
  ['by another admin', null, false],
  ['with another note', 'of another day', true],
])('refuses on a retry a code that was created %s', async (_case, note, own) => {
  const existing = { ...tokenCode({ code: 'NEWCODE1', note }), user: null }
  const { field, fill, submit, mine } = await openCreateCodes('redeem_codes', '?new', [existing])
  if (own) mine.add('NEWCODE1')
  server.use(http.post('*/rest/v1/redeem_codes', () => HttpResponse.error(), { once: true }))
  await fill({ Code: 'NEWCODE1' })
  await submit()
  await failed()
  await submit()
  await seeToast('Error', taken)
  expect(field('Code')).toHaveFocus()
})
