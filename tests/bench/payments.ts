import {
  booksOf,
  openLives,
  type PaymentEvent,
  randomFrom,
  shuffled,
  turnPaymentsOn,
} from '../db/support/payments'
import { createMember } from '../db/support/people'
import { reconcile } from '../db/support/rows'
import { tooMuch } from './pgbench'
import { onDisk } from './world'

const PEOPLE = 180
const EACH = 30
const EVENTS = 10_000
const SEED = 20261127
const MAX_MS = 50

/**
 * Replays 10,000 events of Stripe in random order, four at once and some of them again, and compares the books with those of the same
 * events in order, once each (D63). Measures an event in the database.
 */
export const benchPayments = (): Promise<string[]> =>
  onDisk(async (world) => {
    await turnPaymentsOn(world)
    const people: string[] = []
    for (let n = 0; n < 2 * PEOPLE; n++) people.push((await createMember(world)).id)
    const [ordered, others] = [
      (await openLives(world.sql, people.slice(0, PEOPLE), 'a', EACH, SEED)).slice(0, EVENTS),
      (await openLives(world.sql, people.slice(PEOPLE), 'b', EACH, SEED)).slice(0, EVENTS),
    ]
    const tell = (event: PaymentEvent) => world.sql('select apply_payment_event($1)', [event])
    const times: number[] = []
    for (const event of ordered) {
      const began = performance.now()
      await tell(event)
      times.push(performance.now() - began)
    }
    const random = shuffled(others, randomFrom(SEED))
    for (let at = 0; at < random.length; at += 4) await Promise.all(random.slice(at, at + 4).map(tell))
    const sorted = times.toSorted((a, b) => a - b)
    const at = (share: number) => sorted[Math.floor(share * sorted.length)] ?? 0
    console.log(
      `${ordered.length} events in order, ${random.length} in random order; an event ${at(0.5).toFixed(1)} ms, p99 ${at(0.99).toFixed(1)} ms`,
    )
    const [one, other] = [await booksOf(world.sql, 'a'), await booksOf(world.sql, 'b')]
    const off = await reconcile(world)
    return [
      ...(ordered.length === EVENTS ? [] : [`there are only ${ordered.length} events of payments`]),
      ...(JSON.stringify(one) === JSON.stringify(other) ? [] : ['the order of events changes the books']),
      ...off.map(({ problem }) => `reconcile(): ${problem}`),
      ...tooMuch([['milliseconds of an event of Stripe', at(0.5), MAX_MS]]),
    ]
  })
