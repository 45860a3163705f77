import type { Row } from './world'

/** One page of a list as a screen requests it, and its SQL statement. */
export type Listing = { name: string; sql: string; path: string; body?: Row }

export type Key = { value: string; id: string }
export type Range = { key?: Key; reverse?: boolean; limit?: number }
export type Filter = readonly [column: string, operator: 'eq' | 'gte' | 'lt', value: string]
type Table = {
  from: string
  columns: string
  embeds?: { name: string; relationship: string; columns: string }[]
}

const signs = { eq: '=', gte: '>=', lt: '<' }

export const conditionOf = ([column, operator, value]: Filter) => `${column} ${signs[operator]} '${value}'`

/** A page of a table under row-level security: newest first, after a key (D20). */
export function browse(name: string, table: Table, filters: readonly Filter[], range: Range = {}): Listing {
  const { key, reverse = false, limit = 26 } = range
  const [way, near, far] = reverse ? ['asc', 'gte', 'gt'] : ['desc', 'lte', 'lt']
  const query = new URLSearchParams({
    select: [
      table.columns,
      ...(table.embeds ?? []).map((e) => `${e.name}:${e.relationship}(${e.columns})`),
    ].join(','),
    order: `created_at.${way},id.${way}`,
    limit: String(limit),
  })
  const where = filters.map((filter) => {
    const [column, operator, value] = filter
    query.append(column, `${operator}.${value}`)
    return `t.${conditionOf(filter)}`
  })
  if (key) {
    query.append('created_at', `${near}.${key.value}`)
    query.append('or', `(created_at.${far}.${key.value},id.${far}.${key.id})`)
    const side = reverse ? '>' : '<'
    where.push(
      `t.created_at ${side}= '${key.value}' and (t.created_at ${side} '${key.value}' or t.id ${side} '${key.id}')`,
    )
  }
  const columns = table.columns.split(',').map((column) => `t.${column}`)
  const embeds = (table.embeds ?? []).map(
    (e) =>
      `(select row_to_json(e) from (select ${e.columns} from public.${e.relationship}(t)) as e) as ${e.name}`,
  )
  return {
    name,
    sql: `select ${[...columns, ...embeds].join(', ')} from public.${table.from} as t where ${where.join(' and ') || 'true'}
      order by t.created_at ${way}, t.id ${way} limit ${limit}`,
    path: `/rest/v1/${table.from}?${query}`,
  }
}

/** A call of a database function. */
export function call(name: string, rpc: string, args: Row): Listing {
  const text = (value: unknown): string =>
    Array.isArray(value)
      ? `array['${value.map((each) => JSON.stringify(each)).join(`', '`)}']::jsonb[]`
      : `'${typeof value === 'object' ? JSON.stringify(value) : value}'`
  const given = Object.entries(args).map(([key, value]) => `${key} => ${text(value)}`)
  return {
    name,
    sql: `select * from public.${rpc}(${given.join(', ')})`,
    path: `/rest/v1/rpc/${rpc}`,
    body: args,
  }
}

/** The tables of the lists, with the columns of their screens. */
export const TABLES = {
  orders: {
    from: 'orders',
    columns:
      'id,order_number,user_id,redemption_email,status,benefit_name,benefit_token_value,customer_name,customer_email,due_at,created_at',
    embeds: [
      { name: 'profile', relationship: 'customer', columns: 'name, email, current_tokens' },
      { name: 'benefit', relationship: 'benefit', columns: 'name, description, token_value' },
    ],
  },
  users: { from: 'profiles', columns: 'id,name,email,phone,current_tokens,role,created_at' },
  token: {
    from: 'redeem_codes',
    columns: 'id,code,token_value,note,batch_id,is_used,used_at,created_at',
    embeds: [{ name: 'person', relationship: 'redeemer', columns: 'name, email' }],
  },
  invite: {
    from: 'invite_codes',
    columns: 'id,code,note,batch_id,is_used,used_at,created_at',
    embeds: [{ name: 'person', relationship: 'redeemer', columns: 'name, email' }],
  },
} as const satisfies Record<string, Table>
