import { z } from 'zod'
import { type Binding, matches, parseFilter, type Row } from './filter.ts'
import { type Claims, isCurrent, type Tokens } from './token.ts'

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
export function matchingBindings(
  { bindings }: Channel,
  change: { type: string; schema: string; table: string; row: Row },
): number[] {
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
