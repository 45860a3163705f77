import { randomUUID } from 'node:crypto'
import { freshCode, orderPayload } from '../../db/support/rows.ts'
import { operations } from '../operations/list.ts'
import { type Allowed, BOTH, type Sample, type TableRule, type Writable } from './rule.ts'

const THEN = '2001-01-01T00:00:00Z'
const NEVER_ID = '00000000-0000-4000-8000-000000000001'
const someId: Sample = () => randomUUID()
const oneself: Sample = ({ actor }) => actor.id ?? NEVER_ID

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

type Table = Omit<TableRule, 'insert' | 'update' | 'upsert' | 'delete'>

const tables: Record<string, Table> = {
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
    disposable: async ({ fixture, invite }) => (await fixture.newMember({ name: 'Vic Victim', invite })).id,
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
      delivery_method: 'link',
      created_at: THEN,
      updated_at: THEN,
    },
    fresh: () => ({ name: 'Tried Benefit', description: 'Tried', token_value: 7 }),
    select: { member: ['active'], admin: ['active', 'inactive'] },
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
      delivery_method: 'link',
      due_at: THEN,
      created_at: THEN,
      updated_at: THEN,
      search_text: 'tried',
    },
    generated: ['search_text'],
    fresh: (scene, actor, kind) =>
      orderPayload({ id: scene.idOf(actor, kind), email: 'proof@example.test' }, scene.active),
    select: { member: ['own'], admin: BOTH },
  },
  redeem_codes: {
    key: 'id',
    owner: 'used_by',
    columns: { ...codeColumns, token_value: 999 },
    fresh: () => ({ code: freshCode(), token_value: 1 }),
    select: { admin: BOTH },
  },
  invite_codes: {
    key: 'id',
    owner: 'used_by',
    columns: codeColumns,
    fresh: () => ({ code: freshCode() }),
    select: { admin: BOTH },
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
  },
}

/** The tables: what the operations need is allowed, and nothing else (D1, D11; docs/database.md, Rights). */
export const TABLES: Record<string, TableRule> = Object.fromEntries(
  Object.entries(tables).map(([name, table]) => {
    const rights = operations.flatMap((operation) => operation.rights?.[name] ?? [])
    const merged = (verb: 'insert' | 'update') =>
      rights.reduce<Allowed<Writable>>((all, one) => merge(all, one[verb] ?? {}), {})
    const upsert = Object.assign({}, ...rights.map((one) => one.upsert))
    const remove = Object.assign({}, ...rights.map((one) => one.delete))
    return [name, { ...table, insert: merged('insert'), update: merged('update'), upsert, delete: remove }]
  }),
)

function merge(one: Allowed<Writable>, other: Allowed<Writable>): Allowed<Writable> {
  const all = { ...one }
  for (const [who, added] of Object.entries(other) as [keyof Allowed<Writable>, Writable][]) {
    const { columns = [], overruled = [], requires } = one[who] ?? {}
    all[who] = {
      kinds: added.kinds,
      columns: [...columns, ...added.columns],
      overruled: [...overruled, ...(added.overruled ?? [])],
      requires: { ...requires, ...added.requires },
    }
  }
  return all
}
