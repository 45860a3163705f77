import { randomBytes, randomUUID } from 'node:crypto'
import fc from 'fast-check'
import {
  type Actor,
  type Code,
  type CodeKind,
  codeRow,
  type Expiry,
  idsOf,
  isAdmin,
  isAvailable,
  type Model,
  member,
  post,
  send,
  spelling,
} from '../model/model.ts'
import { CODE_TOKENS, type Name } from '../races/stage.ts'
import { type Answer, DENIED, DUPLICATE, MALFORMED, rows } from './answer.ts'
import { actor, admins, codeOf, everyone, members, one, pick, planned, which } from './draw.ts'
import { type Operation, type Request, race } from './operation.ts'

const lowerCase = (code: string) => ` ${code.toLowerCase()}\t`
const fullWidth = (code: string) =>
  code.replace(/[A-Z]/g, (letter) => String.fromCodePoint((letter.codePointAt(0) ?? 0) + 0xfee0))
const spelt = fc.constantFrom(
  (code: string) => code,
  lowerCase,
  fullWidth,
  (code: string) => `${code}X`,
)

/** Dates by whether they have passed. */
export const DATES: Record<Expiry, string | null> = { never: null, later: '2099-01-01', past: '2001-01-01' }

/** A code that nothing else in the database has. */
export const newCode = (): string => `S${randomBytes(7).toString('hex').toUpperCase()}`

/** D10: ten misses a minute; a story takes far less. */
function guess(model: Model, kind: CodeKind, caller: string, code: string): Answer | 'hit' | 'miss' {
  const misses = model.misses[caller] ?? 0
  if (misses >= 10) return 'rate_limited'
  const found = model.codes[kind].get(spelling(code))
  // D41: each use by another person.
  if (isAvailable(found) && !(kind === 'token' && found.uses.includes(caller))) return 'hit'
  model.misses[caller] = misses + 1
  return 'miss'
}

/** D1, D41: a token code credits as many balances as it has uses, each once. */
function redeem(model: Model, by: Actor, code: string): Answer {
  if (by === undefined) return DENIED
  const person = member(model, by)
  if (!person) return 'not_signed_in'
  const answer = guess(model, 'token', by, code)
  if (answer === 'miss') return `false null ${person.tokens}`
  const found = model.codes.token.get(spelling(code))
  if (answer !== 'hit' || !found) return answer
  found.uses.push(by)
  found.by = by
  const value = found.value ?? 0
  post(model, person, {
    type: 'redemption',
    amount: value,
    text: `Redeemed code ${found.code}`,
    ofCode: true,
    actor: by,
  })
  return `true ${value} ${person.tokens}`
}

export const redeeming = (by: Actor, code: string): Request => ({
  by,
  call: { rpc: 'redeem_code', args: { p_code: code }, returns: 'ok, token_value, balance' },
  does: (now) => redeem(now, by, code),
})

const raceRedeem = (name: Name, code: 'code' | 'a') =>
  race(
    name,
    `redeems ${code}`,
    [name, code === 'code' ? 'code' : 'made'],
    ({ ids }, by) => redeeming(by, lowerCase(ids[code])),
    {},
  )

const redeemCode: Operation = {
  name: 'redeem a token code',
  weight: 5,
  meets: ['redeem a token code', 'delete a person'],
  races: [raceRedeem('mia', 'code'), raceRedeem('noa', 'code'), raceRedeem('noa', 'a')],
  functions: {
    redeem_code: {
      parameters: ['p_code', 'p_request_id'],
      call: () => ({ p_code: `NONE-${randomUUID().slice(0, 8)}` }),
      allowed: ['member', 'admin'],
      writes: true,
    },
  },
  draw: planned({ who: one, code: one, spelt }, (model, drawn) => {
    const by = actor(model, drawn.who, drawn.who.which === 11 ? everyone : members)
    return redeeming(by, drawn.spelt(codeOf(model, 'token', drawn.code)))
  }),
}

const validating = (by: Actor, code: string): Request => ({
  by,
  call: { rpc: 'validate_invite_code', args: { code_to_check: code }, returns: 'is_valid' },
  does: (now) => {
    const answer = guess(now, 'invite', now.address, code)
    return answer === 'hit' ? 'true' : answer === 'miss' ? 'false' : answer
  },
})

const validateInvite: Operation = {
  name: 'validate an invite code',
  weight: 1,
  races: [
    {
      name: 'a visitor validates the invite',
      on: ['invite'],
      request: ({ ids }) => validating(undefined, ids.invite),
    },
  ],
  functions: {
    validate_invite_code: {
      parameters: ['code_to_check'],
      call: ({ invite }) => ({ code_to_check: invite }),
      allowed: ['anonymous', 'ghost', 'member', 'admin'],
      writes: true,
    },
  },
  draw: planned({ which, code: one, spelt }, (model, drawn) => {
    const by = pick([undefined, undefined, ...model.people.keys()], drawn.which)
    return validating(by, drawn.spelt(codeOf(model, 'invite', drawn.code)))
  }),
}

type Made = Pick<Code, 'value' | 'max'> & { expiry: Expiry }

/** D1, D29: all codes of a batch or none, in the stored spelling, and one line in the log. */
function create(
  model: Model,
  by: Actor,
  kind: CodeKind,
  codes: string[],
  { value, max, expiry }: Made,
): Answer {
  if (!isAdmin(model, by)) return DENIED
  if (expiry === 'past') return 'expiry_past'
  const made = codes.map(spelling)
  // Row by row as the database checks them: the first that fails decides the error.
  for (const [at, code] of made.entries()) {
    if (value !== null && (value < 1 || value > 1000)) return MALFORMED
    if (!/^[^\p{Default_Ignorable_Code_Point}]{1,64}$/u.test(code)) return MALFORMED
    if (model.codes[kind].has(code) || made.indexOf(code) < at) return DUPLICATE
  }
  for (const code of made) model.codes[kind].set(code, codeRow({ code, value, max, expiry, maker: by }))
  model.log.push({ actor: by, row: made.toSorted().join(' '), action: 'insert', what: [] })
  return rows(codes.length)
}

function creating(by: Actor, kind: CodeKind, codes: string[], made: Made): Request {
  const batch_id = codes.length > 1 ? randomUUID() : null
  const token_value = kind === 'token' ? { token_value: made.value } : {}
  const more = { ...token_value, max_uses: made.max, expires_at: DATES[made.expiry] }
  return {
    by,
    call: {
      insert: kind === 'token' ? 'redeem_codes' : 'invite_codes',
      rows: codes.map((code) => ({ code, batch_id, ...more })),
    },
    does: (now) => create(now, by, kind, codes, made),
  }
}

const raceCreate = (name: Name, ...codes: ('a' | 'b')[]) =>
  race(name, `makes ${codes.join(' and ')}`, ['made'], ({ ids }, by) =>
    creating(
      by,
      'token',
      codes.map((code) => ids[code]),
      { value: CODE_TOKENS, max: 1, expiry: 'never' },
    ),
  )

const createCodes: Operation = {
  name: 'create codes',
  weight: 2,
  races: [raceCreate('ada', 'a'), raceCreate('ada', 'a', 'b'), raceCreate('bea', 'b', 'a')],
  rights: {
    redeem_codes: {
      insert: {
        admin: {
          kinds: ['new'],
          columns: ['code', 'token_value', 'note', 'batch_id', 'max_uses', 'expires_at'],
        },
      },
    },
    invite_codes: {
      insert: { admin: { kinds: ['new'], columns: ['code', 'note', 'batch_id', 'max_uses', 'expires_at'] } },
    },
  },
  draw: planned(
    {
      who: one,
      kind: fc.constantFrom<CodeKind>('token', 'invite'),
      many: fc.constantFrom(1, 1, 2, 4),
      max: fc.constantFrom(1, 1, 2, 3),
      expiry: fc.constantFrom<Expiry>('never', 'never', 'later', 'past'),
      value: fc.constantFrom(5, 20, 1000, 1001, 0),
      spelt: fc.constantFrom('new', 'new', 'new', 'known', 'malformed'),
      which,
    },
    (model, drawn) => {
      const by = actor(model, drawn.who, admins)
      const { kind, many, max, expiry } = drawn
      const fresh = Array.from({ length: many }, () => send(model, kind, newCode()))
      const last: Record<string, string> = {
        new: fresh[0] ?? '',
        known: pick(idsOf(model, kind), drawn.which),
        malformed: pick(['', 'no\u200bcode', 'x'.repeat(65)], drawn.which),
      }
      const codes = [...fresh.slice(1), last[drawn.spelt] ?? ''].map((code) => code.toLowerCase())
      return creating(by, kind, codes, { value: kind === 'token' ? drawn.value : null, max, expiry })
    },
  ),
}

export const codes: Operation[] = [redeemCode, validateInvite, createCodes]
