import { screen, waitFor, within } from '@testing-library/react'
import { inviteCode, tokenCode, uuid } from '@tests/support/builders'
import { serveCodes } from '@tests/support/codes-api'
import { renderPage } from '@tests/support/render'
import { catchSavedFiles } from '@tests/support/saved-files'
import { server } from '@tests/support/server'
import { seeToast } from '@tests/support/toasts'
import { HttpResponse, http } from 'msw'
import { useLocation } from 'react-router-dom'
import { expect, it } from 'vitest'
import type { Code } from '@/entities/codes/code'
import { InviteCodesPage } from './invite-codes-page'
import { TokenCodesPage } from './token-codes-page'

const pages = { redeem_codes: TokenCodesPage, invite_codes: InviteCodesPage }
const tamsin = { name: 'Tamsin Ferreira', email: 'tamsin@ferreira.example' }
const usedNow = { is_used: true, used_at: '2026-11-08T09:00:00Z' }

const token = (over: Partial<Code> = {}): Code => ({ ...tokenCode(over), user: over.user ?? null })
/** CODE-001 to CODE-060, newest first. */
const sixty = () =>
  Array.from({ length: 60 }, (_, at) => token({ code: `CODE-${String(at + 1).padStart(3, '0')}` }))

function open(table: keyof typeof pages, query = '') {
  const Page = pages[table]
  return renderPage(
    <>
      <Page />
      <Address />
    </>,
    { path: '/codes', route: `/codes${query}` },
  )
}

function Address() {
  return <output aria-label="address">{useLocation().search}</output>
}

const address = () => screen.getByLabelText('address').textContent ?? ''
const shown = () =>
  screen
    .getAllByRole('row')
    .slice(1)
    .map((row) => row.textContent?.slice(0, 8))
const press = (name: string) => screen.getByRole('button', { name })

it('turns pages by the key of the last row seen, to the end and back, 25 rows at a time', async () => {
  serveCodes('redeem_codes', sixty())
  const { user } = open('redeem_codes')
  expect(await screen.findByText('1 to 25 of 60 codes')).toBeVisible()
  await user.click(press('Next'))
  expect(await screen.findByText('26 to 50 of 60 codes')).toBeVisible()
  expect(address()).toMatch(/^\?page=2&after=/)
  expect([shown()[0], shown().length]).toEqual(['CODE-026', 25])
  await user.click(press('Last page'))
  expect(await screen.findByText('51 to 60 of 60 codes')).toBeVisible()
  expect(address()).toBe('?page=3&last=10')
  expect([shown()[0], shown().at(-1)]).toEqual(['CODE-051', 'CODE-060'])
  await user.click(press('Previous'))
  expect(await screen.findByText('26 to 50 of 60 codes')).toBeVisible()
  expect([shown()[0], shown().at(-1)]).toEqual(['CODE-026', 'CODE-050'])
  await user.click(press('First page'))
  await waitFor(() => expect(address()).toBe(''))
})

it('finds the page that somebody typed, also in a search', async () => {
  serveCodes('redeem_codes', sixty())
  const { unmount } = open('redeem_codes', '?page=3')
  expect(await screen.findByText('51 to 60 of 60 codes')).toBeVisible()
  expect(shown()[0]).toBe('CODE-051')
  unmount()
  open('redeem_codes', '?q=code&page=3')
  expect(await screen.findByText('51 to 60 of 60 codes')).toBeVisible()
  expect(shown()[0]).toBe('CODE-051')
})

it('starts another tab at its first page', async () => {
  serveCodes('redeem_codes', [...sixty(), token({ code: 'USED0001', ...usedNow })])
  const { user } = open('redeem_codes', '?page=3&last=10')
  await screen.findByText('51 to 60 of 60 codes')
  await user.click(await screen.findByRole('tab', { name: 'Used Codes (1)' }))
  expect(await screen.findByRole('row', { name: /USED0001/ })).toBeVisible()
  expect(address()).toBe('?tab=used')
})

it('turns the pages of a search', async () => {
  const { searches } = serveCodes('redeem_codes', sixty())
  const { user } = open('redeem_codes', '?q=code')
  expect(await screen.findByText('1 to 25 of 60 codes')).toBeVisible()
  await user.click(press('Next'))
  expect(await screen.findByText('26 to 50 of 60 codes')).toBeVisible()
  expect(shown()[0]).toBe('CODE-026')
  await user.click(press('Last page'))
  expect(await screen.findByText('51 to 60 of 60 codes')).toBeVisible()
  expect(searches.at(-1)).toMatchObject({ p_search: 'code', p_used: false, p_reverse: true, p_limit: 11 })
})

it.each([
  ['redeem_codes', 'Search token codes'],
  ['invite_codes', 'Search invite codes'],
] as const)(
  'searches the tab of %s by code, note and person, and says how many match',
  async (table, label) => {
    const { searches } = serveCodes(table, [
      token({ code: 'ONLY-CODE' }),
      token({ code: 'NOTED001', note: 'Conference in Lisbon' }),
      token({ code: 'USED0001', user: tamsin, ...usedNow }),
      token({ code: 'USED0002', ...usedNow }),
    ])
    const { user } = open(table, '?page=2&last=2')
    await screen.findByRole('row', { name: /ONLY-CODE/ })
    await user.keyboard('/')
    expect(screen.getByRole('searchbox', { name: label })).toHaveFocus()
    await user.keyboard('lisbon')
    expect(await screen.findByText(/of 2 codes matching "lisbon"/)).toHaveTextContent(
      '1 of 2 codes matching "lisbon"',
    )
    expect(address()).toBe('?q=lisbon')
    await waitFor(() => expect(shown()).toEqual(['NOTED001']))
    await user.clear(await screen.findByRole('searchbox'))
    await user.type(await screen.findByRole('searchbox'), 'ferreira')
    expect(await screen.findByText('No codes match your search criteria.')).toBeVisible()
    await user.click(await screen.findByRole('tab', { name: 'Used Codes (2)' }))
    expect(await screen.findByRole('row', { name: /USED0001/ })).toBeVisible()
    expect(address()).toBe('?q=ferreira&tab=used')
    expect(searches.at(-1)).toMatchObject({ p_search: 'ferreira', p_used: true, p_limit: 26 })
  },
)

it('goes back to all codes from a search without a match', async () => {
  serveCodes('redeem_codes', [token({ code: 'ONLY-CODE' })])
  const { user } = open('redeem_codes', '?q=nothing')
  await user.click(await screen.findByRole('button', { name: 'Show all codes' }))
  expect(await screen.findByRole('row', { name: /ONLY-CODE/ })).toBeVisible()
  expect(address()).toBe('')
})

it('says 10,000+ of a search that matches more', async () => {
  serveCodes('redeem_codes', sixty(), { available: 20_000 })
  server.use(http.post('*/rest/v1/rpc/count_codes', () => HttpResponse.json(10_001)))
  open('redeem_codes', '?q=code')
  expect(await screen.findByText(/codes matching "code"/)).toHaveTextContent(
    '10,000+ of 20,000 codes matching "code"',
  )
  expect(await screen.findByText('1 to 25 of 10,000+ codes')).toBeVisible()
  expect(press('Last page')).toBeDisabled()
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
  await screen.findByRole('row', { name: /ALONE001/ })
  expect(screen.getAllByRole('button', { name: /^Batch CSV/ })).toHaveLength(1)
  await user.click(press('Batch CSV of BATCH001'))
  await waitFor(() => expect(names).toHaveLength(1))
  expect(names[0]).toMatch(
    new RegExp(`^guildhall-${file}-batch-${batch_id.slice(0, 8)}-\\d{4}-\\d\\d-\\d\\d\\.csv$`),
  )
  const [, first, second, ...rest] = await lines(0)
  expect(first).toMatch(/^"BATCH001".*"Lisbon","Available",/)
  expect(second).toMatch(/^"BATCH002".*"Used","Tamsin Ferreira","tamsin@ferreira.example","2026-11-08/)
  expect(rest).toEqual([])
  await user.click(screen.getByRole('tab', { name: 'Used Codes (1)' }))
  await user.click(await screen.findByRole('button', { name: 'Batch CSV of BATCH002' }))
  await waitFor(() => expect(names).toHaveLength(2))
  expect(await lines(1)).toHaveLength(3)
})

it('exports every code of the tab that the search finds, also beyond a thousand', async () => {
  const { names, lines } = catchSavedFiles()
  const many = Array.from({ length: 1300 }, (_, at) => token({ code: `MANY-${at}` }))
  serveCodes('redeem_codes', [...many, token({ code: 'OTHER' }), token({ code: 'MANY-USED', ...usedNow })])
  const { user } = open('redeem_codes', '?q=many')
  await screen.findByRole('row', { name: /MANY-0/ })
  await user.click(press('Export'))
  await waitFor(() => expect(names[0]).toMatch(/^guildhall-token-codes-\d{4}-\d\d-\d\d\.csv$/))
  expect(await lines(0)).toHaveLength(1301)
  expect(new Set(await lines(0)).size).toBe(1301)
})

it.each([
  ['redeem_codes', 'Failed to load redeem codes'],
  ['invite_codes', 'Failed to load invite codes'],
] as const)('says that an export of %s failed', async (table, sentence) => {
  const { names } = catchSavedFiles()
  serveCodes(table, [{ ...inviteCode({ code: 'ONLY-CODE' }), user: null }])
  const { user } = open(table)
  await screen.findByRole('row', { name: /ONLY-CODE/ })
  server.use(http.get(`*/rest/v1/${table}`, () => HttpResponse.json({ code: '42501' }, { status: 403 })))
  await user.click(press('Export'))
  await seeToast('Error', sentence)
  expect(within(screen.getByRole('table')).getByText('ONLY-CODE')).toBeVisible()
  expect(names).toEqual([])
})
