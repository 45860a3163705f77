import type { RowGroup } from '@/entities/operations/operation'

/** What the screens say about one kind of operation; `what` is '214 orders', `count` is '198'. */
export type OperationTexts = {
  noun: readonly [one: string, many: string]
  /** 'Mark 214 orders delivered' */
  title: (what: string) => string
  /** The button: 'Mark 198 delivered' */
  actionLabel: (count: string) => string
  /** 'Marking orders delivered' */
  running: string
  /** '198 marked delivered' */
  done: (count: string) => string
  /** After the name of an admin: 'marked 31 orders delivered' */
  did: (what: string) => string
  /** Where no tokens move, but others are meant. */
  tokens?: (tokens: number) => string
  /** Why rows are skipped or not undone, by reason. */
  reasons: Partial<Record<string, (skipped: RowGroup) => string>>
}
