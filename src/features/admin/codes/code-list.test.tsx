import { screen, waitFor, within } from '@testing-library/react'
import { inviteCode, memberId, tokenCode, uuid } from '@tests/support/builders'
import { serveCodes } from '@tests/support/codes-api'
import { openPage, urlParams } from '@tests/support/open-page'
import { signInAs } from '@tests/support/render'
import { catchSavedFiles } from '@tests/support/saved-files'
import { server } from '@tests/support/server'
import { seeToast } from '@tests/support/toasts'
import { HttpResponse, http } from 'msw'
import { beforeEach, expect, it } from 'vitest'
import type { Code } from '@/entities/codes/code'
import { InviteCodesPage } from './invite-codes-page'
import { TokenCodesPage } from './token-codes-page'

beforeEach(() => signInAs('henrik@guildhall.test', memberId))

const pages = { redeem_codes: TokenCodesPage, invite_codes: InviteCodesPage }
const tamsin = { name: 'Tamsin Ferreira', email: 'tamsin@ferreira.example' }
const usedNow = { is_used: true, uses: 1, used_at: '2026-11-08T09:00:00Z' }

const token = (over: Partial<Code> = {}): Code => ({ ...tokenCode(over), user: over.user ?? null })
const open = (table: keyof typeof pages, query?: string) => openPage(pages[table], '/codes', query)
const row = (name: RegExp) => screen.findByRole('row', { name })
const press = (name: string) => screen.getByRole('button', { name })

it('starts another tab at its first page', async () => {
  const sixty = Array.from({ length: 60 }, (_, index) => token({ code: `CODE-${index}` }))
  serveCodes('redeem_codes', [...sixty, token({ code: 'USED0001', ...usedNow })])
  const { user } = open('redeem_codes', '?page=3&last=10')
  await screen.findByText('51 to 60 of 60 codes')
  await user.click(await screen.findByRole('tab', { name: 'Used Codes (1)' }))
  expect(await row(/USED0001/)).toBeVisible()
  expect(urlParams().toString()).toBe('tab=used')
})

it.each([
  ['redeem_codes', 'Search token codes'],
  ['invite_codes', 'Search invite codes'],
] as const)('searches a tab of %s by code, note and person, with the count', async (table, label) => {
  const { searches } = serveCodes(table, [
    token({ code: 'ONLY-CODE' }),
    token({ code: 'NOTED001', note: 'Conference in Lisbon' }),
    token({ code: 'USED0001', user: tamsin, ...usedNow }),
    token({ code: 'USED0002', ...usedNow }),
  ])
  const { user } = open(table, '?page=2&last=2')
  await row(/ONLY-CODE/)
  await user.keyboard('/')
  expect(screen.getByRole('searchbox', { name: label })).toHaveFocus()
  await user.keyboard('lisbon')
  const count = await screen.findByText(/of 2 codes matching "lisbon"/)
  expect(count).toHaveTextContent('1 of 2 codes matching "lisbon"')
  expect(urlParams().toString()).toBe('q=lisbon')
  await waitFor(() => expect(screen.queryByRole('row', { name: /ONLY-CODE/ })).not.toBeInTheDocument())
  expect(await row(/NOTED001/)).toBeVisible()
  await user.clear(await screen.findByRole('searchbox'))
  await user.type(await screen.findByRole('searchbox'), 'ferreira')
  expect(await screen.findByText('No codes match your search criteria.')).toBeVisible()
  await user.click(await screen.findByRole('tab', { name: 'Used Codes (2)' }))
  expect(await row(/USED0001/)).toBeVisible()
  expect(urlParams().toString()).toBe('q=ferreira&tab=used')
  expect(searches.at(-1)).toMatchObject({ p_search: 'ferreira', p_state: 'used', p_limit: 26 })
})

it('shows 10,000+ matches of all codes', async () => {
  serveCodes('redeem_codes', [token({ code: 'CODE-1' })], { available: 20_000 })
  server.use(http.post('*/rest/v1/rpc/count_codes', () => HttpResponse.json(10_001)))
  open('redeem_codes', '?q=code')
  expect(await screen.findByText(/codes matching "code"/)).toHaveTextContent(
    '10,000+ of 20,000 codes matching "code"',
  )
})

it.each([
  ['redeem_codes', 'token-codes'],
  ['invite_codes', 'invite-codes'],
] as const)('saves the CSV of a batch of %s from any of its rows, used ones too', async (table, file) => {
  const { names, lines } = catchSavedFiles()
  const batch_id = uuid()
  serveCodes(table, [
    token({ code: 'BATCH001', batch_id, note: 'Lisbon' }),
    token({ code: 'ALONE001' }),
    token({ code: 'BATCH002', batch_id, note: 'Lisbon', user: tamsin, ...usedNow }),
  ])
  const { user } = open(table)
  await row(/ALONE001/)
  expect(screen.getAllByRole('button', { name: /^Batch CSV/ })).toHaveLength(1)
  await user.click(press('Batch CSV of BATCH001'))
  await waitFor(() => expect(names).toHaveLength(1))
  const name = `^guildhall-${file}-batch-${batch_id.slice(0, 8)}-\\d{4}-\\d\\d-\\d\\d\\.csv$`
  expect(names[0]).toMatch(new RegExp(name))
  const [, first, second, ...rest] = await lines(0)
  expect(first).toMatch(/^"BATCH001".*"Lisbon","Available",/)
  expect(second).toMatch(
    /^"BATCH002".*"Used","1","1","","Tamsin Ferreira","tamsin@ferreira.example","2026-11-08/,
  )
  expect(rest).toEqual([])
  await user.click(screen.getByRole('tab', { name: 'Used Codes (1)' }))
  await user.click(await screen.findByRole('button', { name: 'Batch CSV of BATCH002' }))
  await waitFor(() => expect(names).toHaveLength(2))
  expect(await lines(1)).toHaveLength(3)
})

it('exports all codes of the tab that match the search', async () => {
  const { names, lines } = catchSavedFiles()
  const many = Array.from({ length: 60 }, (_, index) => token({ code: `MANY-${index}` }))
  serveCodes('redeem_codes', [...many, token({ code: 'OTHER' }), token({ code: 'MANY-USED', ...usedNow })])
  const { user } = open('redeem_codes', '?q=many')
  await row(/MANY-0/)
  await user.click(press('Export'))
  await waitFor(() => expect(names[0]).toMatch(/^guildhall-token-codes-\d{4}-\d\d-\d\d\.csv$/))
  expect(await lines(0)).toHaveLength(61)
  expect(new Set(await lines(0)).size).toBe(61)
})

it.each([
  ['redeem_codes', 'Failed to load redeem codes'],
  ['invite_codes', 'Failed to load invite codes'],
] as const)('reports a failed export of %s', async (table, message) => {
  const { names } = catchSavedFiles()
  serveCodes(table, [{ ...inviteCode({ code: 'ONLY-CODE' }), user: null }])
  const { user } = open(table)
  await row(/ONLY-CODE/)
  server.use(
    http.post(`*/rest/v1/rpc/search_${table}`, () => HttpResponse.json({ code: '42501' }, { status: 403 })),
  )
  await user.click(press('Export'))
  await seeToast('Error', message)
  expect(within(screen.getByRole('table')).getByText('ONLY-CODE')).toBeVisible()
  expect(names).toEqual([])
})
