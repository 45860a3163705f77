import { randomBytes, randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { actor, admins, codeOf, everybody, members, one, pick, which } from '../draw.ts'
import {
  type Actor,
  idsOf,
  isAdmin,
  type Kind,
  type Model,
  member,
  post,
  send,
  spelling,
  wordsFor,
} from '../model.ts'
import { type Answer, DENIED, DUPLICATE, literal, MALFORMED, type Plan, rows } from '../request.ts'

const SPELLINGS: Record<string, (code: string) => string> = {
  'as it stands': (code) => code,
  'in small letters': (code) => ` ${code.toLowerCase()}\t`,
  'in wide letters': (code) =>
    code.replace(/[A-Z]/g, (letter) => String.fromCodePoint((letter.codePointAt(0) ?? 0) + 0xfee0)),
  'with a letter more': (code) => `${code}X`,
}
const spelt = fc.constantFrom(...Object.keys(SPELLINGS))

/** A code that nothing else in the database has. */
export const newCode = (): string => `S${randomBytes(7).toString('hex').toUpperCase()}`

/** D10: ten misses a minute; a seed takes far less. */
function guess(model: Model, kind: Kind, caller: string, code: string): Answer | 'hit' | 'miss' {
  const misses = model.misses[caller] ?? 0
  if (misses >= 10) return 'rate_limited'
  if (model.codes[kind].get(spelling(code))?.used === false) return 'hit'
  model.misses[caller] = misses + 1
  return 'miss'
}

/** D1: a token code adds its tokens to one balance, once. */
function redeem(model: Model, by: Actor, code: string): Answer {
  if (by === undefined) return DENIED
  const person = member(model, by)
  if (!person) return 'not_signed_in'
  const answer = guess(model, 'token', by, code)
  if (answer === 'miss') return `false null ${person.tokens}`
  const found = model.codes.token.get(spelling(code))
  if (answer !== 'hit' || !found) return answer
  Object.assign(found, { used: true, by })
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

export const redeeming: fc.Arbitrary<Plan> = fc
  .record({ who: one, code: one, spelt })
  .map((drawn) => (model) => {
    const by = actor(model, drawn.who, drawn.who.which === 11 ? everybody : members)
    const known = codeOf(model, 'token', drawn.code)
    const code = SPELLINGS[drawn.spelt]?.(known) ?? known
    return {
      words: `${wordsFor(model, by)} redeems ${wordsFor(model, known)} ${drawn.spelt}`,
      by,
      sql: `select ok, token_value, balance from redeem_code(${literal(code)})`,
      does: (now) => redeem(now, by, code),
    }
  })

export const validating: fc.Arbitrary<Plan> = fc
  .record({ which, code: one, spelt })
  .map((drawn) => (model) => {
    const by = pick([undefined, undefined, ...model.people.keys()], drawn.which)
    const known = codeOf(model, 'invite', drawn.code)
    const code = SPELLINGS[drawn.spelt]?.(known) ?? known
    return {
      words: `${wordsFor(model, by)} asks whether ${wordsFor(model, known)} ${drawn.spelt} is valid`,
      by,
      sql: `select is_valid from validate_invite_code(${literal(code)})`,
      does: (now) => {
        const answer = guess(now, 'invite', now.address, code)
        return answer === 'hit' ? 'true' : answer === 'miss' ? 'false' : answer
      },
    }
  })

/** D1, D29: admins make codes, all of a batch or none, in one spelling, and one line in the log. */
function create(model: Model, by: Actor, kind: Kind, codes: string[], value: number | null): Answer {
  if (!isAdmin(model, by)) return DENIED
  const made = codes.map(spelling)
  // Row by row, as the database does: the first that does not fit says why.
  for (const [at, code] of made.entries()) {
    if (value !== null && (value < 1 || value > 1000)) return MALFORMED
    if (!/^[^\p{Default_Ignorable_Code_Point}]{1,64}$/u.test(code)) return MALFORMED
    if (model.codes[kind].has(code) || made.indexOf(code) < at) return DUPLICATE
  }
  for (const code of made) model.codes[kind].set(code, { code, value, used: false, by: null })
  model.log.push({ actor: by, row: made.toSorted().join(' '), action: 'insert', what: [] })
  return rows(codes.length)
}

export const creating: fc.Arbitrary<Plan> = fc
  .record({
    who: one,
    kind: fc.constantFrom<Kind>('token', 'invite'),
    many: fc.constantFrom(1, 1, 2, 4),
    value: fc.constantFrom(5, 20, 1000, 1001, 0),
    spelt: fc.constantFrom('new', 'new', 'new', 'known', 'malformed'),
    which,
  })
  .map((drawn) => (model) => {
    const by = actor(model, drawn.who, admins)
    const { kind, many } = drawn
    const fresh = Array.from({ length: many }, () => send(model, kind, newCode()))
    const last = {
      new: fresh[0] ?? '',
      known: pick(idsOf(model, kind), drawn.which),
      malformed: pick(['', 'no\u200bcode', 'x'.repeat(65)], drawn.which),
    }
    const codes = [...fresh.slice(1), last[drawn.spelt as keyof typeof last]].map((code) =>
      code.toLowerCase(),
    )
    const value = kind === 'token' ? drawn.value : null
    const batch = many > 1 ? literal(randomUUID()) : 'null'
    const values = codes.map((code) => `(${literal(code)}, ${batch}${value === null ? '' : `, ${value}`})`)
    const worth = value === null ? '' : ` worth ${value}`
    return {
      words: `${wordsFor(model, by)} makes ${many} ${kind} codes${worth}, the last one ${drawn.spelt}`,
      by,
      sql: `insert into ${kind === 'token' ? 'redeem_codes (code, batch_id, token_value)' : 'invite_codes (code, batch_id)'}
        values ${values} returning id`,
      does: (now) => create(now, by, kind, codes, value),
    }
  })
