import { screen, waitFor, within } from '@testing-library/react'
import { tokenCode } from '@tests/support/builders'
import { serveCodes } from '@tests/support/codes-api'
import { memberId, renderPage, signInAs } from '@tests/support/render'
import { catchSavedFiles } from '@tests/support/saved-files'
import { server } from '@tests/support/server'
import { seeToast } from '@tests/support/toasts'
import { HttpResponse, http } from 'msw'
import { beforeEach, expect, it, vi } from 'vitest'
import * as input from '@/entities/codes/schemas'
import { InviteCodesPage } from '../invite-codes-page'
import { TokenCodesPage } from '../token-codes-page'

const pages = { redeem_codes: TokenCodesPage, invite_codes: InviteCodesPage }

beforeEach(() => signInAs('henrik@guildhall.test', memberId))

async function openDialog(table: keyof typeof pages, codes: Parameters<typeof serveCodes>[1] = []) {
  const served = serveCodes(table, codes)
  const Page = pages[table]
  const { user } = renderPage(<Page />, { path: '/codes', route: '/codes?new' })
  const dialog = within(await screen.findByRole('dialog', { name: 'Create Code', busy: false }))
  return {
    ...served,
    user,
    dialog,
    ask: async (howMany: number, note = '') => {
      await user.clear(await dialog.findByLabelText('How many'))
      await user.type(await dialog.findByLabelText('How many'), String(howMany))
      if (note) await user.type(dialog.getByLabelText(/^Note/), note)
    },
    submit: () => user.click(dialog.getByRole('button', { name: /^Create \d+ codes$/ })),
  }
}

const created = (title: string) => screen.findByRole('dialog', { name: title, busy: false })
const uuidForm = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

it.each([
  ['redeem_codes', 8, 'Token code created successfully (500 codes)'],
  ['invite_codes', 10, 'Invite code created successfully (500 codes)'],
] as const)('creates 500 codes in %s in one statement, of %i characters', async (table, length, sentence) => {
  const { user, dialog, ask, submit, inserts } = await openDialog(table)
  await ask(500, 'Lisbon')
  expect(dialog.queryByLabelText('Code')).not.toBeInTheDocument()
  expect(await dialog.findByText(`500 random codes of ${length} letters and digits`)).toBeVisible()
  await submit()
  await seeToast('Success', sentence)
  expect(inserts).toHaveLength(1)
  const rows = inserts[0] ?? []
  expect(new Set(rows.map(({ code }) => code)).size).toBe(500)
  expect(rows.every(({ code }) => new RegExp(`^[A-Z0-9]{${length}}$`).test(code))).toBe(true)
  expect(new Set(rows.map(({ note }) => note))).toEqual(new Set(['Lisbon']))
  expect(rows[0]?.batch_id).toMatch(uuidForm)
  expect(new Set(rows.map(({ batch_id }) => batch_id)).size).toBe(1)
  expect(rows[0]?.token_value).toBe(table === 'redeem_codes' ? 50 : undefined)

  const done = await created('500 codes created')
  expect(done).toContainElement(document.activeElement as HTMLElement)
  await user.click(within(done).getByRole('button', { name: 'Done' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
  expect(screen.getAllByRole('row')).toHaveLength(26)
  expect(screen.getAllByRole('row')[1]).toHaveAttribute('data-new')
})

it('offers the CSV of a new batch and to copy its codes, for invites also their links', async () => {
  const { names, lines } = catchSavedFiles()
  const { user, ask, submit, inserts } = await openDialog('invite_codes')
  await ask(3)
  await submit()
  const done = within(await created('3 codes created'))
  const codes = inserts[0]?.map(({ code }) => code) ?? []
  expect(done.getByLabelText('Codes')).toHaveValue(codes.join('\n'))

  await user.click(done.getByRole('button', { name: 'Download CSV' }))
  expect(names[0]).toMatch(/^guildhall-invite-codes-batch-[0-9a-f]{8}-\d{4}-\d\d-\d\d\.csv$/)
  expect((await lines(0)).slice(1).map((line) => line.split('"')[1])).toEqual(codes)

  await user.click(done.getByRole('button', { name: 'Copy all' }))
  await seeToast('Copied', '3 codes copied to clipboard')
  expect(await navigator.clipboard.readText()).toBe(codes.join('\n'))
  await user.click(done.getByRole('button', { name: 'Copy all links' }))
  await seeToast('Copied', '3 URLs copied to clipboard')
  const links = codes.map((code) => `${window.location.origin}/auth?invite=${code}`)
  expect(await navigator.clipboard.readText()).toBe(links.join('\n'))
})

it('says how to copy a batch where the browser refuses to', async () => {
  const { user, ask, submit } = await openDialog('redeem_codes')
  await ask(2)
  await submit()
  const done = within(await created('2 codes created'))
  vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new Error('denied'))
  await user.click(done.getByRole('button', { name: 'Copy all' }))
  await seeToast('Error', 'The browser did not allow copying. Select the codes and copy them by hand.')
  expect(done.queryByRole('button', { name: 'Copy all links' })).not.toBeInTheDocument()
})

it.each([
  ['redeem_codes', 'Failed to create token code', 'Token code created successfully (3 codes)'],
  ['invite_codes', 'Failed to create invite code', 'Invite code created successfully (3 codes)'],
] as const)('makes no second batch in %s after a lost answer', async (table, failed, done) => {
  const { ask, submit, inserts, loseAnswer } = await openDialog(table)
  loseAnswer()
  await ask(3)
  await submit()
  await seeToast('Error', failed)
  await submit()
  await seeToast('Success', done)
  expect(inserts).toHaveLength(2)
  expect(inserts[1]).toEqual(inserts[0])
  const dialog = within(await created('3 codes created'))
  expect(dialog.getByLabelText('Codes')).toHaveValue(inserts[0]?.map(({ code }) => code).join('\n'))
  expect(screen.getByRole('tab', { name: 'Available Codes (3)', hidden: true })).toBeInTheDocument()
})

it('makes another batch once the form says something else', async () => {
  const { ask, submit, inserts, loseAnswer } = await openDialog('redeem_codes')
  loseAnswer()
  await ask(3)
  await submit()
  await seeToast('Error', 'Failed to create token code')
  await ask(2)
  await submit()
  await created('2 codes created')
  expect(inserts[1]?.[0]?.batch_id).not.toBe(inserts[0]?.[0]?.batch_id)
})

it('replaces generated codes that exist, and says nothing of it', async () => {
  const there = { ...tokenCode({ code: 'TAKEN001' }), user: null }
  const { ask, submit, inserts } = await openDialog('redeem_codes', [there])
  vi.spyOn(input, 'generateCodes').mockReturnValueOnce(['TAKEN001', 'FRESH001'])
  await ask(2)
  await submit()
  await seeToast('Success', 'Token code created successfully (2 codes)')
  expect(screen.queryByText(/already exists/)).not.toBeInTheDocument()
  expect(inserts).toHaveLength(2)
  expect(inserts[0]?.[0]?.code).toBe('TAKEN001')
  expect(inserts[1]?.some(({ code }) => code === 'TAKEN001')).toBe(false)
  expect(inserts[1]?.[0]?.batch_id).toBe(inserts[0]?.[0]?.batch_id)
})

it('says what is wrong with the number and the note, and keeps them', async () => {
  const { user, dialog, ask, inserts } = await openDialog('redeem_codes')
  await ask(501)
  await user.click(await dialog.findByLabelText(/^Note/))
  await user.paste('n'.repeat(201))
  await user.click(await dialog.findByRole('button', { name: 'Create Code' }))
  const count = dialog.getByLabelText('How many')
  expect(count).toHaveAccessibleDescription('Enter a whole number from 1 to 500.')
  expect(dialog.getByLabelText(/^Note/)).toHaveAccessibleDescription('Use at most 200 characters.')
  expect(count).toHaveValue(501)
  expect(inserts).toEqual([])
})

it('keeps a code that was typed before several were asked for', async () => {
  const { user, dialog, ask } = await openDialog('redeem_codes')
  await user.type(await dialog.findByLabelText('Code'), 'SPRING-26')
  await ask(5)
  expect(dialog.queryByLabelText('Code')).not.toBeInTheDocument()
  await ask(1)
  expect(dialog.getByLabelText('Code')).toHaveValue('SPRING-26')
})

it('keeps what was asked for when creating several fails', async () => {
  const { dialog, ask, submit } = await openDialog('redeem_codes')
  server.use(http.post('*/rest/v1/redeem_codes', () => HttpResponse.json({ code: '42501' }, { status: 403 })))
  await ask(20, 'Lisbon')
  await submit()
  await seeToast('Error', 'Failed to create token code')
  await waitFor(() => expect(dialog.getByLabelText('How many')).toHaveValue(20))
  expect(dialog.getByLabelText(/^Note/)).toHaveValue('Lisbon')
})
