import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import type { Pool } from 'pg'
import { createHandler } from '../functions/send-mail/handler.ts'
import { postTransport } from '../functions/send-mail/transports/post.ts'
import { SECRET_KEY } from './keys.ts'

type Options = { url: string; siteUrl: string; pool: Pool }

const PATH = '/functions/v1/send-mail'
const EVERY_MS = 500
// As the schedule of a hosted project, so that the function is known to run.
const AT_LEAST_EVERY_MS = 60_000
const PER_RUN = 50

const DUE =
  'select exists (select from private.outbox where outcome is null and next_attempt_at <= now()) as due'

/**
 * The function send-mail, delivering to the inbox: `handle` serves it where a hosted project does, `start` invokes it
 * whenever an email is due and returns what ends that.
 */
export function openSender({ url, siteUrl, pool }: Options) {
  const [secret, inboxKey] = [randomUUID(), randomUUID()]
  let work: Promise<number> = Promise.resolve(0)
  const handle = createHandler(
    {
      secret,
      supabaseUrl: url,
      serviceKey: SECRET_KEY,
      siteUrl,
      from: 'Guildhall <house@guildhall.example>',
      send: postTransport({ url: `${url}/inbox/messages`, key: inboxKey }),
    },
    (started) => {
      work = started
    },
  )
  const invoke = async (): Promise<number> => {
    await handle(new Request(url + PATH, { method: 'POST', headers: { 'x-send-mail-secret': secret } }))
    return work
  }

  let invokedAt = 0
  const tick = async () => {
    const { rows } = await pool.query<{ due: boolean }>(DUE)
    if (!rows[0]?.due && Date.now() - invokedAt < AT_LEAST_EVERY_MS) return
    do invokedAt = Date.now()
    while ((await invoke()) === PER_RUN)
  }

  return {
    inboxKey,
    handle,
    start() {
      const stop = new AbortController()
      const ended = (async () => {
        for (;;) {
          await wait(EVERY_MS, undefined, { signal: stop.signal }).catch(() => undefined)
          if (stop.signal.aborted) return
          // Another set of migrations has no outbox, and the database may be restarting.
          await tick().catch(() => undefined)
        }
      })()
      return () => {
        stop.abort()
        return ended
      }
    },
  }
}
