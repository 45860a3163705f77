import { z } from 'zod'
import { type Claims, isCurrent, type Tokens } from './token.ts'

export type Row = Record<string, string | null | undefined>

type Binding = { id: number; event: string; schema: string; table?: string; filter?: string }
type Changed = { type: string; schema: string; table: string; row: Row }

const wanted = z.object({
  event: z.string(),
  schema: z.string(),
  table: z.string().optional(),
  filter: z.string().optional(),
})

/** What a client sends to join a topic, or later to renew its token. */
export const message = z.object({
  access_token: z.string().nullish(),
  config: z.object({ postgres_changes: z.array(wanted).optional() }).optional(),
})
export type Join = z.infer<typeof message>

/** One joined topic of one socket. */
export type Channel = {
  topic: string
  joinRef: string | null
  claims: Claims
  /** Claims of the join; a renewed token does not change them. */
  bindings: Binding[]
}

const MAX_BINDINGS = 50
let lastId = 0

/** The channel of a join, or the reason for its refusal. */
export function openChannel(
  topic: string,
  joinRef: string | null,
  join: Join,
  socket: Claims,
  tokens: Tokens,
): Channel | string {
  const claims = join.access_token ? tokens.of(join.access_token) : socket
  if (!claims) return 'InvalidJWTToken: the token has expired or is not valid'
  const requested = join.config?.postgres_changes ?? []
  if (requested.length > MAX_BINDINGS) return `More than ${MAX_BINDINGS} subscriptions in one channel`
  const unknown = requested.find(({ filter }) => filter && !parseFilter(filter))
  if (unknown) return `The filter ${unknown.filter} is not supported here`
  lastId += requested.length
  const first = lastId - requested.length + 1
  return {
    topic,
    joinRef,
    claims,
    bindings: requested.map((binding, index) => ({ ...binding, id: first + index })),
  }
}

/** The ids of the channel's bindings that match this change. */
export function matchingBindings({ bindings }: Channel, change: Changed): number[] {
  return bindings.filter((binding) => matches(binding, change)).map(({ id }) => id)
}

/** Takes over a refreshed token; false when it is not valid. */
export function renew(channel: Channel, token: string, tokens: Tokens): boolean {
  const claims = tokens.of(token)
  if (claims) channel.claims = claims
  return claims !== undefined
}

/** False once the channel's token has expired. */
export function isOpen({ claims }: Channel): boolean {
  return isCurrent(claims)
}

type Test = (value: string) => boolean

/** The test of a filter like `user_id=eq.<uuid>`, or undefined for an unsupported one. */
function parseFilter(filter: string): { column: string; passes: Test } | undefined {
  const [, column, operator, operand = ''] = /^(\w+)=(eq|neq|in)\.(.*)$/s.exec(filter) ?? []
  if (!column || !operator) return undefined
  if (operator === 'eq') return { column, passes: (value) => value === operand }
  if (operator === 'neq') return { column, passes: (value) => value !== operand }
  const options = operand.replace(/^\(|\)$/g, '').split(',')
  return { column, passes: (value) => options.includes(value) }
}

/** Whether the binding matches this change; a filter on a column that the event lacks never does. */
function matches(binding: Binding, change: Changed): boolean {
  if (binding.event !== '*' && binding.event !== change.type) return false
  if (binding.schema !== '*' && binding.schema !== change.schema) return false
  if (binding.table && binding.table !== '*' && binding.table !== change.table) return false
  if (!binding.filter) return true
  const filter = parseFilter(binding.filter)
  const value = filter && change.row[filter.column]
  return typeof value === 'string' && (filter?.passes(value) ?? false)
}
