import type { Query, Row } from '../../db/support/world.ts'
import { emailOf, type Stage } from './stage.ts'
import { NAMES, type Name, ORDERS, type State } from './state.ts'

type Read = {
  people: Row[] | null
  logins: string[] | null
  orders: Row[] | null
  benefit: { price: number; active: boolean } | null
  codes: { code: string; used: boolean; by: string | null; maker: string | null }[]
  logo: string | null
  ledger: { account_id: string; entries: string[] }[] | null
  log: { actor: string | null; line: string; row: string }[] | null
  third: boolean
}

const TEXT = `
  with met as (select * from profiles where id = any ($1) or lower(email) = any ($4)),
    known as (select unnest($1::uuid[]) as id union select id from met)
  select
    (select json_agg(p) from met as p) as people,
    (select json_agg(u.email) from known join auth.users as u using (id)) as logins,
    (select json_agg(o) from orders as o where o.id = any ($2)) as orders,
    (select json_build_object('price', b.token_value, 'active', b.is_active) from benefits as b where b.id = $3) as benefit,
    (select json_agg(c) from (
      select code, is_used as used, used_by as by, created_by as maker from redeem_codes where code = any ($5)
      union all
      select code, is_used, used_by, created_by from invite_codes where code = any ($5)) as c) as codes,
    (select value from app_settings where key = 'email_logo_url') as logo,
    (select json_agg(l) from (
      select account_id, json_agg(transaction_type || ' ' || amount || ' ' || description order by seq) as entries
      from known join token_transactions on account_id = known.id
      group by account_id) as l) as ledger,
    (select json_agg(a) from (
      select actor_id as actor, action || ' ' || table_name as line, after ->> 'status' as status, row_id as row
      from private.audit_log where table_name in ('profiles', 'orders', 'benefits')
        and row_id = any ($1::text[] || $2::text[] || $3::text)) as a) as log,
    exists (select from profiles where role = 'admin' and not id = any ($1)) as third`

/** The state of a stage as it stands, read by the owner, whom no row rule holds back. */
export async function readState(sql: Query, stage: Omit<Stage, 'opening'>): Promise<State> {
  const { ids, codes } = stage
  const people = NAMES.map((name) => ids[name])
  const newcomers = (['sam', 'tom'] as const).map((name) => emailOf(name, stage))
  const values = [people, ORDERS.map((name) => ids[name]), ids.benefit, newcomers]
  const [read] = await sql<Read>(TEXT, [...values, Object.values(codes)])
  if (!read) throw new Error('nothing was read')
  // Who signs up gets an id of auth's own making.
  const known = new Map<unknown, Name>(NAMES.map((name) => [ids[name], name]))
  for (const { id, email } of read.people ?? []) if (!known.has(id)) known.set(id, handleOf(email) as Name)
  return assemble(read, stage, (id) => known.get(id) ?? null)
}

const handleOf = (email: unknown) => String(email).split('-')[0]

function assemble(
  read: Read,
  { ids, codes }: Omit<Stage, 'opening'>,
  name: (id: unknown) => Name | null,
): State {
  const code = (key: keyof typeof codes) => {
    const found = read.codes.find((row) => row.code === codes[key])
    return found && { used: found.used, by: name(found.by) }
  }
  const made = (['a', 'b'] as const).flatMap((key) => {
    const maker = name(read.codes.find((row) => row.code === codes[key])?.maker)
    return maker ? [[key, { ...code(key), maker }]] : []
  })
  const text = (entry: string) =>
    Object.entries(codes).reduce((words, [key, spelled]) => words.replace(spelled, key), entry)
  const subject = (id: string) => name(id) ?? ORDERS.find((key) => ids[key] === id)
  return {
    people: Object.fromEntries(
      (read.people ?? []).map((row) => [
        name(row.id),
        { role: row.role, name: row.name, email: handleOf(row.email), tokens: row.current_tokens },
      ]),
    ),
    logins: (read.logins ?? []).map((email) => loginOf(email)).sort(),
    orders: Object.fromEntries((read.orders ?? []).map((row) => [subject(String(row.id)), orderOf(row)])),
    benefit: read.benefit,
    code: code('code') ?? { used: false, by: null },
    invite: code('invite') ?? { used: false, by: null },
    made: Object.fromEntries(made),
    logo: read.logo ?? '',
    ledger: Object.fromEntries(
      (read.ledger ?? []).map((row) => [name(row.account_id), row.entries.map(text)]),
    ),
    log: (read.log ?? []).map((row) => lineOf(row, name(row.actor) ?? 'nobody', subject(row.row))).sort(),
    third: read.third,
  }
}

/** Mia's e-mail may have moved. */
const loginOf = (email: string) => (handleOf(email) === 'moved' ? 'mia' : handleOf(email)) as Name

function orderOf(row: Row) {
  return {
    status: String(row.status),
    price: Number(row.benefit_token_value),
    owned: row.user_id !== null,
    offered: row.benefit_id !== null,
    erased: row.customer_name === null && row.customer_email === null && row.redemption_email === null,
  }
}

function lineOf(row: Row, actor: string, subject: string | undefined): string {
  return [actor, row.line, subject, row.status].filter(Boolean).join(' ')
}
