/** The rows of the product, as far as the model knows them. */
export type Person = {
  id: string
  name: string
  email: string
  phone: string | null
  role: 'user' | 'admin'
  tokens: number
  /** The length of the membership. */
  months: number
  /** Null for the code of an invitation. */
  invite: string | null
  /** To be deleted in 14 days (D49). */
  leaving: boolean
  /** Deleted people stay here, because their ledger entries stay (D12). */
  alive: boolean
}
export type Benefit = {
  id: string
  name: string
  price: number
  active: boolean
  method: 'manual' | 'key'
  category: string | null
  /** What remains; null: any number. */
  stock: number | null
  limit: number | null
  /** Whether it opens or has closed long from now. */
  opening: boolean
  closed: boolean
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
  /** Whether it took one from the stock, and what became of it (D38). */
  stocked: boolean
  unit: 'held' | 'returned' | 'spent'
  byHand: boolean
  /** Whether it is three hours late, at one token each, up to two; and what that was worth when it was closed (D36). */
  late: boolean
  worth: number | null
}
export type Expiry = 'never' | 'later' | 'past'
export type Code = {
  code: string
  value: number | null
  max: number
  /** Who used it, deleted or not; `by` is the last one, until deleted. */
  uses: string[]
  by: string | null
  maker: string | null
  /** That of an invitation is none of the dates that admins set here. */
  expiry: Expiry | 'in 30 days'
  /** The moment at which it was revoked. */
  revoked: number | null
}
/** One by email, known by its address; its code has no text here (D42). */
export type Invitation = {
  /** Null once erased. */
  email: string | null
  inviter: string | null
  source: 'admin' | 'member' | 'waitlist'
  bound: boolean
  sends: number
  /** Whether it was sent within a minute. */
  recent: boolean
  /** To which it was addressed, also before a correction. */
  mailboxes: string[]
  code: Code
}
/** Who joined by whose invitation, and what both were promised (D43). */
export type Referral = { invited: string; referrer: string; bonus: number; settled: boolean }
/** How often a person asked to be deleted, and how old the request is that waits for its confirmation (D49). */
export type Deletion = { asked: number; age: 'new' | 'minute' | 'day' | undefined }
/** An address on the waitlist (D44). */
export type Waiting = { email: string; declined: boolean }
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
/** A key of a pool: whether an order has it, and the moment at which it was put aside. */
export type Key = { handedOut: boolean; aside: number | null }
/** Keys that were imported together, and the reports of those that were delivered (D31, D34). */
export type Batch = { keys: Key[]; held: boolean; reporters: string[]; reported: number }
/** A key that an order received, of a batch of a benefit. */
/** What was delivered; by hand, and not from a pool, with a negative `batch` and `key`. */
export type Item = {
  benefit: string
  batch: number
  key: number
  read: boolean
  report: '' | 'replaced' | 'open'
  answer: '' | ReportAnswer
}
export type ReportAnswer = 'replaced' | 'replied' | 'refunded'
/** What admins keep about an order; a note about a deleted person has lost its text. */
export type Desk = { assignee: string | null; notes: { id: string; author: string; body: string | null }[] }
/** The filters that an admin saved. */
export type View = { id: string; admin: string; name: string; status: string }
/** A row of the outbox about an order or a benefit; `over`: recorded and not sent (D37); `hour`: of which there is one an hour. */
export type Email = {
  to: string
  kind: string
  about: string
  elsewhere: boolean
  over: boolean
  hour?: number
}
/** A member's notices about an order or the balance (D40). */
export type Notice = { to: string; kind: string; about: string; note: string; read: boolean }
/** What a person chose about a group of notifications (D40). */
export type Choice = { inApp: boolean; byEmail: boolean }
/** What a person marked of a benefit (D39). */
export type Mark = { by: string; kind: 'favourite' | 'awaited'; benefit: string }
/** A line of the audit log: which columns of which row changed; codes are named by their text (D29). */
export type Line = { actor: string | null; row: string; action: string; what: string[] }

/** A run on many rows by an admin: each order as it was before and right after, or what else it changed. */
export type Run = {
  by: string
  kind: string
  /** Its parameters, and the ids of the rows that it changed, with their tokens if each has its own. */
  how: string[]
  what: string[]
  undone: boolean
  orders?: { id: string; status: string; unit: Order['unit']; version: number }[]
  /** Tokens that people were granted. */
  granted?: { id: string; amount: number }[]
  /** Memberships, in months. */
  extended?: { id: string; from: number; to: number }[]
  /** Keys, with the moments at which they were put aside. */
  moved?: { benefit: string; batch: number; key: number; from: number | null; to: number | null }[]
  /** Benefits as they were before, and their version right after. */
  offered?: { id: string; from: Pick<Benefit, 'price' | 'active'>; version: number }[]
  /** Ids of notes. */
  noted?: string[]
  /** Codes, with the moment of their revocation. */
  revoked?: { code: Code; at: number }[]
}

/** The subject of an access token, or undefined for an anonymous caller. */
export type Actor = string | undefined
