import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Pool } from 'pg'
import { createHandler as createUnsubscribe } from '../functions/unsubscribe/handler.ts'
import { checkAhead, migrate } from './database/migrate.ts'
import { seedOnce, uploadInitialFiles } from './database/seed.ts'
import { reason, StartFailure } from './failure.ts'
import { openFolders } from './folders.ts'
import { type Handler, openGateway } from './gateway.ts'
import { createInbox, handleInbox } from './inbox/inbox.ts'
import { PUBLISHABLE_KEY, SECRET_KEY } from './keys.ts'
import { dataFolder, MIGRATIONS_DIR, SEED_FILES, SUPABASE_DIR } from './paths.ts'
import { type Cluster, startCluster } from './postgres/cluster.ts'
import { openPool, withClient } from './postgres/pool.ts'
import { openRealtime } from './realtime/server.ts'
import { createRest, loadLite, type Rest } from './rest.ts'
import { openSender } from './sender.ts'
import { readSettings } from './settings.ts'

const DATABASE = join(SUPABASE_DIR, 'local/database')
// Loaded when needed: Stripe's library is larger than the rest.
const PAYMENTS = /^\/(functions\/v1\/(payments|stripe-webhook)$|inbox\/checkout\/)/

export type BackendOptions = {
  /** 0 or absent: a free one. */
  port?: number
  /** Starts fresh and leaves nothing behind. */
  ephemeral?: boolean
  /** With `ephemeral`, for tests: the data folder of a stopped backend, of which a copy is used. */
  template?: string
  /** No demo data. */
  empty?: boolean
  /** Where the app is served; links in emails lead there. */
  siteUrl?: string
  /** Another folder of migrations, for tests. */
  migrations?: string
  /** Called with one sentence when Postgres ends unexpectedly. */
  onCrash?: (sentence: string) => void
  /** Whether sign-ins and emailed codes are limited as on hosted Supabase; by default not with `ephemeral`. */
  rateLimits?: boolean
  /** Another data folder than the one of this checkout. */
  data?: string
  /** Whether the emails of the outbox are sent, to the inbox; by default they are. */
  sendEmails?: boolean
}

export type Backend = {
  url: string
  publishable_key: string
  secret_key: string
  db_url: string
  /** Of the superuser, whom hosted Supabase does not expose; tests need it. */
  superuser_url: string
  inbox_url: string
  stop(): Promise<void>
}

/**
 * Brings up Postgres, REST, auth, storage, realtime and the inbox on one address.
 * Throws StartFailure, whose message is one sentence; nothing is left running then.
 */
export async function startBackend(options: BackendOptions = {}): Promise<Backend> {
  const cleanup: (() => unknown)[] = []
  let stopping: Promise<void> | undefined
  const stop = () => {
    stopping ??= (async () => {
      for (const step of cleanup.reverse()) await step()
    })()
    return stopping
  }
  try {
    return { ...(await startServices(options, (step) => cleanup.push(step))), stop }
  } catch (error) {
    await stop()
    throw error
  }
}

async function startServices(options: BackendOptions, onStop: (step: () => unknown) => void) {
  const settings = readSettings()
  const siteUrl = options.siteUrl ?? settings.auth.site_url
  let handle: Handler = async () => new Response('The backend is starting.', { status: 503 })
  // First, because a port in use is the likeliest failure.
  const { server, url, close } = await openGateway(options.port ?? 0, (request) => handle(request))
  onStop(close)
  const folders = options.ephemeral
    ? openFolders(true, '', options.template)
    : openFolders(false, options.data ?? dataFolder())
  onStop(folders.remove)
  const lite = loadLite()
  const isNew = !existsSync(folders.database)
  const [cluster] = await Promise.all([
    startCluster(folders, options.onCrash),
    // The first start has this to do while the cluster is created.
    isNew && checkAhead(options.migrations ?? MIGRATIONS_DIR),
  ])
  onStop(cluster.stop)
  const inbox = createInbox(join(folders.root, 'inbox.json'))
  const pool = openPool({ connectionString: cluster.adminUrl, max: 8 })
  onStop(() => pool.end())
  const throwUnusable = (error: unknown) => {
    if (error instanceof StartFailure) throw error
    throw new StartFailure(
      `The data folder ${folders.root} cannot be used (${reason(error)}); if it is damaged or of an older version, delete it to start afresh.`,
    )
  }
  const rest = await createRest({
    lite,
    url: cluster.adminUrl,
    apiUrl: cluster.apiUrl,
    folders,
    settings,
    siteUrl,
    mailer: inbox,
    pool,
    limited: options.rateLimits ?? !folders.ephemeral,
  }).catch(throwUnusable)
  onStop(rest.close)
  // Again, before what the requests under way use.
  onStop(close)

  await prepareDatabase(cluster, rest, options, folders.root, isNew).catch(throwUnusable)
  onStop(await openRealtime(server, cluster.adminUrl, pool))
  const sender = openSender({ url, siteUrl, pool })
  const unsubscribe = createUnsubscribe({ supabaseUrl: url, key: PUBLISHABLE_KEY, siteUrl })
  let payments: Promise<Handler> | undefined
  const handlePayments: Handler = async (request) => {
    payments ??= import('./payments.ts').then(({ openPayments }) =>
      openPayments({ url, siteUrl, root: folders.root }),
    )
    return (await payments)(request)
  }
  handle = async (request) => {
    const { pathname } = new URL(request.url)
    if (pathname === '/functions/v1/send-mail') return sender.handle(request)
    if (pathname === '/functions/v1/unsubscribe') return unsubscribe(request)
    if (PAYMENTS.test(pathname)) return handlePayments(request)
    if (pathname === '/inbox/due' && request.method === 'POST') return runDue(request, pool)
    return (await handleInbox(request, inbox, sender.inboxKey)) ?? rest.handle(request)
  }
  if (options.sendEmails ?? true) onStop(sender.start())
  return {
    url,
    publishable_key: PUBLISHABLE_KEY,
    secret_key: SECRET_KEY,
    db_url: cluster.url,
    superuser_url: cluster.adminUrl,
    inbox_url: `${url}/inbox`,
  }
}

async function prepareDatabase(
  cluster: Cluster,
  rest: Rest,
  options: BackendOptions,
  dataFolder: string,
  isNew: boolean,
): Promise<void> {
  // Read again if a migration is new.
  const schemaRead = isNew
    ? false
    : rest.readSchema().then(
        () => true,
        () => false,
      )
  await withClient(cluster.adminUrl, async (admin) => {
    await admin.query(readFileSync(join(DATABASE, 'bootstrap.sql'), 'utf8'))
    await rest.app.ensureSystemSchema()
    await admin.query(readFileSync(join(DATABASE, 'system-rights.sql'), 'utf8'))
  })
  await withClient(cluster.url, async (owner) => {
    const isChanged = await migrate(owner, options.migrations ?? MIGRATIONS_DIR, dataFolder)
    await seedOnce(owner, SEED_FILES, options.empty ?? false)
    // The functions of this backend are connected to a payment page of its own.
    await owner.query('select public.report_payment_mode(true)').catch(() => undefined)
    await uploadInitialFiles(owner, rest.handle)
    await rest.loadRoleSettings()
    if (!(await schemaRead) || isChanged) await rest.readSchema()
  })
}

/** POST /inbox/due?minutes=11 does what will be due then, for tests, which cannot wait for it. */
async function runDue(request: Request, pool: Pool): Promise<Response> {
  // After one that is running, instead of not at all.
  await pool.query(
    `select private.run_due(now() + $1 * interval '1 minute')
     from pg_advisory_xact_lock(hashtextextended('private.run_due', 0))`,
    [Number(new URL(request.url).searchParams.get('minutes'))],
  )
  return new Response(null, { status: 204 })
}
