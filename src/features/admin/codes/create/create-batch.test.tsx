import { screen, waitFor, within } from '@testing-library/react'
import { memberId, tokenCode } from '@tests/support/builders'
import { openCreateCodes } from '@tests/support/create-codes'
import { signInAs } from '@tests/support/render'
import { catchSavedFiles } from '@tests/support/saved-files'
import { seeToast } from '@tests/support/toasts'
import { beforeEach, expect, it, vi } from 'vitest'
import * as schemas from '@/entities/codes/schemas'

beforeEach(() => signInAs('henrik@guildhall.test', memberId))

const failed = () => seeToast('Error', 'Failed to create token code')
const created = async (count: number) =>
  within(await screen.findByRole('dialog', { name: `${count} codes created`, busy: false }))
const uuidForm = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

it.each([
  ['redeem_codes', 8, 'Token code created successfully (500 codes)'],
  ['invite_codes', 10, 'Invite code created successfully (500 codes)'],
] as const)('creates 500 codes in %s in one request, of %i characters', async (table, length, message) => {
  const { user, inside, fill, submit, inserts } = await openCreateCodes(table)
  await fill({ 'Number of codes': '500', Note: 'Lisbon' })
  expect(inside.queryByLabelText('Code')).not.toBeInTheDocument()
  const made = `${length === 8 ? 'Eight' : 'Ten'} letters and digits, made for you`
  expect(inside.getByText(made)).toBeVisible()
  await submit()
  await seeToast('Success', message)
  expect(inserts).toHaveLength(1)
  const rows = inserts[0] ?? []
  expect(new Set(rows.map(({ code }) => code)).size).toBe(500)
  expect(rows.every(({ code }) => new RegExp(`^[A-Z0-9]{${length}}$`).test(code))).toBe(true)
  expect(rows[0]?.batch_id).toMatch(uuidForm)
  const [{ batch_id } = { batch_id: '' }] = rows
  const token_value = table === 'redeem_codes' ? { token_value: 50 } : {}
  for (const row of rows) expect(row).toEqual({ code: row.code, note: 'Lisbon', batch_id, ...token_value })

  const done = (await created(500)).getByRole('button', { name: 'Done' })
  expect(done.closest('[role=dialog], dialog')).toContainElement(document.activeElement as HTMLElement)
  await user.click(done)
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
  expect(screen.getAllByRole('row')).toHaveLength(26)
  expect(screen.getAllByRole('row')[1]).toHaveAttribute('data-new')
})

it('offers the CSV of a new batch, and to copy its codes and links', async () => {
  const { names, lines } = catchSavedFiles()
  const { user, fill, submit, inserts } = await openCreateCodes('invite_codes')
  await fill({ 'Number of codes': '3' })
  await submit()
  const done = await created(3)
  const press = (name: string) => user.click(done.getByRole('button', { name }))
  const codes = inserts[0]?.map(({ code }) => code) ?? []
  expect(done.getByLabelText('Codes')).toHaveValue(codes.join('\n'))

  await press('Download CSV')
  expect(names[0]).toMatch(/^guildhall-invite-codes-batch-[0-9a-f]{8}-\d{4}-\d\d-\d\d\.csv$/)
  expect((await lines(0)).slice(1).map((line) => line.split('"')[1])).toEqual(codes)

  await press('Copy all')
  await seeToast('Copied', '3 codes copied to clipboard')
  expect(await navigator.clipboard.readText()).toBe(codes.join('\n'))
  await press('Copy all links')
  await seeToast('Copied', '3 URLs copied to clipboard')
  const links = codes.map((code) => `${window.location.origin}/auth?invite=${code}`)
  expect(await navigator.clipboard.readText()).toBe(links.join('\n'))
})

it('explains how to copy a batch where the browser refuses to', async () => {
  const { user, fill, submit } = await openCreateCodes('redeem_codes')
  await fill({ 'Number of codes': '2' })
  await submit()
  const done = await created(2)
  vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new Error('denied'))
  await user.click(done.getByRole('button', { name: 'Copy all' }))
  await seeToast('Error', 'The browser did not allow copying. Please copy the codes by hand.')
  expect(done.queryByRole('button', { name: 'Copy all links' })).not.toBeInTheDocument()
})

it.each([
  ['redeem_codes', 'Failed to create token code', 'Token code created successfully (3 codes)'],
  ['invite_codes', 'Failed to create invite code', 'Invite code created successfully (3 codes)'],
] as const)('creates no second batch in %s after a lost response', async (table, failure, message) => {
  const { inside, fill, submit, inserts, loseAnswer } = await openCreateCodes(table)
  loseAnswer()
  await fill({ 'Number of codes': '3', Note: 'Lisbon' })
  await submit()
  await seeToast('Error', failure)
  await waitFor(() => expect(inside.getByLabelText('Number of codes')).toHaveValue('3'))
  expect(inside.getByLabelText(/^Note/)).toHaveValue('Lisbon')
  await submit()
  await seeToast('Success', message)
  expect(inserts).toHaveLength(2)
  expect(inserts[1]).toEqual(inserts[0])
  const dialog = await created(3)
  expect(dialog.getByLabelText('Codes')).toHaveValue(inserts[0]?.map(({ code }) => code).join('\n'))
  expect(screen.getByRole('tab', { name: 'Available Codes (3)', hidden: true })).toBeInTheDocument()
})

it('creates another batch once the form has changed', async () => {
  const { fill, submit, inserts, loseAnswer } = await openCreateCodes('redeem_codes')
  loseAnswer()
  await fill({ 'Number of codes': '3' })
  await submit()
  await failed()
  await fill({ 'Number of codes': '2' })
  await submit()
  await created(2)
  expect(inserts[1]?.[0]?.batch_id).not.toBe(inserts[0]?.[0]?.batch_id)
})

it('silently replaces generated codes that exist', async () => {
  const taken = { ...tokenCode({ code: 'TAKEN001' }), user: null }
  const { fill, submit, inserts } = await openCreateCodes('redeem_codes', '?new', [taken])
  vi.spyOn(schemas, 'generateCodes').mockReturnValueOnce(['TAKEN001', 'FRESH001'])
  await fill({ 'Number of codes': '2' })
  await submit()
  await seeToast('Success', 'Token code created successfully (2 codes)')
  expect(screen.queryByText(/already exists/)).not.toBeInTheDocument()
  expect(inserts).toHaveLength(2)
  expect(inserts[0]?.[0]?.code).toBe('TAKEN001')
  expect(inserts[1]?.some(({ code }) => code === 'TAKEN001')).toBe(false)
  expect(inserts[1]?.[0]?.batch_id).toBe(inserts[0]?.[0]?.batch_id)
})

it('keeps a typed code while several are chosen', async () => {
  const { user, inside, fill } = await openCreateCodes('redeem_codes')
  await fill({ Code: 'SPRING-26', 'Number of codes': '5' })
  expect(inside.queryByLabelText('Code')).not.toBeInTheDocument()
  await user.click(inside.getByRole('radio', { name: /^One code/ }))
  expect(inside.getByLabelText('Code')).toHaveValue('SPRING-26')
})
