import type {
  Actor,
  Batch,
  Benefit,
  Choice,
  Code,
  Deletion,
  Desk,
  Email,
  Entry,
  Invitation,
  Item,
  Line,
  Mark,
  Notice,
  Order,
  Person,
  Referral,
  Run,
  View,
  Waiting,
} from './rows.ts'

export type * from './rows.ts'

/** The state of the product by its decisions (docs/owner-decisions.md), without a database. */
export type Model = {
  people: Map<string, Person>
  benefits: Map<string, Benefit>
  categories: Map<string, { id: string; name: string }>
  orders: Map<string, Order>
  codes: Record<CodeKind, Map<string, Code>>
  invitations: Invitation[]
  /** Mailboxes that were invited in the last 30 days, and with which invitation first. */
  invited: Map<string, Invitation>
  referrals: Referral[]
  /** By mailbox. */
  waitlist: Map<string, Waiting>
  /** By person. */
  deletions: Map<string, Deletion>
  settings: Map<string, string>
  /** By benefit; one that is delivered by hand can have keys, too. */
  pools: Map<string, Batch[]>
  /** Benefits about whose few keys the admins were told (D31). */
  low: Set<string>
  /** The first key of each import. */
  imported: Set<string>
  /** By order, the current one last. */
  items: Map<string, Item[]>
  /** The moment of the last change of a key. */
  moment: number
  /** Of orders and benefits: how often they changed; of orders also who set the status last. */
  changes: Map<string, { version: number; by: Actor }>
  /** Runs on many orders, with what each changed (D46). */
  runs: Run[]
  /** By order. */
  desk: Map<string, Desk>
  views: View[]
  emails: Email[]
  notices: Notice[]
  /** By person and group. */
  choices: Map<string, Choice>
  marks: Map<string, Mark>
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
export type Sent = {
  kind: 'person' | 'benefit' | 'category' | 'order' | 'setting' | 'address' | CodeKind
  words: string
}

export function emptyModel(address: string, otherAdmins: boolean): Model {
  return {
    people: new Map(),
    benefits: new Map(),
    categories: new Map(),
    orders: new Map(),
    codes: { token: new Map(), invite: new Map() },
    invitations: [],
    invited: new Map(),
    referrals: [],
    waitlist: new Map(),
    deletions: new Map(),
    settings: new Map(),
    pools: new Map(),
    low: new Set(),
    imported: new Set(),
    items: new Map(),
    moment: 0,
    changes: new Map(),
    runs: [],
    desk: new Map(),
    views: [],
    emails: [],
    notices: [],
    choices: new Map(),
    marks: new Map(),
    ledger: [],
    log: [],
    misses: {},
    sent: new Map(),
    address,
    otherAdmins,
  }
}

/** A benefit of which nothing is limited. */
export const benefitOf = (given: Pick<Benefit, 'id' | 'name' | 'price' | 'active'>): Benefit => ({
  method: 'manual',
  category: null,
  stock: null,
  limit: null,
  opening: false,
  closed: false,
  ...given,
})

/** Registers `id` as sent to the database; returns it. */
export function send(model: Model, kind: Sent['kind'], id: string, words?: string): string {
  const number = idsOf(model, kind).length + 1
  model.sent.set(id, { kind, words: words ?? `${NOUNS[kind]} ${number}` })
  return id
}

const NOUNS = {
  person: 'person',
  benefit: 'benefit',
  category: 'category',
  order: 'order',
  setting: 'setting',
  address: 'address',
  token: 'token code',
  invite: 'invite',
}

export function idsOf(model: Model, kind: Sent['kind']): string[] {
  return [...model.sent].flatMap(([id, one]) => (one.kind === kind ? [id] : []))
}

export const living = (model: Model): Person[] => [...model.people.values()].filter(({ alive }) => alive)

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

/** An order or a benefit changed; with `by`, the status of an order did. Returns its version. */
export function touch(model: Model, id: string, by?: Actor): number {
  const { version = 0, by: last } = model.changes.get(id) ?? {}
  model.changes.set(id, { version: version + 1, by: by ?? last })
  return version + 1
}

/** The lines of the log: of an operation one for the run and one for its undo (D46). */
export const linesOf = ({ log, runs }: Model): Line[] => [
  ...log,
  ...runs.map(({ by }) => ({ actor: by, row: `${by} runs`, action: 'insert', what: [] })),
  ...runs.flatMap(({ by, undone }) =>
    undone ? [{ actor: by, row: `${by} undoes`, action: 'update', what: [] }] : [],
  ),
]

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

export const codeRow = (given: Pick<Code, 'code'> & Partial<Code>): Code => ({
  value: null,
  max: 1,
  uses: [],
  by: null,
  maker: null,
  expiry: 'never',
  revoked: null,
  ...given,
})

/** D41: whether a code can be used. */
export const isAvailable = (code?: Code): code is Code =>
  code !== undefined && code.uses.length < code.max && code.expiry !== 'past' && code.revoked === null

/** D10: the stored spelling of a code. */
export const spelling = (code: string): string => code.trim().toUpperCase()
