import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { openOutbox } from '../../supabase/functions/send-mail/outbox.ts'
import { sendDue } from '../../supabase/functions/send-mail/run.ts'
import { postTransport } from '../../supabase/functions/send-mail/transports/post.ts'
import { startBackend } from '../../supabase/local/backend.ts'
import { createWorld } from '../db/support/world'

const EMAILS = 1_000
const MAX_SECONDS = 60
/** What a mail service takes to accept a message. */
const SERVICE_MS = 150

const QUEUE = `
  insert into private.outbox (id, kind, recipient_id, template)
  select gen_random_uuid(), 'test', p.id, 'order_delivered' from public.profiles as p, generate_series(1, ${EMAILS})`
const PERSON = `
  insert into public.invite_codes (code) values ('BENCH');
  insert into auth.users (id, email, raw_user_meta_data)
  values (gen_random_uuid(), 'bench@guild.example', '{"name": "Bench", "invite_code": "BENCH"}')`

/** Measures how long one sender takes for 1,000 emails, 50 a run, with a mail service that is as slow as real ones. */
export async function benchOutbox(): Promise<string[]> {
  const backend = await startBackend({ ephemeral: true, empty: true, sendEmails: false })
  const world = createWorld(backend)
  const received: string[] = []
  const service = createServer((request, response) => {
    received.push(String(request.headers['idempotency-key']))
    setTimeout(() => response.writeHead(202).end(), SERVICE_MS)
  })
  await new Promise<void>((resolve) => service.listen(0, '127.0.0.1', resolve))
  try {
    await world.sql(PERSON)
    await world.sql(QUEUE)
    const sender = {
      outbox: openOutbox({ supabaseUrl: backend.url, serviceKey: backend.secret_key }),
      send: postTransport({
        url: `http://127.0.0.1:${(service.address() as AddressInfo).port}`,
        key: 'bench',
      }),
      from: 'bench@guild.example',
      siteUrl: 'https://guild.example',
      supabaseUrl: backend.url,
    }
    const began = performance.now()
    while ((await sendDue(sender)) > 0);
    const seconds = (performance.now() - began) / 1000
    console.log(`${received.length} emails by one sender in ${seconds.toFixed(1)} s`)
    return [
      ...(new Set(received).size === EMAILS && received.length === EMAILS
        ? []
        : [`outbox broken: ${received.length} sent of ${EMAILS}, ${new Set(received).size} different ones`]),
      ...(seconds > MAX_SECONDS ? [`outbox broken: ${seconds.toFixed(1)} s, at most ${MAX_SECONDS}`] : []),
    ]
  } finally {
    service.close()
    service.closeAllConnections()
    await world.close()
    await backend.stop()
  }
}
