import { screen, waitFor, within } from '@testing-library/react'
import { inviteCode, tokenCode } from '@tests/support/builders'
import { serveCodes } from '@tests/support/codes-api'
import { renderPage } from '@tests/support/render'
import { server } from '@tests/support/server'
import { seeToast } from '@tests/support/toasts'
import { HttpResponse, http } from 'msw'
import { useLocation } from 'react-router-dom'
import { expect, it, vi } from 'vitest'
import type { Code } from '@/entities/codes/code'
import { formatDate } from '@/lib/format'
import { InviteCodesPage } from './invite-codes-page'
import { TokenCodesPage } from './token-codes-page'

const tamsin = { name: 'Tamsin Ferreira', email: 'tamsin@ferreira.example' }
const pages = { redeem_codes: TokenCodesPage, invite_codes: InviteCodesPage }
const tables = ['redeem_codes', 'invite_codes'] as const

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

const address = () => screen.getByLabelText('address')
const row = (name: RegExp) => screen.findByRole('row', { name })
const heads = () => screen.getAllByRole('columnheader').map((head) => head.textContent)
const card = (name: string) =>
  within(screen.getByRole('list', { name: 'Codes' }))
    .getByText(name)
    .closest('li')?.textContent

const available = (over: Partial<Code> = {}): Code => ({ ...tokenCode(over), user: null })
const used = (over: Partial<Code> = {}): Code => ({
  ...tokenCode({ ...over, is_used: true, used_at: '2026-11-08T09:00:00Z' }),
  user: over.user ?? null,
})

it('lists available token codes with exact counts and the tokens in them', async () => {
  serveCodes('redeem_codes', [available({ code: 'R9CL5HX3', token_value: 75 })], {
    total: 2337,
    available: 2300,
    used: 37,
    tokens_total: 3610,
    tokens_available: 1425,
    tokens_used: 2185,
  })
  open('redeem_codes')
  expect(await screen.findByRole('heading', { name: 'Token Code Management' })).toBeVisible()
  const line = await row(/R9CL5HX3/)
  expect(within(line).getByText('75')).toBeVisible()
  expect(within(line).getByText(formatDate('2026-11-01T09:00:00Z'))).toBeVisible()
  expect(heads()).toEqual(['Code', 'Token Value', 'Created', 'Copy'])
  expect(await screen.findByRole('tab', { name: 'Available Codes (2,300)', selected: true })).toBeVisible()
  expect(screen.getByRole('tab', { name: 'Used Codes (37)' })).toBeVisible()
  expect([card('Total Codes'), card('Available'), card('Used')]).toEqual([
    'Total Codes2,3373,610 tokens in all',
    'Available2,3001,425 tokens not yet claimed',
    'Used372,185 tokens claimed',
  ])
})

it('lists used token codes with who used them and when, or Unknown user; the tab lives in the address', async () => {
  serveCodes('redeem_codes', [used({ code: '4TB8WJ2P', user: tamsin }), used({ code: 'ZW4BH7FS' })])
  const { user } = open('redeem_codes')
  await user.click(await screen.findByRole('tab', { name: 'Used Codes (2)' }))
  expect(address()).toHaveTextContent('?tab=used')
  const line = await row(/4TB8WJ2P/)
  expect(within(line).getByText('Tamsin Ferreira')).toBeVisible()
  expect(within(line).getByText('tamsin@ferreira.example')).toBeVisible()
  expect(within(line).getByText(formatDate('2026-11-08T09:00:00Z'))).toBeVisible()
  expect(within(await row(/ZW4BH7FS/)).getByText('Unknown user')).toBeVisible()
  expect(heads()).toEqual(['Code', 'Token Value', 'Used By', 'Used', 'Created'])
})

it('lists invite codes without a value, in both tabs', async () => {
  serveCodes('invite_codes', [
    { ...inviteCode({ code: 'JOINUS0001' }), user: null },
    { ...inviteCode({ code: 'JOINED0001', is_used: true, used_at: '2026-11-08T09:00:00Z' }), user: tamsin },
  ])
  const { user } = open('invite_codes')
  expect(await screen.findByRole('heading', { name: 'Invite Code Management' })).toBeVisible()
  expect(await row(/JOINUS0001/)).toBeVisible()
  expect(heads()).toEqual(['Code', 'Created', 'Copy'])
  await waitFor(() => expect(card('Total Codes')).toBe('Total Codes2'))
  await user.click(await screen.findByRole('tab', { name: 'Used Codes (1)' }))
  expect(await row(/JOINED0001 Tamsin Ferreira/)).toBeVisible()
  expect(heads()).toEqual(['Code', 'Used By', 'Used', 'Created'])
})

it('shows the note of a code', async () => {
  serveCodes('redeem_codes', [available({ code: 'SPRING26', note: 'Conference in Lisbon' })])
  open('redeem_codes')
  expect(await row(/SPRING26 Conference in Lisbon/)).toBeVisible()
})

it.each(tables)('says where there are none, and offers to create one: %s', async (table) => {
  serveCodes(table, [])
  const { user } = open(table)
  expect(await screen.findByText('No available codes. Create some codes to get started.')).toBeVisible()
  await user.click(await screen.findByRole('tab', { name: 'Used Codes (0)' }))
  expect(await screen.findByText('No codes have been used yet.')).toBeVisible()
})

it.each(tables)('draws the shape to come and counts to come: %s', async (table) => {
  serveCodes(table, [available()])
  open(table)
  expect(screen.getByRole('table')).toHaveAttribute('aria-busy', 'true')
  expect(await screen.findByRole('tab', { name: 'Available Codes' })).toBeVisible()
  expect(await row(/BONUS/)).toBeVisible()
})

const failures = [
  ['redeem_codes', 'Failed to load redeem codes'],
  ['invite_codes', 'Failed to load invite codes'],
] as const
const forbidden = () => HttpResponse.json({ code: '42501', message: '' }, { status: 403 })

it.each(failures)('tells a failed load of %s and tries again', async (table, sentence) => {
  serveCodes(table, [available({ code: 'SAFE0001' })])
  let broken = true
  server.use(http.get(`*/rest/v1/${table}`, () => (broken ? forbidden() : undefined)))
  const { user } = open(table)
  const alert = await screen.findByRole('alert')
  expect(alert).toHaveTextContent(sentence)
  await seeToast('Error', sentence)
  broken = false
  await user.click(within(alert).getByRole('button', { name: 'Try again' }))
  expect(await row(/SAFE0001/)).toBeVisible()
})

it.each(failures)('tells a failed search of %s', async (table, sentence) => {
  serveCodes(table, [available({ code: 'SAFE0001' })])
  server.use(http.post(`*/rest/v1/rpc/search_${table}`, forbidden))
  open(table, '?q=safe')
  expect(await screen.findByRole('alert')).toHaveTextContent(sentence)
  await seeToast('Error', sentence)
})

it('counts token codes and invite codes apart', async () => {
  for (const table of tables) serveCodes(table, [])
  const totals: Record<string, number> = { token: 5, invite: 7 }
  server.use(
    http.post<never, { p_kind: string }>('*/rest/v1/rpc/code_counts', async ({ request }) => {
      const total = totals[(await request.json()).p_kind]
      const tokens = { tokens_total: 0, tokens_available: 0, tokens_used: 0 }
      return HttpResponse.json({ total, available: 1, used: 0, ...tokens })
    }),
  )
  renderPage(
    <>
      <TokenCodesPage />
      <InviteCodesPage />
    </>,
    { path: '/codes' },
  )
  await waitFor(() => {
    const cards = screen.getAllByText('Total Codes').map((label) => label.closest('li')?.textContent)
    expect(cards).toEqual([expect.stringMatching(/^Total Codes50 tokens/), 'Total Codes7'])
  })
})

it('keeps the list when only the counts fail', async () => {
  serveCodes('redeem_codes', [available({ code: 'SAFE0001' })])
  server.use(http.post('*/rest/v1/rpc/code_counts', forbidden))
  open('redeem_codes')
  expect(await screen.findByText('The counts could not be loaded.')).toBeVisible()
  expect(await row(/SAFE0001/)).toBeVisible()
  expect(await screen.findByRole('tab', { name: 'Available Codes' })).toBeVisible()
})

it('copies a code, and of an invite code also its link', async () => {
  serveCodes('invite_codes', [{ ...inviteCode({ code: 'JOINUS0001' }), user: null }])
  const { user } = open('invite_codes')
  await user.click(await screen.findByRole('button', { name: 'Copy JOINUS0001' }))
  await seeToast('Copied', 'Code copied to clipboard')
  expect(await navigator.clipboard.readText()).toBe('JOINUS0001')
  await user.click(await screen.findByRole('button', { name: 'Copy link of JOINUS0001' }))
  await seeToast('Copied', 'URL copied to clipboard')
  expect(await navigator.clipboard.readText()).toBe(`${window.location.origin}/auth?invite=JOINUS0001`)
})

it('says so when the browser refuses to copy', async () => {
  serveCodes('redeem_codes', [available({ code: 'R9CL5HX3' })])
  const { user } = open('redeem_codes')
  vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new Error('denied'))
  await user.click(await screen.findByRole('button', { name: 'Copy R9CL5HX3' }))
  await seeToast('Error', 'The browser did not allow copying. Copy it by hand: R9CL5HX3')
  expect(screen.queryByRole('button', { name: /Copy link/ })).not.toBeInTheDocument()
})
