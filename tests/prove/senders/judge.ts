import type { Row } from '../../db/support/world.ts'
import type { Received } from './mail-service.ts'

/** A row of the outbox. */
export type Queued = Row & { id: string; outcome: string | null }

export const OUTBOX = 'select id, kind, outcome from private.outbox'

/** What the generations of senders did, seen from outside. */
export type Evidence = {
  received: Received[]
  /** The ids of emails in transactions that were rolled back. */
  undone: Set<string>
  /** The generation after which an email was first found to be marked as sent. */
  marked: Map<string, number>
}

/** What must not have happened (D37), one sentence each; `over`: everything that was due has been sent. */
export function judge({ received, undone, marked }: Evidence, outbox: Queued[], over: boolean): string[] {
  const generations = new Map<string, number[]>()
  for (const { id, generation } of received) {
    generations.set(id, [...(generations.get(id) ?? []), generation])
  }
  const rows = new Map(outbox.map((row) => [row.id, row]))
  const wrong: string[] = []
  for (const [id, sent] of generations) {
    const row = rows.get(id)
    if (undone.has(id)) wrong.push(`email ${id} was sent for a transaction that was rolled back`)
    else if (!row) wrong.push(`email ${id} was sent, and nothing has queued it`)
    if (row?.outcome === 'over_limit') wrong.push(`email ${id} was sent beyond the limit`)
    if (new Set(sent).size < sent.length) wrong.push(`email ${id} was sent twice without a kill between`)
    if (sent.some((generation) => generation > (marked.get(id) ?? Number.POSITIVE_INFINITY))) {
      wrong.push(`email ${id} was sent again after it had been marked`)
    }
  }
  for (const { id, kind, outcome } of outbox) {
    if (outcome === 'sent' && !generations.has(id))
      wrong.push(`email ${id} (${kind}) was marked and not sent`)
    if (outcome === 'given_up') wrong.push(`email ${id} (${kind}) was given up`)
    if (over && outcome === null) wrong.push(`email ${id} (${kind}) was never sent`)
  }
  return wrong
}
