import { screen, within } from '@testing-library/react'
import { expectToast, respondToCall } from '@tests/support/auth-api'
import { memberId } from '@tests/support/builders'
import { renderPage, signInAs } from '@tests/support/render'
import { server } from '@tests/support/server'
import { HttpResponse, http } from 'msw'
import { beforeEach, expect, it } from 'vitest'
import { InvitationCounts } from './invitation-counts'
import { Invitations } from './invitations'
import { InviteByEmail } from './invite-by-email'

beforeEach(() => signInAs('henrik@guildhall.test', memberId))

const invitation = (over: object) => ({
  code_id: crypto.randomUUID(),
  code: 'K7WQX2HVD4',
  source: 'admin',
  inviter: 'Henrik Vos',
  email: 'noor@halim.example',
  bound: true,
  state: 'sent',
  sends: 1,
  last_sent_at: '2026-11-12T09:00:00Z',
  opened_at: null,
  opens: 0,
  joined_at: null,
  joined_name: null,
  expires_at: '2099-12-12T09:00:00Z',
  created_at: '2026-11-12T09:00:00Z',
  ...over,
})

function open(rows: object[]) {
  respondToCall('search_invitations', rows as never)
  respondToCall('invitation_counts', { total: 48, sent: 40, opened: 30, joined: 15 })
  return renderPage(<Invitations />)
}
const row = async (text: string | RegExp) => (await screen.findByText(text)).closest('tr') as HTMLElement

it('says what is known of each invitation, and offers what can still be done', async () => {
  open([
    invitation({ email: 'a@x.test', state: 'waiting', last_sent_at: null }),
    invitation({ email: 'b@x.test', state: 'opened', opened_at: '2026-11-15T11:20:00Z', opens: 2 }),
    invitation({
      email: 'c@x.test',
      state: 'joined',
      joined_at: '2026-11-14T09:00:00Z',
      joined_name: 'Peter Lund',
    }),
    invitation({ email: 'd@x.test', state: 'given_up', sends: 6 }),
    invitation({ email: 'e@x.test', state: 'expired', source: 'member', inviter: null }),
    invitation({ email: 'f@x.test', state: 'skipped' }),
    invitation({ email: null, state: 'sent', bound: false }),
  ])
  const expected: [string, RegExp, string[]][] = [
    ['a@x.test', /Waiting to be sent.*Not yet/, ['Correct a@x.test', 'Revoke a@x.test']],
    ['b@x.test', /Opened the page.*twice/, ['Resend b@x.test', 'Revoke b@x.test']],
    ['c@x.test', /Joined.*14.*as Peter Lund/, []],
    ['d@x.test', /Not sent/, ['Revoke d@x.test']],
    ['e@x.test', /By Deleted user.*Expired/, ['Send again e@x.test']],
    ['f@x.test', /the code did not work/, ['Resend f@x.test', 'Correct f@x.test', 'Revoke f@x.test']],
    ['Erased address', /Sent/, ['Revoke K7WQX2HVD4']],
  ]
  for (const [name, text, buttons] of expected) {
    const line = await row(name)
    expect(line).toHaveTextContent(text)
    expect(
      within(line)
        .queryAllByRole('button')
        .map((button) => button.getAttribute('aria-label')),
    ).toEqual(buttons)
  }
})

it('sends an invitation again, and says why not', async () => {
  const { user } = open([invitation({ code_id: memberId })])
  const calls = respondToCall('resend_invitation', null)
  await user.click(await screen.findByRole('button', { name: 'Resend noor@halim.example' }))
  await expectToast('Invitation queued', 'It will be sent to noor@halim.example again.')
  expect(calls).toEqual([{ p_code_id: memberId }])
  respondToCall('resend_invitation', { code: 'PT429', message: 'rate_limited', details: '60' }, 429)
  await user.click(screen.getByRole('button', { name: 'Resend noor@halim.example' }))
  await expectToast(
    'The invitation was not sent',
    'It was sent less than a minute ago. Wait a moment, then try again.',
  )
})

it('corrects an address, and shows at the field why not', async () => {
  const { user } = open([invitation({ code_id: memberId })])
  respondToCall('correct_invitation', { code: 'PT409', message: 'cannot_invite', details: 'member' }, 409)
  await user.click(await screen.findByRole('button', { name: 'Correct noor@halim.example' }))
  const inside = within(await screen.findByRole('dialog', { name: 'Correct the address', busy: false }))
  await user.type(inside.getByLabelText('Email'), 's')
  await user.click(inside.getByRole('button', { name: 'Send to this address' }))
  expect(await inside.findByText('This person is a member.')).toBeVisible()
  const calls = respondToCall('correct_invitation', null)
  await user.click(inside.getByRole('button', { name: 'Send to this address' }))
  await expectToast('Address corrected', 'The invitation will be sent to noor@halim.examples.')
  expect(calls).toEqual([{ p_code_id: memberId, p_email: 'noor@halim.examples' }])
})

it('has no rows, fails, and finds nothing', async () => {
  const { unmount } = open([])
  expect(await screen.findByText('Nobody has been invited by email.')).toBeVisible()
  unmount()
  respondToCall('search_invitations', { message: 'down' }, 500)
  const { user } = renderPage(<Invitations />)
  expect(await screen.findByRole('button', { name: 'Try again' })).toBeVisible()
  const calls = respondToCall('search_invitations', [])
  await user.type(screen.getByLabelText('Search invitations'), 'zz')
  expect(await screen.findByText('No invitations match your search criteria.')).toBeVisible()
  expect(calls.at(-1)).toMatchObject({ p_search: 'zz' })
})

it('shows how many were sent, opened and used', async () => {
  respondToCall('invitation_counts', { total: 48, sent: 40, opened: 30, joined: 15 })
  renderPage(<InvitationCounts />)
  const strip = await screen.findByText('75% of those sent')
  expect(strip.closest('ul')).toHaveTextContent(
    'Sent by email40of 48 in allOpened the page3075% of those sentJoined1550% of those who opened it',
  )
})

it('counts what would be sent, lists what is left out by its line, and sends it (D42)', async () => {
  const outcome = (states: string[]) => states.map((state, at) => ({ position: at + 1, email: '', state }))
  const calls = respondToCall('send_invitations', outcome(['new', 'member', 'invalid']))
  const { user } = renderPage(<InviteByEmail />)
  await user.click(screen.getByRole('button', { name: 'Invite by email' }))
  const form = within(await screen.findByRole('dialog', { name: 'Invite by email', busy: false }))
  await user.click(form.getByLabelText('Email addresses'))
  await user.paste('email\na@x.test\nmia@x.test\nnobody')
  await user.click(form.getByLabelText('Personal message (optional)'))
  await user.paste('Hello')
  await user.selectOptions(form.getByLabelText('Valid for'), '60')
  await user.click(form.getByRole('button', { name: 'Check 3 addresses' }))
  const preview = within(await screen.findByRole('dialog', { name: 'Send 1 invitation', busy: false }))
  const report = await preview.findByRole('region', { name: '2 lines are left out' })
  expect(
    within(report)
      .getAllByRole('listitem')
      .map((item) => item.textContent),
  ).toEqual(['Line 3mia@x.test: Already a member', 'Line 4nobody: Not an email address'])
  const sent = {
    p_rows: [{ email: 'a@x.test' }, { email: 'mia@x.test' }, { email: 'nobody' }],
    p_message: 'Hello',
    p_days: 60,
    p_bound: true,
  }
  expect(calls).toEqual([{ ...sent, p_dry_run: true }])
  await user.click(preview.getByRole('button', { name: 'Back' }))
  expect(await screen.findByLabelText('Email addresses')).toHaveValue('email\na@x.test\nmia@x.test\nnobody')
  await user.click(screen.getByRole('button', { name: 'Check 3 addresses' }))
  await user.click(await screen.findByRole('button', { name: 'Send 1 invitation' }))
  await expectToast('Invitations queued', '1 invitation will be sent in the next minutes.')
  expect(calls).toContainEqual({ ...sent, p_dry_run: false })
  expect(screen.queryByRole('dialog')).toBeNull()
})

it('counts what was sent by an attempt whose response was lost', async () => {
  const outcome = (...states: string[]) => states.map((state, at) => ({ position: at + 1, email: '', state }))
  respondToCall('send_invitations', outcome('new', 'new', 'invited'))
  const { user } = renderPage(<InviteByEmail />)
  await user.click(screen.getByRole('button', { name: 'Invite by email' }))
  await user.click(await screen.findByLabelText('Email addresses'))
  await user.paste('a@x.test\nb@x.test\nc@x.test')
  await user.click(screen.getByRole('button', { name: 'Check 3 addresses' }))
  const send = await screen.findByRole('button', { name: 'Send 2 invitations' })
  server.use(http.post('*/rpc/send_invitations', () => HttpResponse.error(), { once: true }))
  await user.click(send)
  expect(await screen.findByRole('alert')).toHaveTextContent('may or may not have been sent')
  respondToCall('send_invitations', outcome('invited', 'invited', 'invited'))
  await user.click(send)
  await expectToast(
    'Invitations queued',
    '2 invitations will be sent in the next minutes. The first attempt has queued 2 of them.',
  )
})
