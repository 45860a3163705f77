import { screen, within } from '@testing-library/react'
import { memberId, tokenCode } from '@tests/support/builders'
import { serveCodes } from '@tests/support/codes-api'
import { openPage } from '@tests/support/open-page'
import { signInAs } from '@tests/support/render'
import { server } from '@tests/support/server'
import { HttpResponse, http } from 'msw'
import { beforeEach, expect, it } from 'vitest'
import { TokenCodesPage } from '../token-codes-page'

beforeEach(() => signInAs('henrik@guildhall.test', memberId))

const answer = {
  operation_id: 'op-1',
  kind: 'code_revocation',
  state: 'planned',
  changed: 1,
  skipped: [{ reason: 'already_used', count: 1 }],
  tokens: 25,
  moves: [],
  emails: 0,
  remaining: 0,
  undone: 0,
  kept: [],
  as_of: '2026-11-20T10:00:00Z',
  undo_until: null,
}

function open() {
  const codes = ['LAUNCH27', 'R9CL5HX3'].map((code) => ({
    ...tokenCode({ code, token_value: 25 }),
    user: null,
  }))
  serveCodes('redeem_codes', codes)
  const sent: Record<string, unknown>[] = []
  server.use(
    http.post<never, Record<string, unknown>>('*/rest/v1/rpc/revoke_codes', async ({ request }) => {
      sent.push(await request.json())
      return HttpResponse.json(answer)
    }),
  )
  return { ...openPage(TokenCodesPage, '/codes'), sent, ids: codes.map(({ id }) => id) }
}

const dialog = (name: string) => screen.findByRole('dialog', { name, busy: false })

it('revokes the selected codes for a reason, after a dry run', async () => {
  const { user, sent, ids } = open()
  await screen.findByRole('checkbox', { name: 'Select LAUNCH27' })
  await user.click(screen.getByRole('checkbox', { name: 'Select all on this page' }))
  const bar = screen.getByRole('region', { name: 'Selected token codes' })
  expect(bar).toHaveTextContent('2 selected50 tokens')
  await user.click(within(bar).getByRole('button', { name: 'Revoke' }))
  const inside = within(await dialog('Revoke 2 token codes?'))
  expect(await inside.findByText('Already used')).toBeVisible()
  expect(inside.getByText('None; 25 tokens will not be issued')).toBeVisible()
  await user.click(inside.getByRole('button', { name: 'Revoke 1' }))
  expect(await inside.findByText('Enter a reason.')).toBeVisible()
  expect(inside.getByLabelText('Why')).toHaveFocus()
  expect(sent).toHaveLength(1)
  await user.type(inside.getByLabelText('Why'), 'Posted on a forum')
  await user.click(inside.getByRole('button', { name: 'Revoke 1' }))
  await expect.poll(() => sent.length).toBe(2)
  expect(sent[0]).toEqual({ p_kind: 'token', p_ids: ids, p_dry_run: true })
  expect(sent[1]).toMatchObject({
    p_ids: ids,
    p_dry_run: false,
    p_reason: 'Posted on a forum',
    p_expected: { changed: 1 },
  })
  await expect.poll(() => screen.queryByRole('region', { name: 'Selected token codes' })).toBeNull()
})

it('revokes one code by its own button; keeping it comes first', async () => {
  const { user, sent, ids } = open()
  await user.click(await screen.findByRole('button', { name: 'Revoke LAUNCH27' }))
  const inside = within(await dialog('Revoke LAUNCH27?'))
  expect(inside.getByRole('button', { name: 'Keep code' })).toHaveFocus()
  await expect.poll(() => sent).toEqual([{ p_kind: 'token', p_ids: [ids[0]], p_dry_run: true }])
  await user.click(inside.getByRole('button', { name: 'Keep code' }))
  expect(sent).toHaveLength(1)
})
