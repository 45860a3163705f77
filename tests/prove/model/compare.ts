import type { Connection } from './connection.ts'
import { type Actor, idsOf, isAdmin, type Model, member } from './model.ts'

/** In place of a value that is not compared, except with null. */
export const ANY = Symbol('any')

/** Rows by table and by key. */
export type State = Record<string, Map<string, Record<string, unknown>>>

const OPEN = `
  'profiles', (select json_agg(t) from (
    select id as key, name, email, phone, role, current_tokens as tokens, invite_code_used as invite
    from profiles where id = any ($1)) as t),
  'benefits', (select json_agg(t) from (
    select id as key, name, token_value as price, is_active as active, delivery_method as method from benefits where id = any ($2)) as t),
  'orders', (select json_agg(t) from (
    select id as key, account_id as account, user_id as buyer, benefit_id as benefit, benefit_name as name,
      benefit_token_value as price, redemption_email as email, customer_name as customer, customer_email as address, status,
      order_number ~ '^ORD-\\d{6,}$' and due_at = created_at + interval '48 hours' as numbered
    from orders where id = any ($3)) as t),
  'token codes', (select json_agg(t) from (
    select code as key, token_value as value, is_used as used, used_by as by, created_by as maker
    from redeem_codes where code = any ($4)) as t),
  'invites', (select json_agg(t) from (
    select code as key, null as value, is_used as used, used_by as by, created_by as maker
    from invite_codes where code = any ($5)) as t),
  'settings', (select json_agg(t) from (select key, value from app_settings where key = any ($6)) as t),
  'ledger', (select json_agg(t) from (
    select account_id || ' entry ' || row_number() over (partition by account_id order by seq) as key,
      user_id as holder, transaction_type as type, amount, balance_after as balance, description as text, order_id as "order",
      redeem_code_id is not null as "ofCode", actor_id as actor
    from token_transactions where account_id = any ($1)) as t)`

const READ = `select json_build_object(${OPEN},
  'totals', (select json_agg(t) from (select 'all' as key, m.* from my_totals() as m) as t)) as state`

const READ_ALL = `select json_build_object(${OPEN},
  'pools', (select json_agg(t) from (
    select b.benefit_id || ' batch ' || b.number as key, b.quarantined_at is not null as held,
      (select count(*) from private.available_keys as a where (a.benefit_id, a.batch_id) = (b.benefit_id, b.id)) as left
    from private.key_batches as b where b.benefit_id = any ($2)) as t),
  'deliveries', (select json_agg(t) from (
    select d.order_id || ' item ' || row_number() over (partition by d.order_id order by d.id) as key,
      d.read_at is not null as read, coalesce(r.outcome, '') as report, coalesce(r.answer, '') as answer, b.number - 1 as batch
    from private.deliveries as d join private.delivery_keys as k on k.id = d.key_id
    join private.key_batches as b on b.id = k.batch_id left join private.reports as r on r.delivery_id = d.id
    where d.order_id = any ($3)) as t),
  'emails', (select json_agg(t) from (
    select recipient_id || ' ' || kind || ' ' || about || ' email ' || row_number() over (
        partition by recipient_id, kind, about order by created_at) as key,
      elsewhere, outcome is not distinct from 'over_limit' as over
    from (
      select o.*, coalesce(r.order_id, o.cause_id) as about
      from private.outbox as o left join private.reports as r on r.id = o.cause_id
      where o.recipient_id = any ($1)
        and o.cause_id = any ($2 || $3 || array(select q.id from private.reports as q where q.order_id = any ($3)))
    ) as queued) as t),
  'logins', (select json_agg(t) from (select id as key from auth.users where id = any ($1)) as t),
  'missed guesses', (select json_agg(t) from (
    select caller as key, count(*) as misses from private.attempts
    where kind in ('redeem_code', 'invite_code') and caller = any ($7) group by caller) as t),
  'log', (select json_agg(t) from (
    select row || ' line ' || row_number() over (partition by row order by id) as key, actor_id as actor, action,
      case action when 'update' then array(
        select k from jsonb_object_keys(after) as k where k <> 'updated_at' order by k collate "C") else '{}' end as what
    from (
      select l.*, coalesce(
        (select string_agg(c, ' ') from jsonb_array_elements_text(after -> 'codes') as c), after ->> 'code', row_id) as row
      from private.audit_log as l
      where (table_name = 'profiles' and row_id = any ($1::text[])) or (table_name = 'benefits' and row_id = any ($2::text[]))
        or (table_name = 'orders' and row_id = any ($3::text[]))
        or (table_name = 'redeem_codes' and row_id = any (
          array(select coalesce(batch_id, id)::text from redeem_codes where code = any ($4))))
        or (table_name = 'invite_codes' and row_id = any (
          array(select coalesce(batch_id, id)::text from invite_codes where code = any ($5))))
    ) as lines) as t)) as state`

/** All rows of this model as the owner of the database reads them, hidden tables included. */
export async function readAll({ query }: Pick<Connection, 'query'>, model: Model): Promise<State> {
  const values = [...sought(model), [...idsOf(model, 'person'), model.address]]
  const [row] = await query(READ_ALL, values, 'everything')
  return found(row?.state as Answered)
}

/** The rows of this model that the current role of the connection may read, with the caller's totals. */
export async function readVisible({ query }: Pick<Connection, 'query'>, model: Model): Promise<State> {
  const [row] = await query(READ, sought(model), 'visible')
  return found(row?.state as Answered)
}

const sought = (model: Model) =>
  (['person', 'benefit', 'order', 'token', 'invite', 'setting'] as const).map((kind) => idsOf(model, kind))

type Answered = Record<string, { key: string }[] | null>

function found(answer: Answered): State {
  return Object.fromEntries(
    Object.entries(answer).map(([name, list]) => [name, table(list ?? [], (row) => row)]),
  )
}

/** What `readVisible` as `viewer`, or `readAll` without one, must return. */
function expected(model: Model, viewer?: { by: Actor }): State {
  const all = !viewer || isAdmin(model, viewer.by)
  const sees = (id: string) => all || (member(model, id) !== undefined && viewer?.by === id)
  const living = [...model.people.values()].filter(({ alive }) => alive)
  const linked = (id: string) => (member(model, id) ? id : null)
  const numbers: Record<string, number> = {}
  const numbered = (of: string, noun: string) => {
    const number = (numbers[`${noun} ${of}`] ?? 0) + 1
    numbers[`${noun} ${of}`] = number
    return `${of} ${noun} ${number}`
  }
  const byId = <T extends { id: string }>(list: T[], more: (row: T) => object = () => ({})) =>
    table(list, ({ id, ...row }) => ({ key: id, ...row, ...more({ id, ...row } as T) }))
  const byCode = (kind: 'token' | 'invite') =>
    table(all ? [...model.codes[kind].values()] : [], ({ code, ...row }) => ({ key: code, ...row }))
  const open: State = {
    profiles: table(
      living.filter(({ id }) => sees(id)),
      ({ id, alive: _alive, ...row }) => ({ key: id, ...row }),
    ),
    benefits: byId(
      [...model.benefits.values()].filter(({ active }) => all || (active && member(model, viewer?.by))),
    ),
    orders: byId(
      [...model.orders.values()].filter(({ account }) => sees(account)),
      ({ account }) => ({ buyer: linked(account), numbered: true }),
    ),
    'token codes': byCode('token'),
    invites: byCode('invite'),
    settings: table(all || member(model, viewer?.by) ? [...model.settings] : [], ([key, value]) => ({
      key,
      value,
    })),
    ledger: table(
      model.ledger.filter(({ account }) => sees(account)),
      ({ account, ...row }) => ({ key: numbered(account, 'entry'), ...row, holder: linked(account) }),
    ),
  }
  if (viewer) return { ...open, totals: table([totals(model, viewer.by)], (row) => ({ key: 'all', ...row })) }
  return {
    ...open,
    logins: table(living, ({ id }) => ({ key: id })),
    pools: table(
      [...model.pools].flatMap(([benefit, batches]) =>
        batches.map((batch, at) => ({ benefit, at, ...batch })),
      ),
      ({ benefit, at, held, left }) => ({ key: `${benefit} batch ${at + 1}`, held, left }),
    ),
    deliveries: table(
      [...model.items].flatMap(([order, items]) => items.map((item, at) => ({ order, at, ...item }))),
      ({ order, at, benefit: _benefit, ...item }) => ({ key: `${order} item ${at + 1}`, ...item }),
    ),
    emails: table(model.emails, ({ to, kind, about, ...row }) => ({
      key: numbered(`${to} ${kind} ${about}`, 'email'),
      ...row,
    })),
    'missed guesses': table(Object.entries(model.misses), ([key, misses]) => ({ key, misses })),
    log: table(model.log, ({ row, ...line }) => ({ key: numbered(row, 'line'), ...line })),
  }
}

/** D21: received and spent, also for an admin only of their own account. */
function totals(model: Model, by: Actor) {
  const own = model.ledger.filter(({ account }) => account === by && member(model, by))
  const received = own.flatMap(({ amount }) => (amount > 0 ? [amount] : []))
  const spent = own.flatMap(({ amount }) => (amount < 0 ? [-amount] : []))
  const sum = (amounts: number[]) => amounts.reduce((total, amount) => total + amount, 0)
  return {
    received: sum(received),
    received_count: received.length,
    spent: sum(spent),
    spent_count: spent.length,
  }
}

function table<T>(list: T[], row: (one: T) => { key: string }): State[string] {
  return new Map(list.map(row).map(({ key, ...columns }) => [key, columns]))
}

/** The first difference between the database and the model, in one sentence; undefined if there is none. */
export function difference(model: Model, got: State, viewer?: { by: Actor }): string | undefined {
  for (const [name, rows] of Object.entries(expected(model, viewer))) {
    const is = got[name] ?? new Map()
    for (const key of new Set([...rows.keys(), ...is.keys()])) {
      const words = inRow(is.get(key), rows.get(key))
      if (words) return withNames(model, `${name}, ${key}: ${words}`)
    }
  }
  return undefined
}

function inRow(got?: Record<string, unknown>, wanted?: Record<string, unknown>): string | undefined {
  if (!wanted) return 'it is there, and by the model it is not'
  if (!got) return 'it is not there, and by the model it is'
  for (const [column, value] of Object.entries(wanted)) {
    if (got[column] === ANY && value !== null) continue
    const [is, should] = [JSON.stringify(got[column]), JSON.stringify(value)]
    if (is !== should) return `${column} is ${is}, and by the model ${should}`
  }
  return undefined
}

/** Replaces ids and codes by their readable names. */
export function withNames(model: Model, text: string): string {
  let words = text
  for (const [id, one] of model.sent) words = words.replaceAll(id, one.words)
  return words
}
