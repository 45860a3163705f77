import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { reason, StartFailure } from '../failure.ts'
import type { Folders } from '../folders.ts'
import { type Account, chooseAccount } from './account.ts'
import { findBinaries } from './binaries.ts'
import { clearLeftover, watchPostgres } from './cleanup.ts'

/**
 * A running Postgres. `adminUrl` is the superuser; `url` is `postgres` and `apiUrl` is `authenticator`, as limited as on hosted
 * Supabase.
 */
export type Cluster = { adminUrl: string; url: string; apiUrl: string; stop(): Promise<void> }

type Programs = ReturnType<typeof findBinaries>

// The locale of the machine must not change sorting or the language of the log.
const ENVIRONMENT = { ...process.env, LC_ALL: 'C', TZ: 'UTC' }
const READY = 'database system is ready to accept connections'
const STOP_WITHIN_MS = 10_000

/** Creates the cluster on first use and starts it. Throws StartFailure when the folder cannot be used. */
export async function startCluster(
  folders: Folders,
  onCrash: (sentence: string) => void = () => undefined,
): Promise<Cluster> {
  const programs = findBinaries()
  const account = chooseAccount([programs.postgres, folders.database])
  if (existsSync(folders.database)) await clearLeftover(folders.database)
  else await createCluster(programs, account, folders)
  const { server, port } = await launchOnFreePort(programs, account, folders)
  const url = (user: string) => `postgresql://${user}:postgres@127.0.0.1:${port}/postgres`
  const endWatchdog = watchPostgres(server.pid ?? 0, folders.ephemeral ? folders.root : undefined)
  const crash = () => onCrash(`Postgres ended by itself; its data is in ${folders.database}.`)
  server.once('exit', crash)
  return {
    adminUrl: url('supabase_admin'),
    url: url('postgres'),
    apiUrl: url('authenticator'),
    stop: async () => {
      server.off('exit', crash)
      await shutDown(server)
      endWatchdog()
    },
  }
}

async function createCluster(programs: Programs, account: Account, folders: Folders): Promise<void> {
  const newFolder = `${folders.database}.new`
  rmSync(newFolder, { recursive: true, force: true })
  mkdirSync(newFolder)
  account.own(newFolder)
  const identity = ['--username=supabase_admin', '--auth=trust']
  const text = ['--encoding=UTF8', '--locale=C', '--locale-provider=icu', '--icu-locale=en-US']
  const child = spawnProgram(account, programs.initdb, [
    '--no-sync',
    `--pgdata=${newFolder}`,
    ...identity,
    ...text,
  ])
  const log = collectLog(child)
  const code = await new Promise((resolve) => child.once('close', resolve))
  if (code !== 0)
    throw new StartFailure(`The database could not be created in ${folders.database}: ${log.fault()}.`)
  // Only a complete cluster gets the real name, so an interrupted first start repairs itself.
  renameSync(newFolder, folders.database)
}

async function launchOnFreePort(programs: Programs, account: Account, folders: Folders) {
  for (let attempt = 1; ; attempt++) {
    const port = await freePort()
    try {
      return { port, server: await launch(programs, account, folders, port) }
    } catch (error) {
      // Another process took the port in between.
      if (attempt === 3 || !/TCP\/IP/.test(reason(error))) throw error
    }
  }
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer()
    probe.once('error', reject)
    probe.listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as AddressInfo
      probe.close(() => resolve(port))
    })
  })
}

async function launch(
  programs: Programs,
  account: Account,
  folders: Folders,
  port: number,
): Promise<ChildProcess> {
  const settings = {
    listen_addresses: '127.0.0.1',
    port: String(port),
    unix_socket_directories: '',
    wal_level: 'logical',
    // A computer may sleep.
    wal_sender_timeout: '0',
    fsync: folders.ephemeral ? 'off' : 'on',
    full_page_writes: folders.ephemeral ? 'off' : 'on',
    max_connections: '100',
    // As the migrations set it for the database; lite's first connection is older than they are.
    random_page_cost: '1.1',
  }
  const flags = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const child = spawnProgram(account, programs.postgres, ['-D', folders.database, ...flags])
  const log = collectLog(child)
  await new Promise<void>((resolve, reject) => {
    child.stderr?.on('data', () => {
      if (log.text().includes(READY)) resolve()
    })
    child.once('close', () =>
      reject(
        new StartFailure(
          /^lock file/.test(log.fault())
            ? `Another backend already uses the data folder ${folders.root}; stop it, or start this one with --ephemeral.`
            : `Postgres cannot use the data folder ${folders.database} (${log.fault()}); it is damaged or of another version, so delete it to start afresh.`,
        ),
      ),
    )
  })
  return child
}

function spawnProgram(account: Account, program: string, args: string[]): ChildProcess {
  const { file, args: allArgs, ...identity } = account.command(program, args)
  // Its own process group: Ctrl-C must reach this process first, which then stops Postgres in order.
  return spawn(file, allArgs, {
    ...identity,
    env: ENVIRONMENT,
    detached: true,
    stdio: ['ignore', 'ignore', 'pipe'],
  })
}

function collectLog(child: ChildProcess) {
  let text = ''
  child.once('error', (error) => {
    text += `FATAL: ${error.message}`
  })
  child.stderr?.on('data', (chunk: Buffer) => {
    text = (text + chunk.toString()).slice(-8000)
  })
  return {
    text: () => text,
    fault: () => {
      const line = text.match(/(?:FATAL|PANIC|error):\s*(.+)/)?.[1] ?? text.trim().split('\n').at(-1)
      return line?.replace(/\.$/, '') || 'no reason given'
    },
  }
}

async function shutDown(server: ChildProcess): Promise<void> {
  if (server.exitCode !== null || server.signalCode !== null) return
  const exited = new Promise((resolve) => server.once('exit', resolve))
  server.kill('SIGINT')
  const forceStop = setTimeout(() => server.kill('SIGQUIT'), STOP_WITHIN_MS)
  await exited
  clearTimeout(forceStop)
}
