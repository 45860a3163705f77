import { randomUUID } from 'node:crypto'
import { orderPayload } from '../../db/support/rows.ts'
import { operations } from '../operations/list.ts'
import { codeTables } from './code-tables.ts'
import { noticeTables } from './notice-tables.ts'
import { type Allowed, BOTH, type TableRule, type Writable } from './rule.ts'
import { NEVER_ID, oneself, orderOf, someId, type Table, THEN } from './samples.ts'

const tables: Record<string, Table> = {
  ...codeTables,
  ...noticeTables,
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
      adjustment_type: 'purchase',
      adjustment_reason: 'Tried reason',
      membership_start_date: THEN,
      membership_end_date: '2099-01-01T00:00:00Z',
      invite_code_used: 'TRIED',
      created_at: THEN,
      deletes_at: THEN,
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
      reason_salt: NEVER_ID,
      reason_digest: '\\x00',
      hash: '\\x00',
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
      category_id: ({ scene }) => scene.category,
      stock: 7,
      per_member_limit: 7,
      opens_at: '2001-01-01 00:00:00+00',
      closes_at: '2099-01-01 00:00:00+00',
      estimated_value: 7,
      created_at: THEN,
      updated_at: THEN,
    },
    fresh: () => ({ name: 'Tried Benefit', description: 'Tried', token_value: 7 }),
    select: { member: ['active'], admin: ['active', 'inactive'] },
  },
  categories: {
    key: 'id',
    columns: {
      id: someId,
      name: () => `Tried ${randomUUID()}`,
      position: 1_000_000,
      created_at: THEN,
      updated_at: THEN,
    },
    fresh: () => ({ name: `Tried ${randomUUID()}` }),
    select: { member: ['named'], admin: ['named'] },
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
      credit_rate: 99,
      credit_cap: 99,
      late_credit: 99,
      fulfilled_at: THEN,
      from_stock: ({ row }) => row?.from_stock !== true,
      unit: 'spent',
      created_at: THEN,
      updated_at: THEN,
      search_text: 'tried',
    },
    generated: ['search_text'],
    fresh: (scene, actor, kind) =>
      orderPayload({ id: scene.idOf(actor, kind), email: 'proof@example.test' }, scene.active),
    select: { member: ['own'], admin: BOTH },
  },
  order_desk: {
    key: 'order_id',
    owner: 'assignee_id',
    columns: { order_id: someId, assignee_id: oneself, assigned_at: THEN, notes: 99 },
    fresh: (scene, actor, kind) => ({
      order_id: randomUUID(),
      assignee_id: scene.idOf(actor, kind),
      assigned_at: THEN,
    }),
    select: { admin: BOTH },
  },
  order_notes: {
    key: 'id',
    owner: 'author_id',
    columns: {
      id: someId,
      order_id: ({ scene }) => orderOf(scene),
      author_id: oneself,
      body: 'Tried by the proof',
      operation_id: NEVER_ID,
      created_at: THEN,
    },
    fresh: (scene) => ({ order_id: orderOf(scene), body: 'Tried by the proof' }),
    select: { admin: BOTH },
  },
  admin_views: {
    key: 'id',
    owner: 'admin_id',
    columns: {
      id: someId,
      admin_id: oneself,
      name: () => `Tried ${randomUUID().slice(0, 8)}`,
      position: 9,
      filter: () => ({ status: 'waiting' }),
      sort: 'due',
      created_at: THEN,
    },
    fresh: () => ({ name: `Tried ${randomUUID().slice(0, 8)}`, filter: {}, sort: 'newest' }),
    select: { admin: ['own'] },
  },
  operations: {
    key: 'id',
    columns: {
      id: someId,
      kind: 'order_note',
      actor_id: oneself,
      parameters: '{"status": "cancelled"}',
      state: 'running',
      ...Object.fromEntries(
        'total changed skipped undone kept remaining tokens emails position'
          .split(' ')
          .map((name) => [name, 9]),
      ),
      ...Object.fromEntries(
        'created_at started_at stepped_at finished_at undo_until undone_at settled_at'
          .split(' ')
          .map((name) => [name, THEN]),
      ),
    },
    fresh: (scene, actor, kind) => ({ kind: 'order_status', actor_id: scene.idOf(actor, kind) }),
    select: { admin: ['planned'] },
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
