import { screen, waitFor, within } from '@testing-library/react'
import { inviteCode, tokenCode } from '@tests/support/builders'
import { serveCodes } from '@tests/support/codes-api'
import { openPage, urlParams } from '@tests/support/open-page'
import { seeToast } from '@tests/support/toasts'
import { expect, it, vi } from 'vitest'
import { type Code, codeKeys } from '@/entities/codes/code'
import { formatDate } from '@/lib/format'
import { InviteCodesPage } from './invite-codes-page'
import { TokenCodesPage } from './token-codes-page'

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
const used = { is_used: true, used_at: '2026-11-08T09:00:00Z' }

it('lists available token codes with their notes, exact counts and tokens', async () => {
  const code = available({ code: 'R9CL5HX3', token_value: 75, note: 'Conference in Lisbon' })
  serveCodes('redeem_codes', [code], {
    total: 2337,
    available: 2300,
    used: 37,
    tokens_total: 3610,
    tokens_available: 1425,
    tokens_used: 2185,
  })
  open('redeem_codes')
  expect(await screen.findByRole('heading', { name: 'Token Code Management' })).toBeVisible()
  expect(await screen.findByRole('tab', { name: 'Available Codes' })).toBeVisible()
  const line = await row(/R9CL5HX3 Conference in Lisbon/)
  expect(within(line).getByText('75')).toBeVisible()
  expect(within(line).getByText(formatDate('2026-11-01T09:00:00Z'))).toBeVisible()
  expect(heads()).toEqual(['Code', 'Token Value', 'Created', 'Copy'])
  expect(await screen.findByRole('tab', { name: 'Available Codes (2,300)', selected: true })).toBeVisible()
  expect(screen.getByRole('tab', { name: 'Used Codes (37)' })).toBeVisible()
  expect(cards()).toEqual([
    'Total Codes2,3373,610 tokens in all',
    'Available2,3001,425 tokens not yet claimed',
    'Used372,185 tokens claimed',
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
  expect(heads()).toEqual(['Code', 'Token Value', 'Used By', 'Used', 'Created'])
})

it('lists invite codes without a value, in both tabs', async () => {
  serveCodes('invite_codes', [
    { ...inviteCode({ code: 'JOINUS0001' }), user: null },
    { ...inviteCode({ code: 'JOINED0001', ...used }), user: tamsin },
  ])
  const { user } = open('invite_codes')
  expect(await screen.findByRole('heading', { name: 'Invite Code Management' })).toBeVisible()
  expect(await row(/JOINUS0001/)).toBeVisible()
  expect(heads()).toEqual(['Code', 'Created', 'Copy'])
  await waitFor(() => expect(cards()[0]).toBe('Total Codes2'))
  await user.click(await screen.findByRole('tab', { name: 'Used Codes (1)' }))
  expect(await row(/JOINED0001 Tamsin Ferreira/)).toBeVisible()
  expect(heads()).toEqual(['Code', 'Used By', 'Used', 'Created'])
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
  await seeToast('Error', 'The browser did not allow copying. Copy it by hand: R9CL5HX3')
  expect(screen.queryByRole('button', { name: /Copy link/ })).not.toBeInTheDocument()
})
