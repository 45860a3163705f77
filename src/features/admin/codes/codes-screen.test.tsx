import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { inviteCode, memberId, tokenCode } from '@tests/support/builders'
import { serveCodes } from '@tests/support/codes-api'
import { openPage, urlParams } from '@tests/support/open-page'
import { signInAs } from '@tests/support/render'
import { server } from '@tests/support/server'
import { seeToast } from '@tests/support/toasts'
import { HttpResponse, http } from 'msw'
import { beforeEach, expect, it, vi } from 'vitest'
import { type Code, codeKeys } from '@/entities/codes/code'
import { formatDate } from '@/lib/format'
import { InviteCodesPage } from './invite-codes-page'
import { TokenCodesPage } from './token-codes-page'

beforeEach(() => signInAs('henrik@guildhall.test', memberId))

const tamsin = { name: 'Tamsin Ferreira', email: 'tamsin@ferreira.example' }
const pages = { redeem_codes: TokenCodesPage, invite_codes: InviteCodesPage }

const open = (table: keyof typeof pages) => openPage(pages[table], '/codes')
const row = (name: RegExp) => screen.findByRole('row', { name })
const heads = () => screen.getAllByRole('columnheader').map((head) => head.textContent)
const cards = () =>
  within(screen.getByRole('list', { name: 'Codes' }))
    .getAllByRole('listitem')
    .map((card) => card.textContent)

const available = (over: Partial<Code> = {}): Code => ({ ...tokenCode(over), user: null })
const used = { is_used: true, uses: 1, used_at: '2026-11-08T09:00:00Z' }

it('lists available token codes with their notes, exact counts and tokens', async () => {
  const code = available({ code: 'R9CL5HX3', token_value: 75, note: 'Conference in Lisbon' })
  serveCodes('redeem_codes', [code], {
    total: 2359,
    available: 2300,
    used: 37,
    revoked: 4,
    expired: 18,
    uses: 164,
    uses_left: 2400,
    tokens_left: 1425,
    tokens_claimed: 2185,
    tokens_lapsed: 90,
  })
  open('redeem_codes')
  expect(await screen.findByRole('heading', { name: 'Token Code Management' })).toBeVisible()
  const line = await row(/R9CL5HX3 Conference in Lisbon/)
  expect(within(line).getByText('75')).toBeVisible()
  expect(within(line).getByText(formatDate('2026-11-01T09:00:00Z'))).toBeVisible()
  expect(heads()).toEqual([
    'Select all on this page',
    'Code',
    'Token Value',
    'Created',
    'Uses',
    'Expires',
    'Copy, revoke',
  ])
  expect(await screen.findByRole('tab', { name: 'Available Codes (2,300)', selected: true })).toBeVisible()
  expect(screen.getByRole('tab', { name: 'Used Codes (37)' })).toBeVisible()
  expect(cards()).toEqual([
    'Total Codes2,359164 uses so far',
    'Available2,3002,400 uses, 1,425 tokens not yet claimed',
    'Used372,185 tokens claimed',
    'Lapsed2218 expired, 4 revoked, 90 tokens not issued',
  ])
})

it('lists used token codes with who used them and when, in a tab of the URL', async () => {
  serveCodes('redeem_codes', [
    { ...available({ code: '4TB8WJ2P', ...used }), user: tamsin },
    available({ code: 'ZW4BH7FS', ...used }),
  ])
  const { user } = open('redeem_codes')
  await user.click(await screen.findByRole('tab', { name: 'Used Codes (2)' }))
  expect(urlParams().toString()).toBe('tab=used')
  const line = await row(/4TB8WJ2P/)
  for (const text of [tamsin.name, tamsin.email, formatDate(used.used_at)])
    expect(within(line).getByText(text)).toBeVisible()
  expect(within(await row(/ZW4BH7FS/)).getByText('Unknown user')).toBeVisible()
  expect(heads()).toEqual(['Code', 'Token Value', 'Used By', 'Created', 'Uses', 'Used'])
})

it('lists invite codes without a value, in both tabs', async () => {
  serveCodes('invite_codes', [
    { ...inviteCode({ code: 'JOINUS0001' }), user: null },
    { ...inviteCode({ code: 'JOINED0001', ...used }), user: tamsin },
  ])
  const { user } = open('invite_codes')
  expect(await screen.findByRole('heading', { name: 'Invite Code Management' })).toBeVisible()
  expect(await row(/JOINUS0001/)).toBeVisible()
  expect(heads()).toEqual(['Select all on this page', 'Code', 'Created', 'Uses', 'Expires', 'Copy, revoke'])
  await waitFor(() => expect(cards()[0]).toBe('Total Codes21 use so far'))
  await user.click(await screen.findByRole('tab', { name: 'Used Codes (1)' }))
  expect(await row(/JOINED0001 Tamsin Ferreira/)).toBeVisible()
  expect(heads()).toEqual(['Code', 'Used By', 'Created', 'Uses', 'Used'])
})

it('counts the codes of invitations, which have a list of their own, and opens on Available Codes (D69)', async () => {
  const counts = { total: 48, available: 20, used: 9, expired: 2, revoked: 1, uses: 9 }
  serveCodes('invite_codes', [{ ...inviteCode({ code: 'JOINUS0001' }), user: null }], counts)
  open('invite_codes')
  await waitFor(() => expect(cards()[0]).toBe('Total Codes489 uses so far, 16 in invitations'))
  expect(screen.getByRole('tab', { name: 'Available Codes (20)', selected: true })).toBeVisible()
  expect(screen.getByRole('tab', { name: /^Plain codes/, selected: true })).toHaveTextContent('32')
})

it('caches the counts of token codes and invite codes apart', () => {
  expect(codeKeys('token').counts).not.toEqual(codeKeys('invite').counts)
})

it('copies an invite code and its link', async () => {
  serveCodes('invite_codes', [{ ...inviteCode({ code: 'JOINUS0001' }), user: null }])
  const { user } = open('invite_codes')
  await user.click(await screen.findByRole('button', { name: 'Copy JOINUS0001' }))
  await seeToast('Copied', 'Code copied to clipboard')
  expect(await navigator.clipboard.readText()).toBe('JOINUS0001')
  await user.click(await screen.findByRole('button', { name: 'Copy link of JOINUS0001' }))
  await seeToast('Copied', 'URL copied to clipboard')
  expect(await navigator.clipboard.readText()).toBe(`${window.location.origin}/auth?invite=JOINUS0001`)
})

it('shows a token code, which has no link, when the browser refuses to copy it', async () => {
  serveCodes('redeem_codes', [available({ code: 'R9CL5HX3' })])
  const { user } = open('redeem_codes')
  vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new Error('denied'))
  await user.click(await screen.findByRole('button', { name: 'Copy R9CL5HX3' }))
  await seeToast('Error', 'The browser did not allow copying. Please copy R9CL5HX3 by hand.')
  expect(screen.queryByRole('button', { name: /Copy link/ })).not.toBeInTheDocument()
})

it('shows what is left of a code, warns in its last week, and extends an expired one (D41)', async () => {
  const day = 86_400_000
  const at = (days: number) => new Date(Date.now() + days * day + day / 2).toISOString()
  serveCodes('redeem_codes', [
    available({ code: 'LAUNCH27', uses: 2, max_uses: 10, used_at: used.used_at, expires_at: at(2) }),
    available({ code: 'SUMMER27', uses: 12, max_uses: 20, token_value: 25, expires_at: at(-9) }),
  ])
  const sent: unknown[] = []
  server.use(
    http.post('*/rest/v1/rpc/extend_code', async ({ request }) => {
      sent.push(await request.json())
      return HttpResponse.json(null)
    }),
  )
  const { user } = open('redeem_codes')
  const line = await row(/LAUNCH27/)
  expect(within(line).getByText('2 of 10')).toBeVisible()
  expect(within(line).getByText('in 2 days')).toHaveClass('text-warning')
  await user.click(await screen.findByRole('tab', { name: 'Expired Codes (1)' }))
  expect(within(await row(/SUMMER27/)).getByText('200')).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Extend SUMMER27' }))
  const inside = within(await screen.findByRole('dialog', { name: 'Extend SUMMER27', busy: false }))
  const field = inside.getByLabelText(/^Expires/)
  const extend = inside.getByRole('button', { name: 'Extend' })
  fireEvent.change(field, { target: { value: '2001-01-01' } })
  await user.click(extend)
  await waitFor(() => expect(field).toHaveAccessibleDescription('Enter today or a later date.'))
  // Only the day and the month were typed.
  fireEvent.change(field, { target: { value: '' } })
  Object.defineProperty(field, 'validity', { value: { badInput: true }, configurable: true })
  await user.click(extend)
  await waitFor(() => expect(field).toHaveAccessibleDescription('Enter today or a later date.'))
  Object.defineProperty(field, 'validity', { value: { badInput: false } })
  fireEvent.change(field, { target: { value: '2099-12-31' } })
  await user.click(extend)
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
  expect(sent).toEqual([
    expect.objectContaining({
      p_kind: 'token',
      p_expires_at: new Date('2099-12-31T23:59:59.999').toISOString(),
    }),
  ])
})
