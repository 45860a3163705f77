import { randomUUID } from 'node:crypto'
import { freshCode, orderPayload } from '../../db/support/rows.ts'
import type { Sample, TableRule, Writable } from './rule.ts'

const THEN = '2001-01-01T00:00:00Z'
const NEVER_ID = '00000000-0000-4000-8000-000000000001'
const someId: Sample = () => randomUUID()
const oneself: Sample = ({ actor }) => actor.id ?? NEVER_ID
const BOTH = ['own', 'foreign'] as const

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
} satisfies Record<string, Sample>

/** The tables: what is allowed, and nothing else is (D1, D11; docs/database.md, Rights). */
export const TABLES: Record<string, TableRule> = {
  profiles: {
    key: 'id',
    owner: 'id',
    columns: {
      id: someId,
      name: 'Tried Name',
      email: 'tried@example.test',
      phone: '+1 555 0199',
      role: ({ row }) => (row?.role === 'admin' ? 'user' : 'admin'),
      current_tokens: 999,
      adjustment_reason: 'Tried reason',
      membership_start_date: THEN,
      membership_end_date: '2099-01-01T00:00:00Z',
      invite_code_used: 'TRIED',
      created_at: THEN,
    },
    fresh: (scene, actor, kind) => ({
      id: scene.idOf(actor, kind),
      name: 'Tried Name',
      email: `${randomUUID()}@example.test`,
    }),
    select: { member: ['own'], admin: BOTH },
    insert: {},
    update: {
      member: { kinds: ['own'], columns: ['name', 'phone'] },
      admin: {
        kinds: BOTH,
        columns: ['name', 'phone', 'role', 'current_tokens', 'adjustment_reason'],
        overruled: ['adjustment_reason'],
        requires: { current_tokens: { adjustment_reason: 'Tried by the proof' } },
      },
    },
    upsert: {},
    delete: { admin: ['foreign'] },
    disposable: async ({ guild, invite }) => (await guild.newMember({ name: 'Vic Victim', invite })).id,
  },
  token_transactions: {
    key: 'id',
    owner: 'user_id',
    columns: {
      id: someId,
      seq: 1_000_000,
      user_id: oneself,
      account_id: oneself,
      transaction_type: 'purchase',
      amount: 999,
      description: 'Tried',
      balance_after: 1024,
      order_id: NEVER_ID,
      redeem_code_id: NEVER_ID,
      actor_id: NEVER_ID,
      created_at: THEN,
      reason: 'Tried',
    },
    generated: ['seq'],
    fresh: (scene, actor, kind) => ({
      user_id: scene.idOf(actor, kind),
      transaction_type: 'purchase',
      amount: 999,
      description: 'Tried',
    }),
    select: { member: ['own'], admin: BOTH },
    insert: {},
    update: {},
    upsert: {},
    delete: {},
  },
  benefits: {
    key: 'id',
    columns: {
      id: someId,
      name: 'Tried Benefit',
      description: 'Tried description',
      token_value: 7,
      image_url: '/tried.png',
      is_active: ({ row }) => row?.is_active !== true,
      created_at: THEN,
      updated_at: THEN,
    },
    fresh: () => ({ name: 'Tried Benefit', description: 'Tried', token_value: 7 }),
    select: { member: ['active'], admin: ['active', 'inactive'] },
    insert: {
      admin: {
        kinds: ['new'],
        columns: ['id', 'name', 'description', 'token_value', 'image_url', 'is_active'],
      },
    },
    update: {
      admin: {
        kinds: ['active', 'inactive'],
        columns: ['name', 'description', 'token_value', 'image_url', 'is_active'],
      },
    },
    // Refused where the REST layer writes the key as well, as the hosted one does; an admin may do it in two steps.
    upsert: { admin: { kinds: ['active', 'inactive'], perhaps: true } },
    delete: { admin: ['active', 'inactive'] },
  },
  orders: {
    key: 'id',
    owner: 'user_id',
    columns: {
      id: someId,
      order_number: 'ORD-999999',
      user_id: oneself,
      account_id: oneself,
      benefit_id: ({ scene }) => scene.inactive.id,
      redemption_email: 'tried@example.test',
      status: 'processing',
      benefit_name: 'Tried Benefit',
      benefit_token_value: 1,
      benefit_image_url: '/tried.png',
      benefit_description: 'Tried description',
      customer_name: 'Tried Name',
      customer_email: 'tried@example.test',
      due_at: THEN,
      created_at: THEN,
      updated_at: THEN,
      search_text: 'tried',
    },
    generated: ['search_text'],
    fresh: (scene, actor, kind) =>
      orderPayload({ id: scene.idOf(actor, kind), email: 'proof@example.test' }, scene.active),
    select: { member: ['own'], admin: BOTH },
    insert: {
      member: placed(),
      admin: placed(),
    },
    update: { admin: { kinds: BOTH, columns: ['status', 'updated_at'], overruled: ['updated_at'] } },
    upsert: {},
    delete: {},
  },
  redeem_codes: {
    key: 'id',
    owner: 'used_by',
    columns: { ...codeColumns, token_value: 999 },
    fresh: () => ({ code: freshCode(), token_value: 1 }),
    select: { admin: BOTH },
    insert: { admin: { kinds: ['new'], columns: ['code', 'token_value', 'note', 'batch_id'] } },
    update: {},
    upsert: {},
    delete: {},
  },
  invite_codes: {
    key: 'id',
    owner: 'used_by',
    columns: codeColumns,
    fresh: () => ({ code: freshCode() }),
    select: { admin: BOTH },
    insert: { admin: { kinds: ['new'], columns: ['code', 'note', 'batch_id'] } },
    update: {},
    upsert: {},
    delete: {},
  },
  app_settings: {
    key: 'key',
    columns: {
      key: ({ row }) => row?.key ?? 'email_logo_in_mails',
      value: ({ scene }) => scene.logo,
      updated_at: THEN,
      updated_by: oneself,
    },
    fresh: (scene) => ({ key: 'email_logo_in_mails', value: scene.logo }),
    select: { member: ['set'], admin: ['set'] },
    insert: { admin: { kinds: ['new'], columns: ['key', 'value'] } },
    update: { admin: { kinds: ['set'], columns: ['key', 'value'] } },
    upsert: { admin: { kinds: ['set'] } },
    delete: {},
  },
}

/** An order is placed for oneself; all but its id, buyer and address is the server's to write (D1). */
function placed(): Writable {
  const overruled = ['status', 'benefit_name', 'benefit_image_url', 'benefit_description']
  const kept = ['id', 'user_id', 'benefit_id', 'redemption_email', 'benefit_token_value']
  return { kinds: ['own'], columns: [...kept, ...overruled], overruled }
}
