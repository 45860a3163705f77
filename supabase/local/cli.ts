import { parseArgs } from 'node:util'
import { type Backend, startBackend } from './backend.ts'
import { reason, StartFailure } from './failure.ts'
import { stopWhenOrphaned } from './orphan.ts'
import { loadLite } from './rest.ts'

const options = {
  port: { type: 'string', default: '54321' },
  ephemeral: { type: 'boolean', default: false },
  empty: { type: 'boolean', default: false },
  data: { type: 'string' },
  migrations: { type: 'string' },
} as const

// Standard output is one line of JSON, whatever a library prints.
console.log = console.error
console.info = console.error

function readPort(text: string): number {
  const port = Number(text)
  if (/^\d+$/.test(text) && port <= 65_535) return port
  throw new StartFailure(`--port takes a number from 0 to 65535, not "${text}".`)
}

async function main(): Promise<void> {
  const flags = parseArgs({ options }).values
  const port = readPort(flags.port)
  let starting: Promise<Backend> | undefined
  let isStopping = false
  const stop = () => {
    if (isStopping) return
    isStopping = true
    // A signal during the start waits for it, so that no Postgres is left behind.
    Promise.resolve(starting)
      .then((backend) => backend?.stop())
      .catch(() => undefined)
      .finally(() => process.exit(0))
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, stop)
  // Only a start by the Vite plugin has such a channel.
  process.on('disconnect', stop)
  stopWhenOrphaned(stop)
  void loadLite()
  const siteUrl = process.connected ? await receiveSiteUrl() : undefined
  starting = startBackend({ ...flags, port, siteUrl, onCrash: fail })
  const { stop: _stop, superuser_url: _superuser, ...addresses } = await starting
  process.stdout.write(`${JSON.stringify(addresses)}\n`)
  process.send?.(addresses)
}

/** Vite starts this process before it knows its own address, which it sends. */
function receiveSiteUrl(): Promise<string> {
  return new Promise((resolve) => process.once('message', resolve))
}

function fail(sentence: string): never {
  process.stderr.write(`${sentence}\n`)
  process.exit(1)
}

main().catch((error: unknown) => {
  const isExpected =
    error instanceof StartFailure || (error as NodeJS.ErrnoException).code?.startsWith('ERR_PARSE_ARGS')
  fail(isExpected ? (error as Error).message : `The backend could not start: ${reason(error)}.`)
})
