import { randomUUID } from 'node:crypto'
import { freshCode } from '../../db/support/rows.ts'
import type { Sample } from './rule.ts'
import { BOTH } from './rule.ts'
import { oneself, someId, type Table, THEN } from './samples.ts'

const codeColumns = {
  id: someId,
  code: () => freshCode(),
  is_used: ({ row }) => row?.is_used !== true,
  used_by: oneself,
  used_at: THEN,
  created_by: oneself,
  created_at: THEN,
  note: 'Tried by the proof',
  batch_id: someId,
  is_revoked: () => true,
  revoked_at: THEN,
  revoked_by: oneself,
  revoked_reason: 'Tried by the proof',
  expires_at: '2099-01-01 00:00:00+00',
  max_uses: 9,
  uses: 1,
} satisfies Record<string, Sample>
const generated = ['is_used', 'is_revoked']

/** Codes, and how people come to one: invitations and the waitlist. */
export const codeTables: Record<string, Table> = {
  redeem_codes: {
    key: 'id',
    owner: 'used_by',
    columns: { ...codeColumns, token_value: 999 },
    generated,
    fresh: () => ({ code: freshCode(), token_value: 1 }),
    select: { admin: BOTH },
  },
  invite_codes: {
    key: 'id',
    owner: 'used_by',
    columns: { ...codeColumns, email: 'tried@example.test', is_plain: () => false },
    generated,
    fresh: () => ({ code: freshCode() }),
    select: { admin: BOTH },
  },
  code_uses: {
    key: 'code_id',
    conflict: 'code_id,account_id',
    owner: 'user_id',
    columns: { code_id: someId, account_id: someId, user_id: oneself, used_at: THEN },
    fresh: (scene, actor, kind) => {
      const person = scene.idOf(actor, kind)
      return { code_id: randomUUID(), account_id: person, user_id: person, used_at: THEN }
    },
    select: { admin: BOTH },
  },
  invitations: {
    key: 'code_id',
    owner: 'inviter_id',
    columns: {
      code_id: someId,
      source: 'waitlist',
      inviter_id: oneself,
      email: 'tried@example.test',
      message: 'Tried by the proof',
      addressed_at: THEN,
      sends: 3,
      queued_at: THEN,
      email_id: someId,
      email_state: 'given_up',
      last_sent_at: THEN,
      opened_at: THEN,
      opens: 3,
      created_at: THEN,
    },
    fresh: (scene, actor, kind) => ({
      code_id: randomUUID(),
      source: 'member',
      inviter_id: scene.idOf(actor, kind),
      email: 'tried@example.test',
    }),
    select: { admin: BOTH },
  },
  waitlist: {
    key: 'id',
    columns: {
      id: someId,
      email: 'tried@example.test',
      mailbox: () => `${randomUUID()}@example.test`,
      requested_at: THEN,
      declined_at: THEN,
    },
    fresh: () => ({ email: 'tried@example.test', mailbox: `${randomUUID()}@example.test` }),
    select: { admin: ['waiting'] },
  },
}
