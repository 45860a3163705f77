import { setTimeout as wait } from 'node:timers/promises'
import { errorCode, isTransient } from '../../../src/lib/errors.ts'
import type { Entry, Journal } from './journal.ts'

// As long as the product waits.
const PATIENCE_MS = 20_000
const CUTS = 1 / 25
const CUT_WITHIN_MS = 30

/** One try of a write; answers whether it is settled. One that is not is tried again, with the same id. */
export type Try = () => Promise<boolean>

type Answer = { error: unknown; status: number }

/** Ends the request: one of twenty-five after a moment, before or after the commit, as a client does that loses its network. */
export function patience(): AbortSignal {
  return AbortSignal.timeout(Math.random() < CUTS ? Math.floor(Math.random() * CUT_WITHIN_MS) : PATIENCE_MS)
}

/** Did nobody answer? Then the write is in doubt. A 5xx is no answer either: it says nothing of the commit. */
export function unanswered({ error, status }: Answer): boolean {
  return error !== null && (status === 0 || isTransient({ status }) || errorCode(error) === 'network')
}

/** Notes the answer of a write down. */
export function settle(entry: Entry, state: Exclude<Entry['state'], 'sent'>): true {
  entry.state = state
  return true
}

/** Notes down that a write was refused that nothing should refuse. */
export function surprise(journal: Journal, entry: Entry, { error, status }: Answer): true {
  const said = `${status} ${errorCode(error)} ${JSON.stringify(error)}`
  journal.surprises.push(`the ${entry.kind} ${entry.key} of round ${entry.round} was refused: ${said}`)
  return settle(entry, 'refused')
}

/** A moment before the next try, so that a backend that is down is not stormed. */
export const breathe = () => wait(50)
