/** The writes that are sent, in the words of the failure sentences. */
export type Kind = 'order' | 'redemption' | 'cancel' | 'edit' | 'batch' | 'sign-up' | 'deletion'

/** One write, noted down before it is sent. */
export type Entry = {
  kind: Kind
  /** What names it in the database: an order's id, a code, an e-mail, a person's id. */
  key: string
  /** Whose balance it moves, by how much, and which admin did it. */
  account?: string
  amount?: number
  actor?: string
  /** How many hard kills came before it. */
  round: number
  /** 'sent' is in doubt: there was no answer, so it may be there, once and wholly, or not at all. */
  state: 'sent' | 'acknowledged' | 'refused'
}

type Details = Pick<Entry, 'account' | 'amount' | 'actor'>

/** What was sent and what was acknowledged. It lives outside the database, in the process that proves. */
export type Journal = {
  entries: Entry[]
  /** Answers that no interruption explains, in sentences. */
  surprises: string[]
  round: number
  /** Notes a write down; call it before sending. */
  send(kind: Kind, key: string, details?: Details): Entry
  acknowledged(): number
}

/** An empty journal. */
export function openJournal(): Journal {
  const journal: Journal = {
    entries: [],
    surprises: [],
    round: 0,
    send(kind, key, details = {}) {
      const entry: Entry = { kind, key, ...details, round: journal.round, state: 'sent' }
      journal.entries.push(entry)
      return entry
    },
    acknowledged: () => journal.entries.filter(({ state }) => state === 'acknowledged').length,
  }
  return journal
}
