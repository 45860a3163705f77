import { screen, waitFor, within } from '@testing-library/react'
import { respondToCall } from '@tests/support/auth-api'
import { inviteCode, memberId, tokenCode } from '@tests/support/builders'
import { serveCodes } from '@tests/support/codes-api'
import { openPage, urlParams } from '@tests/support/open-page'
import { operationResult, serveOperationCalls } from '@tests/support/operations-api'
import { signInAs } from '@tests/support/render'
import { server } from '@tests/support/server'
import { seeToast } from '@tests/support/toasts'
import { HttpResponse, http } from 'msw'
import { beforeEach, expect, it } from 'vitest'
import type { CodeDetails, CodeUser } from '@/entities/codes/details'
import { InviteCodesPage } from '../invite-codes-page'
import { TokenCodesPage } from '../token-codes-page'

beforeEach(() => signInAs('henrik@guildhall.test', memberId))

const details = (over: Partial<CodeDetails>): CodeDetails => ({
  id: 'c1',
  code: 'LAUNCH27',
  note: null,
  token_value: null,
  max_uses: 1,
  uses: 0,
  is_used: false,
  expires_at: null,
  created_at: '2026-11-01T10:00:00Z',
  creator: 'Henrik Vos',
  batch_id: null,
  batch_codes: 0,
  batch_available: 0,
  revoked_at: null,
  revoked_reason: null,
  revoker: null,
  bound_to: null,
  source: null,
  inviter: null,
  sent_to: null,
  invitation_state: null,
  sends: null,
  last_sent_at: null,
  opened_at: null,
  opens: null,
  ...over,
})
const mira: CodeUser = {
  id: 'p1',
  user_id: 'p1',
  name: 'Mira Osei',
  email: 'mira@osei.example',
  used_at: '2026-11-08T09:00:00Z',
  tokens: 25,
  order_id: 'o1',
  order_number: 'ORD-000012',
  ordered_at: '2026-11-09T09:00:00Z',
}
const gone: CodeUser = {
  ...mira,
  id: 'p2',
  user_id: null,
  name: null,
  email: null,
  order_id: null,
  order_number: null,
  ordered_at: null,
}

const pages = { token: TokenCodesPage, invite: InviteCodesPage }
function open(
  kind: keyof typeof pages,
  code: CodeDetails | null,
  users: CodeUser[] = [],
  query = '?code=c1',
) {
  const listed = kind === 'token' ? tokenCode({ code: 'LAUNCH27' }) : inviteCode({ code: 'LAUNCH27' })
  serveCodes(kind === 'token' ? 'redeem_codes' : 'invite_codes', [{ ...listed, id: 'c1', user: null }])
  server.use(http.post('*/rest/v1/rpc/code_details', () => HttpResponse.json(code ? [code] : [])))
  respondToCall('code_users', users as never)
  return openPage(pages[kind], '/codes', query)
}
const panel = async () => within(await screen.findByRole('dialog', { busy: false }))

it('opens from the list, in the URL, and shows who used a code and what it led to', async () => {
  const code = details({ token_value: 25, max_uses: 10, uses: 2, note: 'Launch party' })
  const { user } = open('token', code, [mira, gone], '')
  await user.click(await screen.findByRole('link', { name: 'LAUNCH27' }))
  expect(await screen.findByRole('dialog', { name: 'LAUNCH27' })).toBeVisible()
  expect(urlParams().toString()).toBe('code=c1')
  const inside = await panel()
  expect(inside.getByText('Launch party')).toBeVisible()
  expect(inside.getByText('2 of 10')).toBeVisible()
  expect(inside.getByText('Credited').parentElement).toHaveTextContent('50 tokens')
  const row = await inside.findByRole('row', { name: /Mira Osei/ })
  expect(row).toHaveTextContent('25 tokens')
  expect(within(row).getByRole('link', { name: 'Mira Osei' })).toHaveAttribute(
    'href',
    '/admin/users?person=p1',
  )
  expect(within(row).getByRole('link', { name: 'ORD-000012' })).toHaveAttribute(
    'href',
    '/admin/orders?order=o1',
  )
  expect(inside.getByRole('row', { name: /Deleted user/ })).toHaveTextContent('None yet')
  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
  expect(urlParams().toString()).toBe('')
})

it('shows the state of an invitation, and resends it', async () => {
  const invited = {
    bound_to: 'noor@halim.example',
    source: 'admin',
    inviter: 'Ines Moreau',
    sent_to: 'noor@halim.example',
    invitation_state: 'opened',
    sends: 2,
    last_sent_at: '2026-11-12T09:00:00Z',
    opened_at: '2026-11-15T11:20:00Z',
    opens: 2,
  }
  const { user } = open('invite', details(invited))
  const inside = await panel()
  expect((await inside.findByText('Bound to')).parentElement).toHaveTextContent('noor@halim.example')
  expect(inside.getByText('Invited').parentElement).toHaveTextContent('by Ines Moreau')
  expect(inside.getByText('Sent').parentElement).toHaveTextContent('queued 2 times')
  expect(inside.getByText('Opened the page').parentElement).toHaveTextContent('2 times')
  expect(inside.getByText('Nobody has used it yet.')).toBeVisible()
  const sent: unknown[] = []
  server.use(
    http.post('*/rest/v1/rpc/resend_invitation', async ({ request }) => {
      sent.push(await request.json())
      return new HttpResponse(null, { status: 204 })
    }),
  )
  await user.click(inside.getByRole('button', { name: 'Resend' }))
  await seeToast('Invitation queued', 'It will be sent to noor@halim.example again.')
  expect(sent).toEqual([{ p_code_id: 'c1' }])
})

it.each<[string, Partial<CodeDetails>, string[]]>([
  ['available', {}, ['Extend', 'Revoke']],
  ['expired', { expires_at: '2020-01-01T00:00:00Z' }, ['Extend']],
  ['used', { uses: 1, is_used: true }, []],
  [
    'revoked',
    { revoked_at: '2026-11-04T09:00:00Z', revoked_reason: 'Posted on a forum', revoker: 'Ines Moreau' },
    [],
  ],
  ['of the link of a member', { source: 'link' }, ['Revoke']],
  ['of an erased address', { source: 'admin', invitation_state: 'sent', sends: 1 }, ['Revoke']],
  [
    'of a batch',
    { batch_id: 'b1', batch_codes: 40, batch_available: 3 },
    ['Extend', 'Revoke', 'Revoke batch'],
  ],
  ['of a used batch', { batch_id: 'b1', batch_codes: 40 }, ['Extend', 'Revoke']],
])('%s: offers what can still be done', async (_, over, expected) => {
  open('invite', details(over), over.uses ? [mira] : [])
  const inside = await panel()
  await inside.findByText('State')
  const acts = inside.getAllByRole('button').map(({ textContent }) => textContent)
  expect(acts.filter((name) => /Extend|Revoke|Resend/.test(name)).toSorted()).toEqual(expected)
  if (over.revoked_reason) expect(inside.getByText('Posted on a forum')).toBeVisible()
})

it('revokes the available codes of the batch, after a dry run', async () => {
  const { user } = open('invite', details({ batch_id: 'b1', batch_codes: 40, batch_available: 3 }))
  const asked: unknown[] = []
  server.use(
    http.post('*/rest/v1/rpc/revoke_codes', async ({ request }) => {
      asked.push(await request.json())
      return HttpResponse.json({ code: 'PT500', message: '' }, { status: 500 })
    }),
  )
  await user.click(await (await panel()).findByRole('button', { name: 'Revoke batch' }))
  await waitFor(() => expect(asked).toHaveLength(1))
  expect(asked[0]).toMatchObject({ p_kind: 'invite', p_filter: { batch: 'b1' }, p_dry_run: true })
})

it('closes after the code was revoked, and continues a run that has more to do', async () => {
  const { user } = open('token', details({}))
  const calls = serveOperationCalls({
    revoke_codes: (body) =>
      operationResult({ changed: 1, skipped: [], remaining: 'p_dry_run' in body && body.p_dry_run ? 0 : 1 }),
    continue_operation: () => operationResult({ remaining: 0 }),
  })
  await user.click(await (await panel()).findByRole('button', { name: 'Revoke' }))
  await user.type(await screen.findByLabelText('Why'), 'Lost')
  const revoke = await screen.findByRole('button', { name: 'Revoke code' })
  const revoked = details({ revoked_at: '2026-11-04T09:00:00Z', revoked_reason: 'Lost' })
  server.use(http.post('*/rest/v1/rpc/code_details', () => HttpResponse.json([revoked])))
  await user.click(revoke)
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
  await waitFor(() => expect(calls.continue_operation).toHaveLength(1))
})

it('says that there is no such code', async () => {
  open('token', null)
  expect(await screen.findByText('Code not found.')).toBeVisible()
})
