import { type ChildProcess, fork } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type { Address } from '../../db/support/world.ts'
import type { MailService } from './mail-service.ts'

const FILE = fileURLToPath(new URL('sender.ts', import.meta.url))

/** Processes that send at the same time. */
export type Senders = { kill(): Promise<number> }

/** Starts two senders; `generation` is the password with which they hand emails to the mail service. */
export async function startSenders(
  { url, secret_key }: Address,
  service: MailService,
  generation: number,
): Promise<Senders> {
  const env = {
    ...process.env,
    SEND_MAIL_SECRET: 'secret',
    SUPABASE_URL: url,
    SUPABASE_SECRET_KEYS: JSON.stringify({ default: secret_key }),
    SITE_URL: 'https://guildhall.example',
    MAIL_FROM: 'Guildhall <house@guildhall.example>',
    MAIL_API_URL: service.url,
    MAIL_API_KEY: String(generation),
  }
  const both = [0, 1].map(() => fork(FILE, { execArgv: ['--import', 'tsx'], env, silent: true }))
  await Promise.all(both.map(ready))
  return {
    kill: async () => {
      for (const sender of both) {
        await wait(randomInt(60))
        await killed(sender)
      }
      return both.length
    },
  }
}

const ready = (sender: ChildProcess) =>
  new Promise<void>((resolve, reject) => {
    sender.once('message', () => resolve())
    sender.once('exit', (code) => reject(new Error(`a sender ended with ${code}`)))
  })

const killed = (sender: ChildProcess) =>
  new Promise<void>((resolve) => {
    sender.once('exit', () => resolve())
    sender.kill('SIGKILL')
  })
