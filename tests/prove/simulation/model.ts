/** What the guild is, as the decisions say it: no database, no SQL. */
export type Person = {
  id: string
  name: string
  email: string
  phone: string | null
  role: 'user' | 'admin'
  tokens: number
  invite: string
  /** Deleted people stay here, because their tokens stay (D12). */
  alive: boolean
}
export type Benefit = { id: string; name: string; price: number; active: boolean }
export type Order = {
  id: string
  account: string
  benefit: string | null
  name: string
  price: number
  email: string | null
  customer: string | null
  address: string | null
  status: string
}
export type Code = { code: string; value: number | null; used: boolean; by: string | null }
export type Entry = {
  account: string
  type: string
  amount: number
  balance: number
  text: string
  order: string | null
  ofCode: boolean
  actor: string | null
}
/** A line of the log: what of which row, codes by themselves (D29). */
export type Line = { actor: string | null; row: string; action: string; what: string[] }

export type Model = {
  people: Map<string, Person>
  benefits: Map<string, Benefit>
  orders: Map<string, Order>
  codes: Record<Kind, Map<string, Code>>
  ledger: Entry[]
  log: Line[]
  /** Missed guesses of a caller (D10). */
  misses: Record<string, number>
  /** Every id and code that was ever sent, with what a person would call it; rows are looked for under these. */
  sent: Map<string, Sent>
  /** The address that every request of this guild comes from. */
  address: string
}
export type Kind = 'token' | 'invite'
export type Sent = { kind: 'person' | 'benefit' | 'order' | Kind; words: string }

/** Who asks: the id of a token that was once given, or nobody. */
export type Actor = string | undefined

/** A guild without anything in it. */
export function emptyModel(address: string): Model {
  return {
    people: new Map(),
    benefits: new Map(),
    orders: new Map(),
    codes: { token: new Map(), invite: new Map() },
    ledger: [],
    log: [],
    misses: {},
    sent: new Map(),
    address,
  }
}

/** Notes that `id` goes to the database, and answers it. */
export function send(model: Model, kind: Sent['kind'], id: string, words?: string): string {
  const number = idsOf(model, kind).length + 1
  model.sent.set(id, { kind, words: words ?? `${NOUNS[kind]} ${number}` })
  return id
}

const NOUNS = { person: 'person', benefit: 'benefit', order: 'order', token: 'token code', invite: 'invite' }

/** Everything of one kind that was ever sent. */
export function idsOf(model: Model, kind: Sent['kind']): string[] {
  return [...model.sent].flatMap(([id, one]) => (one.kind === kind ? [id] : []))
}

/** What a person would call an id. */
export function wordsFor(model: Model, id: Actor): string {
  return id === undefined ? 'somebody anonymous' : (model.sent.get(id)?.words ?? id)
}

/** The person behind a token, if there still is one (D12). */
export function member(model: Model, by: Actor): Person | undefined {
  const person = by === undefined ? undefined : model.people.get(by)
  return person?.alive ? person : undefined
}

/** D11: read on every call. */
export function isAdmin(model: Model, by: Actor): by is string {
  return member(model, by)?.role === 'admin'
}

/** D2: the one way a balance moves. */
export function post(
  model: Model,
  person: Person,
  entry: Pick<Entry, 'type' | 'amount' | 'text'> & Partial<Entry>,
): void {
  person.tokens += entry.amount
  model.ledger.push({
    order: null,
    ofCode: false,
    actor: null,
    ...entry,
    account: person.id,
    balance: person.tokens,
  })
}

/** D10: one spelling for every code. */
export const spelling = (code: string): string => code.trim().toUpperCase()
