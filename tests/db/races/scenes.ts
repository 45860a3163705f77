import { randomUUID } from 'node:crypto'
import { createPool } from '../support/delivery'
import { createAdmin, createMember, type Person } from '../support/people'
import {
  type Benefit,
  createBenefit,
  createInviteCode,
  createTokenCode,
  freshCode,
  orderPayload,
  placeOrder,
  setStock,
} from '../support/rows'
import type { Row, World } from '../support/world'
import type { Step } from './interleave'

/** Two steps that touch the same rows, and what must hold after both: a query that returns no row. */
export type Scene = { steps: [Step, Step]; broken?: [query: string, values: unknown[]] }

export const by = ({ id }: Pick<Person, 'id'>, sql: string, values: unknown[] = []): Step => ({
  by: id,
  sql,
  values,
})
export const owner = (sql: string, values: unknown[] = []): Step => ({ sql, values })

export const ordering = (person: Person, benefit: Benefit, changes: Row = {}): Step => {
  const row = orderPayload(person, benefit, changes)
  const names = Object.keys(row)
  return by(
    person,
    `insert into orders (${names}) values (${names.map((_, at) => `$${at + 1}`)})`,
    Object.values(row),
  )
}

export const settingStatus = (admin: Person, order: string, status: string): Step =>
  by(admin, 'update orders set status = $2, updated_at = now() where id = $1', [order, status])

const settingStock = (admin: Person, { id }: Benefit, stock: number, expected: number | null): Step =>
  by(admin, 'select from set_stock($1, $2, $3) as is_set where is_set', [id, stock, expected])

export const signingUp = (code: string, email = `${randomUUID()}@example.test`): Step =>
  owner(
    `insert into auth.users (id, aud, role, email, email_confirmed_at, raw_user_meta_data)
     values ($1, 'authenticated', 'authenticated', $2, now(), $3)`,
    [randomUUID(), email, { name: 'Sam Newcomer', phone: '', invite_code: code }],
  )

const people = (world: World, tokens = 100) =>
  Promise.all([createMember(world, { tokens }), createMember(world, { name: 'Noa Member', tokens })])
const admins = (world: World) => Promise.all([createAdmin(world), createAdmin(world, { name: 'Bea Admin' })])

/** What of an order must add up to 0 if it is cancelled and to minus its price otherwise (D6, D35). */
const SUMS = `select o.id from orders as o where o.id = $1 and o.user_id is not null and (select coalesce(sum(t.amount), 0) from token_transactions as t
  where t.order_id = o.id and t.transaction_type in ('redemption', 'refund')) <> case o.status when 'cancelled' then 0 else -o.benefit_token_value end`

const onePending = async (world: World) => {
  const [mia] = await people(world)
  const [ada, bea] = await admins(world)
  const benefit = await createBenefit(world)
  const order = await placeOrder(mia, benefit)
  return { mia, ada, bea, benefit, order, broken: [SUMS, [order]] as [string, unknown[]] }
}

/** Each pair of requests, and the two results when the first begins first and when the second does. */
export const RACES: [
  name: string,
  scene: (world: World) => Promise<Scene>,
  results: [string, string],
  swapped?: [string, string],
][] = [
  [
    'two people use a code once (D10)',
    async (world) => {
      const [mia, noa] = await people(world)
      const { code, id } = await createTokenCode(world)
      const use = `select from redeem_code($1) where ok::text = 'true'`
      return {
        steps: [by(mia, use, [code]), by(noa, use, [code])],
        broken: [
          'select redeem_code_id from token_transactions where redeem_code_id = $1 group by 1 having count(*) <> 1',
          [id],
        ],
      }
    },
    ['done', 'no row'],
  ],
  [
    'one person uses a code of two uses twice (D41)',
    async (world) => {
      const [mia] = await people(world)
      const { code, id } = await createTokenCode(world)
      await world.sql('update redeem_codes set max_uses = 2 where id = $1', [id])
      const use = by(mia, `select from redeem_code($1) where ok::text = 'true'`, [code])
      return {
        steps: [use, use],
        broken: [
          'select redeem_code_id from token_transactions where redeem_code_id = $1 group by 1 having count(*) <> 1',
          [id],
        ],
      }
    },
    ['done', 'no row'],
  ],
  [
    'a retry of a redemption by its request id (D41)',
    async (world) => {
      const [mia] = await people(world)
      const { code, id } = await createTokenCode(world)
      const use = by(mia, `select from redeem_code($1, $2) where ok::text = 'true'`, [code, randomUUID()])
      return {
        steps: [use, use],
        broken: [
          'select redeem_code_id from token_transactions where redeem_code_id = $1 group by 1 having count(*) <> 1',
          [id],
        ],
      }
    },
    ['done', 'done'],
  ],
  [
    'a code is used while it is revoked (D41)',
    async (world) => {
      const [mia] = await people(world)
      const ada = await createAdmin(world)
      const { code, id } = await createTokenCode(world)
      return {
        steps: [
          by(mia, `select from redeem_code($1) where ok::text = 'true'`, [code]),
          by(
            ada,
            `select * from revoke_codes('token', p_ids => array[$1::uuid], p_reason => 'Lost', p_dry_run => false)`,
            [id],
          ),
        ],
      }
    },
    ['done', 'done'],
    ['done', 'no row'],
  ],
  [
    'two orders and tokens for one (D2)',
    async (world) => {
      const [mia] = await people(world, 15)
      const benefit = await createBenefit(world)
      return { steps: [ordering(mia, benefit), ordering(mia, benefit)] }
    },
    ['done', 'insufficient_tokens'],
  ],
  [
    'the same order twice (D3)',
    async (world) => {
      const [mia] = await people(world)
      const order = ordering(mia, await createBenefit(world))
      return {
        steps: [order, order],
        broken: ['select user_id from orders where user_id = $1 group by 1 having count(*) <> 1', [mia.id]],
      }
    },
    ['done', '23505'],
  ],
  [
    'the last key (D31)',
    async (world) => {
      const [mia, noa] = await people(world)
      const { benefit } = await createPool(world, await createAdmin(world))
      return {
        steps: [ordering(mia, benefit), ordering(noa, benefit)],
        broken: [
          'select benefit_id from private.deliveries where benefit_id = $1 group by 1 having count(*) <> 1',
          [benefit.id],
        ],
      }
    },
    ['done', 'sold_out'],
  ],
  [
    'the last unit of a stock (D38)',
    async (world) => {
      const [mia, noa] = await people(world)
      const benefit = await createBenefit(world)
      await setStock(world, benefit.id, 1)
      return { steps: [ordering(mia, benefit), ordering(noa, benefit)] }
    },
    ['done', 'sold_out'],
  ],
  [
    'the last unit is ordered while its holder cancels (D38)',
    async (world) => {
      const [mia, noa] = await people(world)
      const benefit = await createBenefit(world)
      await setStock(world, benefit.id, 1)
      const order = await placeOrder(mia, benefit)
      return {
        steps: [by(mia, 'select * from cancel_my_order($1)', [order]), ordering(noa, benefit)],
        broken: [SUMS, [order]],
      }
    },
    ['done', 'sold_out'],
    ['sold_out', 'done'],
  ],
  [
    'more than a member may have (D38)',
    async (world) => {
      const [mia] = await people(world)
      const benefit = await createBenefit(world)
      await world.sql('update benefits set per_member_limit = 1 where id = $1', [benefit.id])
      return { steps: [ordering(mia, benefit), ordering(mia, benefit)] }
    },
    ['done', 'limit_reached'],
  ],
  ...[null, 5].map((stock): (typeof RACES)[number] => [
    `an order at a price that is being changed, of a stock of ${stock} (D3)`,
    async (world) => {
      const [mia] = await people(world)
      const ada = await createAdmin(world)
      const benefit = await createBenefit(world)
      await setStock(world, benefit.id, stock)
      return {
        steps: [
          ordering(mia, benefit),
          by(ada, 'update benefits set token_value = 20 where id = $1', [benefit.id]),
        ],
      }
    },
    ['done', 'done'],
    ['done', 'price_changed'],
  ]),
  [
    'an order from a stock that an admin sets (D7, D38)',
    async (world) => {
      const [mia] = await people(world)
      const ada = await createAdmin(world)
      const benefit = await createBenefit(world)
      await setStock(world, benefit.id, 2)
      return {
        steps: [ordering(mia, benefit), settingStock(ada, benefit, 5, 2)],
        broken: [
          'select stock from private.benefit_stock where benefit_id = $1 and stock not in (1, 4)',
          [benefit.id],
        ],
      }
    },
    ['done', 'no row'],
    ['done', 'done'],
  ],
  [
    'an order of a benefit that an admin gives a stock (D38)',
    async (world) => {
      const [mia] = await people(world)
      const ada = await createAdmin(world)
      const benefit = await createBenefit(world)
      return { steps: [ordering(mia, benefit), settingStock(ada, benefit, 0, null)] }
    },
    ['done', 'done'],
    ['done', 'sold_out'],
  ],
  [
    'an order of a benefit that is being deleted (D13)',
    async (world) => {
      const [mia] = await people(world)
      const ada = await createAdmin(world)
      const benefit = await createBenefit(world)
      return {
        steps: [ordering(mia, benefit), by(ada, 'delete from benefits where id = $1', [benefit.id])],
        broken: ['select id from orders where benefit_id = $1', [benefit.id]],
      }
    },
    ['done', 'done'],
    ['done', 'benefit_unavailable'],
  ],
  [
    'two admins cancel an order (D6)',
    async (world) => {
      const { ada, bea, order, broken } = await onePending(world)
      return {
        steps: [settingStatus(ada, order, 'cancelled'), settingStatus(bea, order, 'cancelled')],
        broken,
      }
    },
    ['done', 'done'],
  ],
  [
    'an admin delivers what the member cancels (D35)',
    async (world) => {
      const { mia, ada, order, broken } = await onePending(world)
      return {
        steps: [
          settingStatus(ada, order, 'delivered'),
          by(mia, 'select * from cancel_my_order($1)', [order]),
        ],
        broken,
      }
    },
    ['done', 'order_not_pending'],
    ['done', 'done'],
  ],
  [
    'an order leaves cancelled while its tokens are spent (D6)',
    async (world) => {
      const { mia, ada, benefit, order, broken } = await onePending(world)
      await world.sql(`update orders set status = 'cancelled' where id = $1`, [order])
      await world.sql(`select private.post_tokens($1, 'adjustment', -90, 'Test')`, [mia.id])
      return { steps: [settingStatus(ada, order, 'processing'), ordering(mia, benefit)], broken }
    },
    ['done', 'insufficient_tokens'],
  ],
  [
    'two edits of a balance that each saw the same one (D7)',
    async (world) => {
      const [mia] = await people(world)
      const [ada, bea] = await admins(world)
      const edit = `update profiles set current_tokens = $2, adjustment_reason = 'Test' where id = $1 and current_tokens = 100`
      return { steps: [by(ada, edit, [mia.id, 120]), by(bea, edit, [mia.id, 95])] }
    },
    ['done', 'no row'],
  ],
  [
    'an edit of a balance while its member orders (D7)',
    async (world) => {
      const [mia] = await people(world)
      const ada = await createAdmin(world)
      const edit = `update profiles set current_tokens = 0, adjustment_reason = 'Test' where id = $1 and current_tokens = 100`
      return { steps: [by(ada, edit, [mia.id]), ordering(mia, await createBenefit(world))] }
    },
    ['done', 'insufficient_tokens'],
    ['done', 'no row'],
  ],
  [
    'two sign-ups with one code (D9)',
    async (world) => {
      const { code, id } = await createInviteCode(world)
      return {
        steps: [signingUp(code), signingUp(code)],
        broken: [
          'select invite_code_used from profiles where invite_code_used = (select code from invite_codes where id = $1) group by 1 having count(*) <> 1',
          [id],
        ],
      }
    },
    ['done', 'invalid_invite_code'],
  ],
  [
    'a sign-up with a code that is being revoked (D41)',
    async (world) => {
      const ada = await createAdmin(world)
      const { code, id } = await createInviteCode(world)
      return {
        steps: [
          signingUp(code),
          by(
            ada,
            `select * from revoke_codes('invite', p_ids => array[$1::uuid], p_reason => 'Lost', p_dry_run => false)`,
            [id],
          ),
        ],
      }
    },
    ['done', 'done'],
    ['done', 'invalid_invite_code'],
  ],
  [
    'the last two admins demote each other (D11)',
    async (world) => {
      const [ada, bea] = await admins(world)
      await world.sql(`update profiles set role = 'user' where role = 'admin' and id <> all ($1)`, [
        [ada.id, bea.id],
      ])
      const demote = `update profiles set role = 'user' where id = $1`
      return {
        steps: [by(ada, demote, [bea.id]), by(bea, demote, [ada.id])],
        broken: [`select 1 where not exists (select from profiles where role = 'admin')`, []],
      }
    },
    ['done', 'profile_column_forbidden'],
  ],
  [
    'the last two admins delete each other (D11)',
    async (world) => {
      const [ada, bea] = await admins(world)
      await world.sql(`update profiles set role = 'user' where role = 'admin' and id <> all ($1)`, [
        [ada.id, bea.id],
      ])
      const remove = 'delete from profiles where id = $1'
      return {
        steps: [by(ada, remove, [bea.id]), by(bea, remove, [ada.id])],
        broken: [`select 1 where not exists (select from profiles where role = 'admin')`, []],
      }
    },
    ['done', 'not_admin'],
  ],
  [
    'a member who is being deleted orders (D12)',
    async (world) => {
      const [mia] = await people(world)
      const ada = await createAdmin(world)
      const order = ordering(mia, await createBenefit(world))
      return {
        steps: [order, by(ada, 'delete from profiles where id = $1', [mia.id])],
        broken: [`select id from orders where customer_email = $1 or user_id = $2`, [mia.email, mia.id]],
      }
    },
    ['done', 'done'],
    ['done', 'not_signed_in'],
  ],
  [
    'the status of an order whose member is being deleted (D12)',
    async (world) => {
      const { mia, ada, bea, order, broken } = await onePending(world)
      return {
        steps: [
          settingStatus(ada, order, 'cancelled'),
          by(bea, 'delete from profiles where id = $1', [mia.id]),
        ],
        broken,
      }
    },
    ['done', 'done'],
  ],
  [
    'an answer by an admin who is being deleted (D11)',
    async (world) => {
      const { ada, bea, order, broken } = await onePending(world)
      return {
        steps: [
          by(ada, 'delete from profiles where id = $1', [bea.id]),
          settingStatus(bea, order, 'processing'),
        ],
        broken,
      }
    },
    ['done', 'not_admin'],
    ['done', 'done'],
  ],
  [
    'the same delivery is reported twice (D34)',
    async (world) => {
      const [mia] = await people(world)
      const { benefit } = await createPool(world, await createAdmin(world), 3)
      const order = await placeOrder(mia, benefit)
      await mia.client.rpc('order_delivery', { p_order_id: order }).throwOnError()
      const report = by(mia, `select * from report_delivery($1, 'Refused as used')`, [order])
      return {
        steps: [report, report],
        broken: [
          'select order_id from private.deliveries where order_id = $1 group by 1 having count(*) > 2',
          [order],
        ],
      }
    },
    ['done', 'report_refused'],
  ],
  [
    'the last key is ordered while it is put aside (D31)',
    async (world) => {
      const [mia] = await people(world)
      const ada = await createAdmin(world)
      const { benefit, keys } = await createPool(world, ada)
      const [key] = await world.sql<{ id: string }>(
        'select id from private.delivery_keys where secret = $1',
        [keys[0]],
      )
      return { steps: [ordering(mia, benefit), by(ada, 'select * from set_key_aside($1, true)', [key?.id])] }
    },
    ['done', 'done'],
    ['done', 'sold_out'],
  ],
  [
    'two senders lease emails (D37)',
    async (world) => {
      await world.sql('delete from private.outbox')
      const { order } = await onePending(world)
      const lease = owner('select * from lease_emails(50)')
      return {
        steps: [lease, lease],
        broken: ['select id from private.outbox where attempts > 1 or $1::uuid is null', [order]],
      }
    },
    ['done', 'no row'],
  ],
  [
    'what is due is done twice (D40)',
    async (world) => {
      const { order } = await onePending(world)
      await world.sql(
        `update orders set created_at = created_at - interval '3 days', due_at = due_at - interval '3 days' where id = $1`,
        [order],
      )
      const due = owner('select * from run_due()')
      return { steps: [due, due] }
    },
    ['done', 'done'],
  ],
  [
    'more invitations than a member has (D43)',
    async (world) => {
      const [mia] = await people(world)
      await world.sql(
        `insert into app_settings (key, value) values ('invitations_per_member', '3') on conflict (key) do update set value = '3'`,
      )
      const inviting = (names: string[]) =>
        by(mia, `select from send_invitations($1, p_dry_run => false) where state = 'new'`, [
          JSON.stringify(names.map((name) => ({ email: `${name}-${randomUUID()}@example.test` }))),
        ])
      return {
        steps: [inviting(['a', 'b']), inviting(['c', 'd'])],
        broken: [
          'select inviter_id from invitations where inviter_id = $1 group by 1 having count(*) > 3',
          [mia.id],
        ],
      }
    },
    ['done', 'done'],
  ],
  [
    'an operation and a single change of its order (D46)',
    async (world) => {
      const { ada, bea, order, broken } = await onePending(world)
      const many = by(
        ada,
        `select from set_order_statuses(p_ids => array[$1::uuid], p_status => 'cancelled', p_dry_run => false) where changed = 1`,
        [order],
      )
      return { steps: [many, settingStatus(bea, order, 'processing')], broken }
    },
    ['done', 'done'],
  ],
  [
    'granted tokens are spent while the grant is undone (D46)',
    async (world) => {
      const [mia] = await people(world, 25)
      const ada = await createAdmin(world)
      const { data } = await ada.client
        .rpc('grant_tokens', {
          p_rows: [{ email: mia.email, tokens: 50 }],
          p_type: 'adjustment',
          p_reason: 'Test',
          p_dry_run: false,
        })
        .single<{ operation_id: string }>()
        .throwOnError()
      const benefit = await createBenefit(world, { price: 60 })
      const undo = by(ada, 'select from undo_operation($1) where undone = 1', [data.operation_id])
      return { steps: [undo, ordering(mia, benefit)] }
    },
    ['done', 'insufficient_tokens'],
    ['done', 'no row'],
  ],
  [
    'a benefit gets a category that is being deleted',
    async (world) => {
      const ada = await createAdmin(world)
      const benefit = await createBenefit(world)
      const [category] = await world.sql<{ id: string }>(
        `insert into categories (name) values ($1) returning id`,
        [randomUUID()],
      )
      return {
        steps: [
          by(ada, 'update benefits set category_id = $2 where id = $1', [benefit.id, category?.id]),
          by(ada, 'delete from categories where id = $1', [category?.id]),
        ],
        broken: [
          'select id from benefits as b where id = $1 and category_id is not null and not exists (select from categories as c where c.id = b.category_id)',
          [benefit.id],
        ],
      }
    },
    ['done', 'done'],
    ['done', 'category_deleted'],
  ],
  [
    'the deletion of an account is carried out while it orders (D49)',
    async (world) => {
      const [mia] = await people(world)
      await world.sql(`update profiles set deletes_at = now() - interval '1 minute' where id = $1`, [mia.id])
      const out = owner('select private.carry_out_deletion($1, now())', [mia.id])
      return {
        steps: [ordering(mia, await createBenefit(world)), out],
        broken: ['select id from orders where user_id = $1 or customer_email = $2', [mia.id, mia.email]],
      }
    },
    ['done', 'done'],
    ['done', 'not_signed_in'],
  ],
  [
    'two admins create the same codes in different orders',
    async (world) => {
      const [ada, bea] = await admins(world)
      const [one, other] = [freshCode(), freshCode()]
      const create = (admin: Person, codes: string[]) =>
        by(admin, 'insert into redeem_codes (code, token_value) select c, 5 from unnest($1::text[]) as c', [
          codes,
        ])
      return { steps: [create(ada, [one, other]), create(bea, [other, one])] }
    },
    ['done', '23505'],
  ],
]
