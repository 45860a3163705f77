import { openPayments, turnPaymentsOn } from '../db/support/payments'
import { createMember } from '../db/support/people'
import { median, tooMuch } from './pgbench'
import { onDisk } from './world'

const PEOPLE = 180
const EACH = 30
const EVENTS = 10_000
const MAX_MS = 50

/** Measures each of 10,000 events of Stripe in the database (D63). */
export const benchPayments = (): Promise<string[]> =>
  onDisk(async (world) => {
    await turnPaymentsOn(world)
    const people: string[] = []
    for (let n = 0; n < PEOPLE; n++) people.push((await createMember(world)).id)
    const events = (await openPayments(world.sql, people, 'a', EACH, 20261127)).slice(0, EVENTS)
    const times: number[] = []
    for (const event of events) {
      const began = performance.now()
      await world.sql('select apply_payment_event($1)', [event])
      times.push(performance.now() - began)
    }
    console.log(`${events.length} events: ${median(times).toFixed(1)} ms each`)
    return tooMuch([
      ['events that are missing', EVENTS - events.length, 0],
      ['milliseconds of an event of Stripe', median(times), MAX_MS],
    ])
  })
