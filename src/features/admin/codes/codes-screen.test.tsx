import { screen, waitFor, within } from '@testing-library/react'
import { inviteCode, tokenCode } from '@tests/support/builders'
import { serveCodes } from '@tests/support/codes-api'
import { renderPage } from '@tests/support/render'
import { server } from '@tests/support/server'
import { HttpResponse, http } from 'msw'
import { useLocation } from 'react-router-dom'
import { expect, it, vi } from 'vitest'
import { formatDate } from '@/lib/format'
import { Component as InviteCodes } from './invite-codes-page'
import { Component as TokenCodes } from './token-codes-page'

const tamsin = { name: 'Tamsin Ferreira', email: 'tamsin@ferreira.example' }
const pages = { redeem_codes: TokenCodes, invite_codes: InviteCodes }

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

const heads = () => screen.getAllByRole('columnheader').map((head) => head.textContent)
const card = (name: string) =>
  within(screen.getByRole('list', { name: 'Codes' }))
    .getByText(name)
    .closest('li')?.textContent

it('lists available token codes with exact counts', async () => {
  const { lists } = serveCodes('redeem_codes', {
    available: [{ ...tokenCode({ code: 'R9CL5HX3', token_value: 75 }), user: null }],
    counts: { available: 2300, used: 37 },
  })
  open('redeem_codes')
  expect(screen.getByRole('heading', { name: 'Token Code Management' })).toBeVisible()
  const row = await screen.findByRole('row', { name: /R9CL5HX3/ })
  expect(within(row).getByText('75')).toBeVisible()
  expect(within(row).getByText(formatDate('2026-11-01T09:00:00Z'))).toBeVisible()
  expect(heads()).toEqual(['Code', 'Token Value', 'Created', 'Copy'])
  expect(await screen.findByRole('tab', { name: 'Available Codes (2,300)', selected: true })).toBeVisible()
  expect(screen.getByRole('tab', { name: 'Used Codes (37)' })).toBeVisible()
  expect([card('Total Codes'), card('Available'), card('Used')]).toEqual([
    'Total Codes2,337',
    'Available2,300',
    'Used37',
  ])
  expect(lists[0]?.get('is_used')).toBe('eq.false')
})

it('lists used token codes with who used them, or Unknown user; the tab lives in the address', async () => {
  serveCodes('redeem_codes', {
    used: [
      { ...tokenCode({ code: '4TB8WJ2P' }), user: tamsin },
      { ...tokenCode({ code: 'ZW4BH7FS' }), user: null },
    ],
  })
  const { user } = open('redeem_codes')
  await user.click(await screen.findByRole('tab', { name: 'Used Codes (2)' }))
  expect(screen.getByLabelText('address')).toHaveTextContent('?tab=used')
  const row = await screen.findByRole('row', { name: /4TB8WJ2P/ })
  expect(within(row).getByText('Tamsin Ferreira')).toBeVisible()
  expect(within(row).getByText('tamsin@ferreira.example')).toBeVisible()
  expect(within(screen.getByRole('row', { name: /ZW4BH7FS/ })).getByText('Unknown user')).toBeVisible()
  expect(heads()).toEqual(['Code', 'Token Value', 'Used By', 'Created'])
})

it('lists invite codes without a value, in both tabs', async () => {
  serveCodes('invite_codes', {
    available: [{ ...inviteCode({ code: 'JOINUS0001' }), user: null }],
    used: [{ ...inviteCode({ code: 'JOINED0001' }), user: tamsin }],
  })
  const { user } = open('invite_codes')
  expect(screen.getByRole('heading', { name: 'Invite Code Management' })).toBeVisible()
  expect(await screen.findByRole('row', { name: /JOINUS0001/ })).toBeVisible()
  expect(heads()).toEqual(['Code', 'Created', 'Copy'])
  await user.click(screen.getByRole('tab', { name: 'Used Codes (1)' }))
  expect(await screen.findByRole('row', { name: /JOINED0001 Tamsin Ferreira/ })).toBeVisible()
  expect(heads()).toEqual(['Code', 'Used By', 'Created'])
})

it.each(['redeem_codes', 'invite_codes'] as const)('says where there are none: %s', async (table) => {
  serveCodes(table, {})
  const { user } = open(table)
  expect(await screen.findByText('No available codes. Create some codes to get started.')).toBeVisible()
  await user.click(screen.getByRole('tab', { name: 'Used Codes (0)' }))
  expect(await screen.findByText('No codes have been used yet.')).toBeVisible()
})

it('reads the page of the address and turns to the next', async () => {
  const { lists } = serveCodes('redeem_codes', {
    available: [{ ...tokenCode(), user: null }],
    counts: { available: 60, used: 0 },
  })
  const { user } = open('redeem_codes', '?page=2')
  expect(await screen.findByText('26 to 50 of 60 codes')).toBeVisible()
  expect([lists[0]?.get('offset'), lists[0]?.get('limit')]).toEqual(['25', '25'])
  await user.click(screen.getByRole('button', { name: 'Next' }))
  expect(screen.getByLabelText('address')).toHaveTextContent('?page=3')
  await waitFor(() => expect(lists.at(-1)?.get('offset')).toBe('50'))
})

it.each([
  ['redeem_codes', 'Failed to load redeem codes'],
  ['invite_codes', 'Failed to load invite codes'],
] as const)('tells a failed load of %s and tries again', async (table, sentence) => {
  serveCodes(table, { available: [{ ...inviteCode({ code: 'SAFE0001' }), user: null }] })
  let broken = true
  server.use(
    http.get(`*/rest/v1/${table}`, () =>
      broken ? HttpResponse.json({ code: '42501', message: '' }, { status: 403 }) : undefined,
    ),
  )
  const { user } = open(table)
  const alert = await screen.findByRole('alert')
  expect(alert).toHaveTextContent(sentence)
  const toasts = await screen.findByRole('region', { name: /Notifications/ })
  expect(await within(toasts).findByText('Error')).toBeVisible()
  expect(within(toasts).getByText(sentence)).toBeVisible()
  broken = false
  await user.click(within(alert).getByRole('button', { name: 'Try again' }))
  expect(await screen.findByRole('row', { name: /SAFE0001/ })).toBeVisible()
})

it('keeps the list when only the counts fail', async () => {
  serveCodes('redeem_codes', { available: [{ ...tokenCode({ code: 'SAFE0001' }), user: null }] })
  server.use(http.head('*/rest/v1/redeem_codes', () => new HttpResponse(null, { status: 403 })))
  open('redeem_codes')
  expect(await screen.findByText('The counts could not be loaded.')).toBeVisible()
  expect(await screen.findByRole('row', { name: /SAFE0001/ })).toBeVisible()
  expect(screen.getByRole('tab', { name: 'Available Codes' })).toBeVisible()
})

it('copies a code, and of an invite code also its link', async () => {
  serveCodes('invite_codes', { available: [{ ...inviteCode({ code: 'JOINUS0001' }), user: null }] })
  const { user } = open('invite_codes')
  await user.click(await screen.findByRole('button', { name: 'Copy JOINUS0001' }))
  expect(await screen.findByText('Copied')).toBeVisible()
  expect(screen.getByText('Code copied to clipboard')).toBeVisible()
  expect(await navigator.clipboard.readText()).toBe('JOINUS0001')
  await user.click(screen.getByRole('button', { name: 'Copy link of JOINUS0001' }))
  expect(await screen.findByText('URL copied to clipboard')).toBeVisible()
  expect(await navigator.clipboard.readText()).toBe(`${window.location.origin}/auth?invite=JOINUS0001`)
})

it('says so when the browser refuses to copy', async () => {
  serveCodes('redeem_codes', { available: [{ ...tokenCode({ code: 'R9CL5HX3' }), user: null }] })
  const { user } = open('redeem_codes')
  vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new Error('denied'))
  await user.click(await screen.findByRole('button', { name: 'Copy R9CL5HX3' }))
  expect(
    await screen.findByText('The browser did not allow copying. Copy it by hand: R9CL5HX3'),
  ).toBeVisible()
  expect(screen.queryByRole('button', { name: /Copy link/ })).not.toBeInTheDocument()
})
