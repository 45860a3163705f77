import { expect, it } from 'vitest'
import type { ExplainedRow } from '@/entities/explanations/explanation'
import { adminLine } from './line'

const row = { id: 'c1', at: '2026-11-20T10:00:00Z', key: '1', amount: 1, name: '••••ER26' } as ExplainedRow

it.each([
  ['token_code', '/admin/token-codes?code=c1'],
  ['invite_code', '/admin/invite-codes?code=c1'],
] as const)('leads from a %s to its page, whatever its state and list', (kind, to) => {
  expect(adminLine({ number: 'token_codes' }, { ...row, kind, state: 'expired' }).to).toBe(to)
})
