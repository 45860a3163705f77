import type { Addresses } from './compose.ts'
import { type LeasedEmail, SendFailure, type Transport } from './message.ts'
import type { Outbox } from './outbox.ts'

export type Sender = { outbox: Outbox; send: Transport } & Addresses

const PER_RUN = 50
const CONNECTIONS = 10
const RETRY_MS = 1_000

/**
 * Runs the due tasks, then sends up to 50 emails (D37), and returns how many it leased. An email whose result could not be recorded
 * stays leased and is sent again, with the same Message-ID, and so is the rest of the run. Throws if the lease fails.
 */
export async function sendDue(sender: Sender): Promise<number> {
  await runDue(sender.outbox)
  const leased = await sender.outbox.lease(PER_RUN)
  const waiting = [...leased]
  await Promise.all(
    Array.from({ length: CONNECTIONS }, async () => {
      for (let email = waiting.shift(); email; email = waiting.shift()) {
        await sendOne(sender, email).catch(() => {
          console.error(`No result recorded for email ${email?.id}`)
          // While the database is unavailable, sent emails would be sent again.
          waiting.length = 0
        })
      }
    }),
  )
  return leased.length
}

/** A failure does not prevent the emails; the next run tries again. */
async function runDue(outbox: Outbox): Promise<void> {
  const failed = await outbox.runDue().catch((error: unknown) => [String(error)])
  if (failed.length > 0) console.error(`Not done: ${failed.join(', ')}`)
}

async function sendOne({ outbox, send, ...addresses }: Sender, email: LeasedEmail): Promise<void> {
  let record = () => outbox.markSent(email.id)
  try {
    // Lazy, so that an invocation without emails responds sooner.
    const { composeMessage } = await import('./compose.ts')
    await send(composeMessage(email, addresses))
  } catch (error) {
    const { code, permanent } = error instanceof SendFailure ? error : new SendFailure('unexpected', false)
    record = () => outbox.markFailed(email.id, email.attempt, code, permanent)
  }
  await record().catch(async () => {
    await new Promise((resolve) => setTimeout(resolve, RETRY_MS))
    await record()
  })
}
