import { setTimeout as wait } from 'node:timers/promises'
import { readConfig } from '../../supabase/functions/send-mail/config.ts'
import { createHandler } from '../../supabase/functions/send-mail/handler.ts'

// The function send-mail as a process of its own, invoked again and again until it is killed.
let work = Promise.resolve(0)
const handle = createHandler(
  readConfig((name) => process.env[name]),
  (started) => {
    work = started
  },
)
const headers = { 'x-send-mail-secret': process.env.SEND_MAIL_SECRET ?? '' }

process.on('disconnect', () => process.exit())
for (;;) {
  await handle(new Request('http://localhost', { method: 'POST', headers }))
  // The database may be recovering.
  if ((await work.catch(() => 0)) === 0) await wait(20)
}
