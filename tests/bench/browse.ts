import { call } from '../db/support/listing'
import { measureSql } from './timing'
import { type Fixture, openFixture } from './world'

const BENEFITS = 5_000
/** A page of the catalogue costs at most three times its raw SQL and a millisecond; the counts of all filters, five. */
const MAX_TIMES = 3
const SLACK_MS = 1
const MAX_COUNTS_MS = 5

/** Twenty categories; a quarter of the benefits each by hand, key, link and file; some with stock, limit and times. */
const ARRANGE = [
  `insert into categories (name, position) select 'Category ' || n, n from generate_series(1, 20) as n`,
  `create temp table numbered as select id, row_number() over (order by id)::int as n from benefits`,
  `update benefits as b set
     description = repeat('What a member has of it, and for how long. ', 5), created_at = now() - n.n * interval '1 hour',
     delivery_method = (array['manual', 'key', 'link', 'file'])[1 + n.n % 4],
     category_id = (select id from categories where position = 1 + n.n % 20),
     per_member_limit = case when n.n % 5 = 0 then 1 + n.n % 3 end,
     opens_at = case when n.n % 10 = 3 then now() + interval '9 days' end,
     closes_at = case when n.n % 10 = 7 then now() + (n.n % 90 + 1) * interval '1 day' end
   from numbered as n where n.id = b.id`,
  'insert into private.benefit_stock select id, n % 30 from numbered where n % 8 = 0',
  `insert into private.benefit_delivery (benefit_id, link)
   select id, 'https://a.example/' from benefits where delivery_method = 'link'`,
  `insert into private.benefit_delivery (benefit_id, file_path, file_name, file_size, file_type)
   select id, id || '/a/b', 'b', 1, 'c' from benefits where delivery_method = 'file'`,
  `insert into private.key_batches (benefit_id, number) select id, 1 from benefits where delivery_method = 'key'`,
  `insert into private.delivery_keys (benefit_id, batch_id, secret)
   select benefit_id, id, id::text || k from private.key_batches, generate_series(1, 30) as k`,
  `insert into private.available_keys (benefit_id, key_id, batch_id) select benefit_id, id, batch_id from private.delivery_keys`,
  `insert into private.favourites (user_id, benefit_id)
   select p.id, n.id from (select id, row_number() over (order by created_at)::int as m from profiles limit 2000) as p
   join numbered as n on (n.n + p.m) % 200 = 0`,
  'vacuum analyze',
]

/** The hand-written equivalent for one member and one page. */
const raw = (member: string, where: string, sort: string) => `
  select b.id, b.name, b.description, b.token_value, b.image_url, b.delivery_method, b.category_id, b.per_member_limit, b.opens_at,
    b.closes_at, b.estimated_value, b.created_at,
    case b.delivery_method
      when 'key' then (select count(*) from (select from private.available_keys as a where a.benefit_id = b.id and a.batch_id <> all (
        array(select q.id from private.key_batches as q where q.benefit_id = b.id and q.quarantined_at is not null)) limit 20) as k)
      when 'manual' then least(u.stock, 20)
      else (select u.stock from private.benefit_delivery as d where d.benefit_id = b.id) end as units_left,
    (select count(*) from orders as o where o.user_id = '${member}' and o.benefit_id = b.id and o.unit <> 'returned') as own_orders,
    exists (select from private.favourites as f where f.user_id = '${member}' and f.benefit_id = b.id) as is_favourite,
    exists (select from private.waiting_members as w where w.user_id = '${member}' and w.benefit_id = b.id) as is_awaited
  from benefits as b left join private.benefit_stock as u on u.benefit_id = b.id
  where b.is_active and (b.closes_at is null or b.closes_at > now()) and ${where} order by ${sort} limit 48`

async function measurePages(fixture: Fixture): Promise<string[]> {
  const { world, member } = fixture
  const [{ id: category } = {}] = await world.sql('select id from categories where position = 3')
  const [middle] = await world.sql(
    'select token_value, id from benefits order by token_value, id limit 1 offset 2500',
  )
  const key = { p_key_value: middle?.token_value, p_key_id: middle?.id }
  const pages: [name: string, args: Record<string, unknown>, where: string, sort: string][] = [
    ['lowest price', {}, 'true', 'b.token_value, b.id'],
    [
      'after a key',
      key,
      `(b.token_value, b.id) > (${middle?.token_value}, '${middle?.id}')`,
      'b.token_value, b.id',
    ],
    ['newest', { p_sort: 'newest' }, 'true', 'b.created_at desc, b.id desc'],
    ['leaving soon', { p_sort: 'leaving' }, 'true', `coalesce(b.closes_at, 'infinity'), b.id`],
    ['by name', { p_sort: 'name' }, 'true', 'lower(b.name), b.id'],
    ['one category', { p_category: category }, `b.category_id = '${category}'`, 'b.token_value, b.id'],
    [
      'favourites',
      { p_favourites: true },
      `b.id in (select f.benefit_id from private.favourites as f where f.user_id = '${member}')`,
      'b.token_value, b.id',
    ],
    [
      'a search',
      { p_search: 'no. 77' },
      `lower(b.name || E'\\n' || b.description) like '%no. 77%'`,
      'b.token_value, b.id',
    ],
  ]
  const faults: string[] = []
  for (const [name, args, where, sort] of pages) {
    const page = await measureSql(fixture, call(name, 'browse_benefits', args).sql, member)
    const by = await measureSql(fixture, raw(member, where, sort))
    console.log(`${name}: ${page.median.toFixed(2)} ms, raw SQL ${by.median.toFixed(2)} ms`)
    if (page.best > MAX_TIMES * by.best + SLACK_MS)
      faults.push(`'${name}' takes ${page.best.toFixed(2)} ms, raw SQL ${by.best.toFixed(2)} ms`)
  }
  const counts = await measureSql(fixture, 'select * from browse_counts()', member)
  console.log(`counts of all filters: ${counts.median.toFixed(2)} ms`)
  if (counts.best > MAX_COUNTS_MS) faults.push(`the counts take ${counts.best.toFixed(2)} ms`)
  return faults
}

/** Measures pages and counts of a catalogue of 5,000 benefits beside many orders. */
export async function benchBrowsing(orders: number): Promise<string[]> {
  const fixture = await openFixture({
    orders,
    users: Math.max(orders / 10, 2_000),
    codes: 1_000,
    benefits: BENEFITS,
  })
  try {
    for (const step of ARRANGE) await fixture.world.sql(step)
    return await measurePages(fixture)
  } finally {
    await fixture.stop()
  }
}
