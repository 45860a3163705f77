import { type Actor, idsOf, isAdmin, type Model, member } from './model.ts'

/** Rows by table and by what names them in it. */
export type State = Record<string, Map<string, Record<string, unknown>>>

const OPEN = `
  'profiles', (select json_agg(t) from (
    select id as key, name, email, phone, role, current_tokens as tokens, invite_code_used as invite
    from profiles where id = any ($1)) as t),
  'benefits', (select json_agg(t) from (
    select id as key, name, token_value as price, is_active as active from benefits where id = any ($2)) as t),
  'orders', (select json_agg(t) from (
    select id as key, account_id as account, user_id as buyer, benefit_id as benefit, benefit_name as name,
      benefit_token_value as price, redemption_email as email, customer_name as customer, customer_email as address, status,
      order_number ~ '^ORD-\\d{6,}$' and due_at = created_at + interval '48 hours' as numbered
    from orders where id = any ($3)) as t),
  'token codes', (select json_agg(t) from (
    select code as key, token_value as value, is_used as used, used_by as by from redeem_codes where code = any ($4)) as t),
  'invites', (select json_agg(t) from (
    select code as key, null as value, is_used as used, used_by as by from invite_codes where code = any ($5)) as t),
  'ledger', (select json_agg(t) from (
    select account_id || ' entry ' || row_number() over (partition by account_id order by seq) as key,
      user_id as holder, transaction_type as type, amount, balance_after as balance, description as text, order_id as "order",
      redeem_code_id is not null as "ofCode", actor_id as actor
    from token_transactions where account_id = any ($1)) as t)`

/** Every row of this guild that the caller may read, and the caller's totals, in one answer. */
export const READ = `select json_build_object(${OPEN},
  'totals', (select json_agg(t) from (select 'all' as key, m.* from my_totals() as m) as t)) as state`

/** The same for the owner of the database, and what no client reads: logins, counts of guesses, the log. */
export const READ_ALL = `select json_build_object(${OPEN},
  'logins', (select json_agg(t) from (select id as key from auth.users where id = any ($1)) as t),
  'missed guesses', (select json_agg(t) from (
    select caller as key, count(*) as misses from private.attempts
    where kind in ('redeem_code', 'invite_code') and caller = any ($6) group by caller) as t),
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

/** What READ (as `viewer`) or READ_ALL (without one) must answer. */
export function expected(model: Model, viewer?: { by: Actor }): State {
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
  const open: State = {
    profiles: table(
      living.filter(({ id }) => sees(id)),
      ({ id, alive: _alive, ...row }) => ({ key: id, ...row }),
    ),
    benefits: table(
      [...model.benefits.values()].filter(({ active }) => all || (active && member(model, viewer?.by))),
      ({ id, ...row }) => ({ key: id, ...row }),
    ),
    orders: table(
      [...model.orders.values()].filter(({ account }) => sees(account)),
      ({ id, ...row }) => ({ key: id, ...row, buyer: linked(row.account), numbered: true }),
    ),
    'token codes': table(all ? [...model.codes.token.values()] : [], ({ code, ...row }) => ({
      key: code,
      ...row,
    })),
    invites: table(all ? [...model.codes.invite.values()] : [], ({ code, ...row }) => ({
      key: code,
      ...row,
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
    'missed guesses': table(Object.entries(model.misses), ([key, misses]) => ({ key, misses })),
    log: table(model.log, ({ row, ...line }) => ({ key: numbered(row, 'line'), ...line })),
  }
}

/** D21: what somebody received and spent, an admin too only the own. */
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

/** What READ and READ_ALL answer: null for a table without such rows. */
export type Answered = Record<string, { key: string }[] | null>

/** The answer of READ or READ_ALL as it compares with the model. */
export function found(answer: Answered): State {
  return Object.fromEntries(
    Object.entries(answer).map(([name, list]) => [name, table(list ?? [], (row) => row)]),
  )
}

/** The values of READ, and with `hidden` of READ_ALL. */
export function sought(model: Model, hidden = false): unknown[] {
  const kinds = ['person', 'benefit', 'order', 'token', 'invite'] as const
  const open = kinds.map((kind) => idsOf(model, kind))
  return hidden ? [...open, [...idsOf(model, 'person'), model.address]] : open
}
