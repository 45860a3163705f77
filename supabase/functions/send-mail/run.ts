import { composeMessage, type Leased, SendFailure, type Transport } from './message.ts'
import type { Outbox } from './outbox.ts'

export type Sender = { outbox: Outbox; send: Transport; from: string; siteUrl: string }

const PER_RUN = 50
const CONNECTIONS = 10
const RETRY_MS = 1_000

/**
 * Sends what is due, up to 50 emails (D37), and returns how many it leased. An email whose result could not be recorded stays
 * leased and is sent again, with the same Message-ID, and the rest of the run with it. Throws when the lease fails.
 */
export async function sendDue(sender: Sender): Promise<number> {
  const leased = await sender.outbox.lease(PER_RUN)
  const waiting = [...leased]
  await Promise.all(
    Array.from({ length: CONNECTIONS }, async () => {
      for (let email = waiting.shift(); email; email = waiting.shift()) {
        await sendOne(sender, email).catch(() => {
          console.error(`No result recorded for email ${email?.id}`)
          // What is sent while the database is away would be sent again.
          waiting.length = 0
        })
      }
    }),
  )
  return leased.length
}

async function sendOne({ outbox, send, from, siteUrl }: Sender, email: Leased): Promise<void> {
  let record = () => outbox.sent(email.id)
  try {
    await send(composeMessage(email, from, siteUrl))
  } catch (error) {
    const { code, permanent } = error instanceof SendFailure ? error : new SendFailure('unexpected', false)
    record = () => outbox.failed(email.id, email.attempt, code, permanent)
  }
  await record().catch(async () => {
    await new Promise((resolve) => setTimeout(resolve, RETRY_MS))
    await record()
  })
}
