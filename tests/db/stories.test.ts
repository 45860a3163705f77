import fc from 'fast-check'
import { expect, it } from 'vitest'
import { columnOf } from './support/ask'
import { createPool } from './support/delivery'
import { tryStatement } from './support/outcome'
import { createAdmin, createMember, type Person } from './support/people'
import { type Benefit, createBenefit, createTokenCode, setStock } from './support/rows'
import { sharedWorld } from './support/shared-world'
import type { Query, Row } from './support/world'

/** `npm run prove -- --seeds 10000` tells more of them. */
const STORIES = Number(process.env.STORIES ?? 200)

const world = sharedWorld()
const admin = await createAdmin(world)
const members = await Promise.all([25, 60, 200].map((tokens) => createMember(world, { tokens })))
const stocked = await createBenefit(world, { price: 5, name: 'Stocked' })
await setStock(world, stocked.id, 2)
const limited = await createBenefit(world, { price: 20 })
await world.sql('update benefits set per_member_limit = 1 where id = $1', [limited.id])
await world.sql(
  `insert into app_settings (key, value) values ('sla_credit_rate', '1'), ('sla_credit_cap', '10')
   on conflict (key) do update set value = excluded.value`,
)
const benefits = [(await createPool(world, admin, 3)).benefit, stocked, limited, await createBenefit(world)]
const codes = await Promise.all([10, 500].map(async (tokens) => (await createTokenCode(world, tokens)).code))

/** What happens next: who does it, to the how manieth order, benefit or code, and with which amount. */
type Step = { act: keyof typeof ACTS; who: number; which: number; amount: number }
type Scene = { sql: Query; orders: { id: string; person: Person }[]; operations: string[] }

const STATUSES = ['pending', 'processing', 'completed', 'delivered', 'cancelled']
const at = <T>(list: T[], which: number): T | undefined => list[which % Math.max(list.length, 1)]

/** Runs a statement as a person; a refusal leaves the story as it was. */
async function by({ sql }: Scene, { id }: Person, text: string, values: unknown[]): Promise<Row[]> {
  const claims = JSON.stringify({ sub: id, role: 'authenticated' })
  await sql(
    `savepoint step; select set_config('request.jwt.claims', '${claims}', true), set_config('role', 'authenticated', true)`,
  )
  try {
    const rows = await sql(text, values)
    await sql('reset role')
    return rows
  } catch {
    await sql('rollback to savepoint step')
    return []
  }
}

const ACTS = {
  order: async (scene: Scene, { who, which }: Step) => {
    const [person, benefit] = [at(members, who) as Person, at(benefits, which) as Benefit]
    const insert =
      'insert into orders (user_id, benefit_id, redemption_email) values ($1, $2, $3) returning id'
    const [placed] = await by(scene, person, insert, [person.id, benefit.id, person.email])
    if (placed) scene.orders.push({ id: String(placed.id), person })
  },
  cancelOwn: (scene: Scene, { which }: Step) => byCustomer(scene, which, 'select * from cancel_my_order($1)'),
  read: (scene: Scene, { which }: Step) => byCustomer(scene, which, 'select * from order_delivery($1)'),
  report: (scene: Scene, { which }: Step) =>
    byCustomer(scene, which, `select * from report_delivery($1, 'Refused as used', null, true)`),
  setStatus: (scene: Scene, { which, amount }: Step) =>
    by(scene, admin, 'update orders set status = $2, updated_at = now() where id = $1', [
      at(scene.orders, which)?.id,
      at(STATUSES, amount),
    ]),
  setStatuses: (scene: Scene, { amount }: Step) =>
    callOperation(scene, 'set_order_statuses(p_ids => $1, p_status => $2, p_dry_run => false)', [
      scene.orders.map(({ id }) => id),
      at(STATUSES.slice(1), amount),
    ]),
  grant: (scene: Scene, { who, amount }: Step) =>
    callOperation(scene, `grant_tokens($1, 'adjustment', 'Test', false)`, [
      JSON.stringify([{ email: at(members, who)?.email, tokens: amount }]),
    ]),
  undo: (scene: Scene, { which }: Step) =>
    by(scene, admin, 'select * from undo_operation($1)', [at(scene.operations, which)]),
  settle: (scene: Scene) =>
    scene.sql(`select private.due_operations(clock_timestamp() + interval '11 minutes')`),
  redeem: (scene: Scene, { who, which }: Step) =>
    by(scene, at(members, who) as Person, 'select * from redeem_code($1)', [at(codes, which)]),
  adjust: (scene: Scene, { who, amount }: Step) =>
    by(scene, admin, `update profiles set current_tokens = $2, adjustment_reason = 'Test' where id = $1`, [
      at(members, who)?.id,
      amount,
    ]),
  reprice: (scene: Scene, { which, amount }: Step) =>
    by(scene, admin, 'update benefits set token_value = $2 where id = $1', [
      at(benefits, which)?.id,
      amount + 1,
    ]),
  passTime: (scene: Scene) =>
    scene.sql(`update orders set due_at = due_at - interval '3 days' where due_at is not null`),
  remove: (scene: Scene, { who }: Step) =>
    by(scene, admin, 'delete from profiles where id = $1', [at(members, who)?.id]),
}

async function byCustomer(scene: Scene, which: number, text: string): Promise<void> {
  const order = at(scene.orders, which)
  if (order) await by(scene, order.person, text, [order.id])
}

async function callOperation(scene: Scene, call: string, values: unknown[]): Promise<void> {
  const [run] = await by(scene, admin, `select operation_id from ${call}`, values)
  if (run) scene.operations.push(String(run.operation_id))
}

/** Each returns a row for each way in which the story went wrong, whatever happened in it. */
const INVARIANTS: [rule: string, query: string][] = [
  ['balances, chains, stocks and deliveries agree (D2, D47)', 'select * from private.reconcile()'],
  ['no balance is below 0 (D2)', 'select id from profiles where current_tokens < 0'],
  [
    'the entries of an order add up to 0 if it is cancelled and to minus its price otherwise (D6, D35)',
    `select o.id from orders as o where o.user_id is not null and (select coalesce(sum(t.amount), 0) from token_transactions as t
       where t.order_id = o.id and t.transaction_type in ('redemption', 'refund')) <> case o.status when 'cancelled' then 0 else -o.benefit_token_value end`,
  ],
  [
    'a key belongs to one order at most (D31)',
    'select key_id from private.deliveries where key_id is not null group by key_id having count(distinct order_id) > 1',
  ],
  [
    'what is left of a stock and what its orders hold add up to what there was (D38)',
    `select b.id from benefits as b left join private.benefit_stock as s on s.benefit_id = b.id
     where b.name = 'Stocked' and (s.stock + (
       select count(*) from orders as o where o.benefit_id = b.id and o.unit <> 'returned')) is distinct from 2`,
  ],
  [
    'an order returns its unit when it is cancelled, and only then, unless its delivery has spent it (D38)',
    `select id from orders where from_stock and (unit = 'spent' and fulfilled_at is null
       or unit not in ('spent', case status when 'cancelled' then 'returned' when 'delivered' then 'spent' else 'held' end))`,
  ],
  [
    'a code is used once (D41)',
    'select redeem_code_id from token_transactions where redeem_code_id is not null group by redeem_code_id having count(*) > 1',
  ],
  [
    'a late credit is given once and at most the price (D36)',
    `select order_id from token_transactions where transaction_type = 'adjustment' and order_id is not null group by order_id having count(*) > 1`,
  ],
]

const BROKEN = INVARIANTS.map(([rule, query]) => `select '${rule}' where exists (${query})`).join(
  ' union all ',
)

it(
  `holds every invariant through ${STORIES} random stories`,
  async () => {
    const step = fc.record<Step>({
      act: fc.constantFrom(
        ...(Object.keys(ACTS) as (keyof typeof ACTS)[]),
        ...Array<'order'>(6).fill('order'),
        'setStatus',
        'setStatus',
        'read',
      ),
      who: fc.nat(2),
      which: fc.nat(5),
      amount: fc.nat(60),
    })
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 20 }), (story) =>
        world.undone(async (sql) => {
          const scene: Scene = { sql, orders: [], operations: [] }
          for (const one of story) await ACTS[one.act](scene, one)
          expect(await tryStatement(sql, 'set constraints all immediate')).toBe('done')
          expect(await columnOf(sql, BROKEN)).toEqual([])
        }),
      ),
      { numRuns: STORIES, ...(process.env.SEED && { seed: Number(process.env.SEED) }) },
    )
  },
  60_000 + STORIES * 2_000,
)
