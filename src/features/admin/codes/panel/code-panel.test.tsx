import { screen, waitFor, within } from '@testing-library/react'
import { respondToCall } from '@tests/support/auth-api'
import { inviteCode, memberId, tokenCode } from '@tests/support/builders'
import { serveCodes } from '@tests/support/codes-api'
import { openedDialog, seeNoDialog } from '@tests/support/dialogs'
import { openPage, urlParams } from '@tests/support/open-page'
import { operationResult, serveOperationCalls } from '@tests/support/operations-api'
import { signInAs } from '@tests/support/render'
import { catchSavedFiles } from '@tests/support/saved-files'
import { seeToast } from '@tests/support/toasts'
import { beforeEach, expect, it } from 'vitest'
import type { CodeDetails, CodeUser } from '@/entities/codes/details'
import { formatDate, formatDateTime } from '@/lib/format'
import { InviteCodesPage } from '../invite-codes-page'
import { TokenCodesPage } from '../token-codes-page'
import { actionsOf } from './code-actions'

beforeEach(() => signInAs('henrik@guildhall.test', memberId))

const details = (over: Partial<CodeDetails>): CodeDetails => ({
  ...{ id: 'c1', code: 'LAUNCH27', note: null, token_value: null, max_uses: 1, uses: 0, is_used: false },
  ...{ expires_at: null, created_at: '2026-11-01T10:00:00Z', creator: 'Henrik Vos', bound_to: null },
  ...{ batch_id: null, batch_codes: 0, batch_available: 0 },
  ...{ revoked_at: null, revoked_reason: null, revoker: null, source: null, inviter: null, sent_to: null },
  ...{ invitation_state: null, sends: null, last_sent_at: null, opened_at: null, opens: null },
  ...over,
})
const mira: CodeUser = {
  ...{ id: 'p1', user_id: 'p1', name: 'Mira Osei', email: 'mira@osei.example', tokens: 25 },
  ...{ used_at: '2026-11-08T09:00:00Z', order_id: 'o1', order_number: 'ORD-000012' },
  ordered_at: '2026-11-09T09:00:00Z',
}
const erased = {
  user_id: null,
  name: null,
  email: null,
  order_id: null,
  order_number: null,
  ordered_at: null,
}
const batch = { batch_id: 'b1', batch_codes: 40 }
const revoked = { revoked_at: '2026-11-04T09:00:00Z', revoked_reason: 'Posted on a forum' }
const gone: CodeUser = { ...mira, id: 'p2', ...erased }

const pages = { token: TokenCodesPage, invite: InviteCodesPage }
function open(
  kind: keyof typeof pages,
  code: CodeDetails | null,
  users: CodeUser[] = [],
  query = '?code=c1',
) {
  const listed = kind === 'token' ? tokenCode({ code: 'LAUNCH27' }) : inviteCode({ code: 'LAUNCH27' })
  serveCodes(kind === 'token' ? 'redeem_codes' : 'invite_codes', [{ ...listed, id: 'c1', user: null }])
  respondToCall('code_details', (code ? [code] : []) as never)
  respondToCall('code_users', users as never)
  return openPage(pages[kind], '/codes', query)
}
const factsOf = (inside: Awaited<ReturnType<typeof panel>>): string[] =>
  inside.getAllByRole('term').map((term) => `${term.textContent}: ${term.nextSibling?.textContent}`)
const panel = async () => within(await screen.findByRole('dialog', { busy: false }))

it('opens from the list, in the URL, and shows who used a code and what it led to', async () => {
  const code = details({ token_value: 25, max_uses: 10, uses: 2, note: 'Launch party', ...revoked })
  const { user } = open('token', code, [mira, gone], '')
  await user.click(await screen.findByRole('link', { name: 'LAUNCH27' }))
  expect(await screen.findByRole('dialog', { name: 'LAUNCH27' })).toBeVisible()
  expect(urlParams().toString()).toBe('code=c1')
  const inside = await panel()
  expect(inside.getByText('Launch party')).toBeVisible()
  expect(factsOf(inside)).toEqual([
    ...['State: Revoked', `Revoked: ${formatDateTime(revoked.revoked_at)}by a deleted userPosted on a forum`],
    ...['Uses: 2 of 10', 'Token Value: 25 tokens', 'Credited: 50 tokens', 'Expires: No expiry'],
    `Created: ${formatDateTime(code.created_at)}by Henrik Vos`,
  ])
  expect(inside.queryByRole('button', { name: /^(Extend|Revoke)/ })).toBeNull()
  const line = await inside.findByRole('row', { name: /Mira Osei/ })
  const ordered = `ORD-000012${formatDate(mira.ordered_at ?? '')}25 tokens`
  expect(line.textContent).toBe(`Mira Oseimira@osei.example${formatDateTime(mira.used_at)}${ordered}`)
  const row = within(line)
  const linked = (name: string) => row.getByRole('link', { name }).getAttribute('href')
  expect(linked('Mira Osei')).toBe('/admin/users?person=p1')
  expect(linked('ORD-000012')).toBe('/admin/orders?order=o1')
  expect(inside.getByRole('row', { name: /Deleted user/ })).toHaveTextContent('None yet')
  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
  expect(urlParams().toString()).toBe('')
})

it('shows the state of an invitation, and resends it', async () => {
  const invited = {
    ...{ bound_to: 'noor@halim.example', sent_to: 'noor@halim.example', source: 'admin', sends: 2, opens: 2 },
    ...{ inviter: 'Ines Moreau', invitation_state: 'opened', last_sent_at: '2026-11-12T09:00:00Z' },
    opened_at: '2026-11-15T11:20:00Z',
  }
  const { user } = open('invite', details({ ...invited, ...batch }))
  const inside = await panel()
  await inside.findByText('Bound to')
  expect(factsOf(inside)).toEqual([
    ...['State: Available', 'Uses: 0 of 1', 'Bound to: noor@halim.example', 'Expires: No expiry'],
    ...[expect.stringMatching(/^Created/), 'Invited: noor@halim.exampleby Ines Moreau'],
    `Sent: ${formatDateTime(invited.last_sent_at)}queued 2 times`,
    `Opened the page: ${formatDateTime(invited.opened_at)}2 times`,
    expect.stringMatching(/^Batch: 40 codes made together, 0 available/),
  ])
  expect(inside.getByText('Nobody has used it yet.')).toBeVisible()
  // None of the batch is available.
  expect(inside.queryByRole('button', { name: 'Revoke batch' })).toBeNull()
  const sent = respondToCall('resend_invitation', null)
  await user.click(inside.getByRole('button', { name: 'Resend' }))
  await seeToast('Invitation queued', 'It will be sent to noor@halim.example again.')
  expect(sent).toEqual([{ p_code_id: 'c1' }])
})

it('shows the one who used a code, and many in pages', async () => {
  const { unmount } = open('token', details({ token_value: 25, uses: 1, is_used: true }), [mira])
  expect(await (await panel()).findByRole('row', { name: /Mira Osei/ })).toBeVisible()
  unmount()
  const users = Array.from({ length: 11 }, (_, n) => ({ ...mira, id: `p${n}` }))
  const { user } = open('token', details({ token_value: 25, max_uses: 20, uses: 11 }), users)
  const inside = await panel()
  await inside.findByText('1 to 10 of 11 people')
  const asked = respondToCall('code_users', [mira] as never)
  await user.click(inside.getByRole('button', { name: 'Next' }))
  await inside.findByText('11 to 11 of 11 people')
  expect(asked).toMatchObject([{ p_key_value: mira.used_at, p_key_id: 'p9' }])
})

it.each<[Partial<CodeDetails>, string[]]>([
  [
    { source: 'link' },
    ['Bound to: Nobody: any address can use it', 'Invitation: The link of a deleted user'],
  ],
  [{ source: 'link', inviter: 'Mira Osei' }, ['Invitation: The link of Mira Osei']],
  [
    { source: 'waitlist', invitation_state: 'given_up', sends: 1, opens: 1 },
    [
      'Invited: Erased addressby a deleted user, from the waitlist',
      'Email: Not sentNo email server accepted it',
      ...['Sent: Not yet', 'Opened the page: Not yet'],
    ],
  ],
])('tells how an invite code came about: %o', async (over, told) => {
  open('invite', details({ creator: null, ...over }))
  const inside = await panel()
  await inside.findByText('Created')
  const facts = factsOf(inside)
  expect(facts).toEqual(
    expect.arrayContaining([...told, expect.stringMatching(/^Created: .*by a deleted user$/)]),
  )
  expect(facts.some((fact) => fact.startsWith('Email'))).toBe(over.invitation_state === 'given_up')
})

it.each<[string, Partial<CodeDetails>, string[]]>([
  ['available', {}, ['extend', 'revoke']],
  ['expired', { expires_at: '2020-01-01T00:00:00Z' }, ['extend']],
  ['used', { uses: 1, is_used: true }, []],
  ['revoked', revoked, []],
  ['of the link of a member', { source: 'link' }, ['revoke']],
  ['of an erased address', { source: 'admin', invitation_state: 'sent', sends: 1 }, ['revoke']],
])('%s: offers what can still be done', (_case, over, expected) => {
  expect(actionsOf(details(over))).toEqual(expected)
})

it('saves the CSV of the batch, and revokes its available codes after a dry run', async () => {
  const { names } = catchSavedFiles()
  const { user } = open('invite', details({ ...batch, batch_available: 3 }))
  const inside = await panel()
  await user.click(await inside.findByRole('button', { name: 'Download CSV' }))
  for (const name of ['Extend', 'Revoke']) expect(inside.getByRole('button', { name })).toBeEnabled()
  await waitFor(() => expect(names[0]).toMatch(/^guildhall-invite-codes-batch-b1-/))
  const calls = serveOperationCalls({ revoke_codes: () => operationResult({ changed: 3, skipped: [] }) })
  await user.click(inside.getByRole('button', { name: 'Revoke batch' }))
  const title = 'Revoke 40 invite codes?'
  await (await openedDialog(title)).press('Keep codes')
  await waitFor(() => expect(screen.queryByRole('dialog', { name: title })).toBeNull())
  await user.click(inside.getByRole('button', { name: 'Revoke batch' }))
  const { fill, press } = await openedDialog(title)
  await fill('Reason', 'Lost')
  await press('Revoke 3')
  await seeNoDialog()
  const asked = { p_kind: 'invite', p_filter: { batch: 'b1' }, p_dry_run: true }
  expect(calls.revoke_codes?.[0]).toEqual(asked)
})

it('closes after the code was revoked, and continues a run that has more to do', async () => {
  const { user } = open('token', details({}))
  const calls = serveOperationCalls({
    revoke_codes: (body) =>
      operationResult({ changed: 1, skipped: [], remaining: 'p_dry_run' in body && body.p_dry_run ? 0 : 1 }),
    continue_operation: () => operationResult({ remaining: 0 }),
  })
  await user.click(await (await panel()).findByRole('button', { name: 'Revoke' }))
  await user.type(await screen.findByLabelText('Reason'), 'Lost')
  const revoke = await screen.findByRole('button', { name: 'Revoke code' })
  respondToCall('code_details', [details(revoked)] as never)
  await user.click(revoke)
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
  await waitFor(() => expect(calls.continue_operation).toHaveLength(1))
})

it('says that there is no such code', async () => {
  open('token', null)
  expect(await screen.findByText('Code not found.')).toBeVisible()
})
