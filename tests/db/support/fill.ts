import type { World } from './world'

/** The number of rows of a large data set, which has eight benefits. */
export type Size = { orders: number; users: number; codes: number }

/** Search terms by how often they occur in the rows of `fill`. */
export const TERMS = {
  /** In every order, user and used code. */
  common: 'guild.example',
  /** In 1 of 200 orders: slightly too few for a scan of the newest 4,000. */
  medium: 'sextant',
  /** In a few hundred orders, one user, and the codes of that user. */
  rare: 'quixwood',
  none: 'xylophonist',
  /** Only in the older half of the orders, and there in 1 of 50. */
  old: 'astrolabe',
} as const

const FIRST =
  'Ada Bruno Clara Dmitri Elena Farid Greta Hugo Ines Jonas Kofi Lena Mateo Nadia Oskar Priya Quentin Rosa'
const LAST =
  'Abara Berg Castell Duarte Eriksen Falk Gallagher Hartmann Ito Jensen Keller Lindahl Mensah Novak Okafor'
const words = (list: string) => `('{${list.replaceAll(' ', ',')}}'::text[])`

const PEOPLE = `
create temp table people on commit drop as
select gen_random_uuid() as id, n,
  case n when 7 then 'Zebedee Quixwood' else
    ${words(FIRST)}[1 + n % 18] || ' ' || ${words(LAST)}[1 + n / 18 % 15] || ' ' || n end as name,
  case n when 7 then 'quixwood' else lower(${words(FIRST)}[1 + n % 18]) || n end || '@guild.example' as email,
  now() - interval '3 years' + n * interval '2 years' / $1 as created_at
from generate_series(1, $1::int) as n`

// Half of the codes are used. Times repeat in threes, like those of codes created together.
const codes = (letter: string) => `
create temp table ${letter}_codes on commit drop as
select gen_random_uuid() as id, '${letter}' || lpad(to_hex(n), 9, '0') as code, 5 * (1 + n % 20) as token_value,
  case n % 4 when 0 then 'Spring fair' when 1 then 'Letter no. ' || n end as note, n % 2 = 0 as is_used,
  now() - interval '1 year' + (n / 3) * interval '1 year' / $1 as created_at,
  case when n % 2 = 0 then (select id from people where people.n = 1 + codes.n / 2 % $2::int) end as used_by
from generate_series(1, $1::int) as codes (n)`

const BENEFITS = `
create temp table catalogue on commit drop as
select gen_random_uuid() as id, n,
  ('{Velvet Notebook,Brass Compass,Coffee Circle,Reading Lamp,Wool Blanket,Ink Set,Sextant,Astrolabe}'::text[])[n] as name,
  5 + 5 * (n % 200) as price
from generate_series(1, 8) as n`

// Shuffled, because a regular pattern distorts the planner's sampled statistics.
const ORDERS = `
create temp table purchases on commit drop as
select gen_random_uuid() as id, o.n, p.id as user_id, p.name, p.email, b.id as benefit_id, b.name as benefit_name, b.price,
  (array['pending', 'processing', 'completed', 'delivered', 'delivered', 'cancelled'])[
    case when o.n > $1 * 0.98 then 1 + o.n % 2 else 3 + o.mix % 4 end] as status,
  now() - interval '1 year' + (o.n / 3) * 3 * (interval '1 year' / $1) as created_at
from (select n, n * 48271::bigint % 1000003 as mix from generate_series(1, $1::int) as n) as o
join people as p on p.n = case o.mix % 4001 when 0 then 7 else 1 + o.mix % $2 end
join catalogue as b on b.n = case when o.mix % 200 = 0 then 7 when o.n < $1 / 2 and o.mix % 50 = 1 then 8 else 1 + o.mix % 6 end`

/** All ledger entries; one grant at the start pays for everything that a person spends. */
const MOVES = `
create temp table moves on commit drop as
select p.id as account, 'signup_bonus' as type, 25 as amount, 'Welcome bonus' as description,
  null::uuid as order_id, null::uuid as code_id, p.created_at as at, 0 as step from people as p
union all
select user_id, 'adjustment', sum(price)::int, 'From Guildhall', null, null, min(created_at) - interval '1 second', 1
from purchases group by user_id
union all
select used_by, 'redemption', token_value, 'Redeemed code ' || code, null, id, created_at + interval '1 minute', 2
from t_codes where is_used
union all
select user_id, 'redemption', -price, 'Redeemed: ' || benefit_name, id, null, created_at, 3 from purchases
union all
select user_id, 'refund', price, 'Refund: ' || benefit_name, id, null, created_at, 4 from purchases where status = 'cancelled'`

const STEPS = [
  'insert into auth.users (id, email) select id, email from people',
  `insert into profiles (id, name, email, created_at, membership_start_date, current_tokens)
   select p.id, p.name, p.email, p.created_at, p.created_at, (select sum(m.amount) from moves as m where m.account = p.id)
   from people as p`,
  'insert into private.sorted_balances (user_id, tokens) select id, current_tokens from profiles on conflict do nothing',
  `insert into benefits (id, name, description, token_value) select id, name, 'What it is.', price from catalogue`,
  `insert into orders (id, order_number, user_id, account_id, benefit_id, redemption_email, status, benefit_name,
     benefit_token_value, benefit_description, customer_name, customer_email, due_at, unit, fulfilled_at, created_at, updated_at)
   select id, 'ORD-' || lpad(n::text, greatest(6, length(n::text)), '0'), user_id, user_id, benefit_id, email, status, benefit_name,
     price, 'What it is.', name, email, created_at + interval '48 hours',
     private.order_unit('held', status), case when status in ('completed', 'delivered') then created_at + n % 60 * interval '1 hour' end,
     created_at, created_at
   from purchases order by n`,
  // The first person is an admin, who works on up to 400 orders, half of which wait.
  `insert into order_desk (order_id, assignee_id, assigned_at, notes)
   select p.id, first.id, case when first.id is not null then p.created_at end, case when p.n % 3 = 0 then 1 else 0 end
   from purchases as p left join people as first on first.n = 1 and p.n % 2 = 0
   where abs(p.n - $1::int * 0.98) < 400 and (p.n % 2 = 0 or p.n % 3 = 0)`,
  `insert into order_notes (order_id, author_id, body)
   select order_id, (select id from people where n = 1), 'The customer called.' from order_desk where notes > 0`,
  `select setval('private.order_numbers', (select max(n) from purchases))`,
  `insert into redeem_codes (id, code, token_value, note, uses, used_by, used_at, created_at)
   select id, upper(code), token_value, note, is_used::integer, used_by, case when is_used then created_at end, created_at from t_codes`,
  `insert into invite_codes (id, code, note, uses, used_by, used_at, created_at)
   select id, upper(code), note, is_used::integer, used_by, case when is_used then created_at end, created_at from i_codes`,
  'create temp table entries on commit drop as select * from token_transactions limit 0',
  `insert into entries (seq, user_id, account_id, transaction_type, amount, description, order_id, redeem_code_id, created_at,
     balance_after)
   select row_number() over (order by at, step, order_id, code_id), account, account, type, amount, description, order_id, code_id, at,
     sum(amount) over (partition by account order by at, step, order_id, code_id)
   from moves`,
  'create aggregate pg_temp.ledger_head(token_transactions) (sfunc = private.ledger_hash, stype = bytea)',
  `insert into token_transactions (user_id, account_id, transaction_type, amount, description, order_id, redeem_code_id,
     created_at, balance_after, hash)
   select user_id, account_id, transaction_type, amount, description, order_id, redeem_code_id, created_at, balance_after,
     pg_temp.ledger_head(row(e.*)::token_transactions) over (partition by account_id order by seq)
   from entries as e order by seq`,
]

/**
 * Fills an empty database with a consistent data set, in about 15 seconds per 100,000 orders. It disables the triggers, which
 * would take minutes; `private.reconcile()` checks the result.
 */
export async function fill(world: World, { orders, users, codes: codeCount }: Size): Promise<void> {
  const half = Math.ceil(codeCount / 2)
  await world.commits(async (sql) => {
    await sql('set local session_replication_role = replica')
    await sql(PEOPLE, [users])
    await sql('create index on people (n)')
    for (const letter of ['t', 'i']) await sql(codes(letter), [half, users])
    await sql(BENEFITS)
    await sql(ORDERS, [orders, users])
    await sql(MOVES)
    await sql('create index on moves (account)')
    await sql('analyze people, purchases, moves')
    for (const step of STEPS) await sql(step, step.includes('$1') ? [orders] : [])
  })
  // Apart: together they leave the sizes of partial indexes unknown, for which the planner then takes them to be tiny.
  await world.sql('vacuum')
  await world.sql('analyze')
}
