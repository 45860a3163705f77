/** The state of the product by its decisions (docs/decisions.md), without a database. */
export type Person = {
  id: string
  name: string
  email: string
  phone: string | null
  role: 'user' | 'admin'
  tokens: number
  invite: string
  /** Deleted people stay here, because their ledger entries stay (D12). */
  alive: boolean
}
export type Benefit = {
  id: string
  name: string
  price: number
  active: boolean
  method: 'manual' | 'key'
}
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
type Code = {
  code: string
  value: number | null
  used: boolean
  by: string | null
  maker: string | null
}
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
/** Keys that were imported together, and the reports of those that were delivered (D31, D34). */
export type Batch = { left: number; delivered: number; held: boolean; reporters: string[]; reported: number }
/** A key that an order received, of a batch of a benefit. */
export type Item = {
  benefit: string
  batch: number
  read: boolean
  report: '' | 'replaced' | 'open'
  answer: '' | ReportAnswer
}
export type ReportAnswer = 'replaced' | 'replied' | 'refunded'
/** A row of the outbox about an order or a benefit; `over`: recorded and not sent (D37). */
export type Email = { to: string; kind: string; about: string; elsewhere: boolean; over: boolean }
/** A line of the audit log: which columns of which row changed; codes are named by their text (D29). */
export type Line = { actor: string | null; row: string; action: string; what: string[] }

export type Model = {
  people: Map<string, Person>
  benefits: Map<string, Benefit>
  orders: Map<string, Order>
  codes: Record<CodeKind, Map<string, Code>>
  settings: Map<string, string>
  /** By benefit; one that is delivered by hand can have keys, too. */
  pools: Map<string, Batch[]>
  /** Benefits about whose few keys the admins were told (D31). */
  low: Set<string>
  /** The first key of each import. */
  imported: Set<string>
  /** By order, the current one last. */
  items: Map<string, Item[]>
  emails: Email[]
  ledger: Entry[]
  log: Line[]
  /** Failed guesses by caller (D10). */
  misses: Record<string, number>
  /** Every id and code sent to the database, with a readable name; only their rows are compared. */
  sent: Map<string, Sent>
  /** The network address of every request. */
  address: string
  /** Whether the database has admins besides those of this model (D11). */
  otherAdmins: boolean
}
export type CodeKind = 'token' | 'invite'
export type Sent = { kind: 'person' | 'benefit' | 'order' | 'setting' | CodeKind; words: string }

/** The subject of an access token, or undefined for an anonymous caller. */
export type Actor = string | undefined

export function emptyModel(address: string, otherAdmins: boolean): Model {
  return {
    people: new Map(),
    benefits: new Map(),
    orders: new Map(),
    codes: { token: new Map(), invite: new Map() },
    settings: new Map(),
    pools: new Map(),
    low: new Set(),
    imported: new Set(),
    items: new Map(),
    emails: [],
    ledger: [],
    log: [],
    misses: {},
    sent: new Map(),
    address,
    otherAdmins,
  }
}

/** Registers `id` as sent to the database; returns it. */
export function send(model: Model, kind: Sent['kind'], id: string, words?: string): string {
  const number = idsOf(model, kind).length + 1
  model.sent.set(id, { kind, words: words ?? `${NOUNS[kind]} ${number}` })
  return id
}

const NOUNS = {
  person: 'person',
  benefit: 'benefit',
  order: 'order',
  setting: 'setting',
  token: 'token code',
  invite: 'invite',
}

export function idsOf(model: Model, kind: Sent['kind']): string[] {
  return [...model.sent].flatMap(([id, one]) => (one.kind === kind ? [id] : []))
}

/** The person of an access token, unless deleted (D12). */
export function member(model: Model, by: Actor): Person | undefined {
  const person = by === undefined ? undefined : model.people.get(by)
  return person?.alive ? person : undefined
}

/** D11: read on every call. */
export function isAdmin(model: Model, by: Actor): by is string {
  return member(model, by)?.role === 'admin'
}

/** D11: whether an admin remains without `id`. */
export const otherAdmin = (model: Model, id: string): boolean =>
  model.otherAdmins || [...model.people.keys()].some((other) => other !== id && isAdmin(model, other))

/** D2: the only way a balance changes. */
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

/** D10: the stored spelling of a code. */
export const spelling = (code: string): string => code.trim().toUpperCase()
