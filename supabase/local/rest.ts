import type { App, EmailDriver } from '@supabase/lite'
import type { Pool } from 'pg'
import { withAssurance } from './auth/assurance.ts'
import { guardAuth } from './auth/guard.ts'
import type { Folders } from './folders.ts'
import type { Handler } from './gateway.ts'
import { toHostedError, unsignedToken } from './hosted-errors.ts'
import { JWT_SECRET, PUBLISHABLE_KEY, SECRET_KEY } from './keys.ts'
import { openSessions } from './postgres/sessions.ts'
import { prepareRequests } from './requests.ts'
import type { Settings } from './settings.ts'
import { createStorageAdapter } from './storage/adapter.ts'
import { hasInvalidObjectName, limitUploads, withSafeDownloadHeaders } from './storage/objects.ts'

export type Rest = {
  app: App
  handle: Handler
  /** What lite knows of tables and functions; otherwise a session that ends during the first request makes it respond that there is none. */
  readSchema(): Promise<unknown>
  loadRoleSettings(): Promise<void>
  close(): Promise<void>
}

export type RestOptions = {
  lite: ReturnType<typeof loadLite>
  url: string
  /** Of the API's login, authenticator. */
  apiUrl: string
  folders: Folders
  settings: Settings
  siteUrl: string
  mailer: EmailDriver
  pool: Pool
  limited: boolean
}

// The number of concurrent statements of the API, and of auth and storage.
const SESSIONS = 20

/** Loads lite, which is slow; call it before it is needed. */
export function loadLite() {
  // Read by lite while it loads: storage is opt-in, and telemetry is off.
  Object.assign(process.env, { EXPERIMENTAL_STORAGE: '1', DO_NOT_TRACK: '1', LITE_TELEMETRY: '0' })
  return Promise.all([import('@supabase/lite'), import('@supabase/lite/postgres')])
}

/**
 * lite's auth and storage on the database at `url`, and its REST with the login of `apiUrl`. `readSchema` and `loadRoleSettings` must run
 * after the migrations.
 */
export async function createRest(options: RestOptions): Promise<Rest> {
  const { url, apiUrl, folders, settings, siteUrl, mailer, pool } = options
  const [{ App }, { createPostgresConnection }] = await options.lite
  const connection = createPostgresConnection({
    url,
    postgresOptions: {
      onnotice: () => undefined,
      // lite encodes json itself; its driver would encode it a second time.
      types: { json: jsonType(114), jsonb: jsonType(3802) },
    },
  })
  // Otherwise lite grants everything on the schemas with row-level security, once per process.
  Object.assign(connection, { rlsState: 'active' })
  const sessions = await openSessions(connection.driver, { url, apiUrl }, SESSIONS)
  const requests = prepareRequests(connection, pool, sessions)
  const app = new App({
    connection,
    api: settings.api,
    // The migration history belongs to migrate.ts.
    db: { migrations: { enabled: false } },
    storage: { enabled: true, file_size_limit: settings.storage.file_size_limit },
    auth: { ...authSettings(settings), enabled: true, site_url: siteUrl },
    options: { drivers: { email: mailer }, server: { admin: false, disableStudio: true } },
  })
  app._storageAdapter = createStorageAdapter(folders.storage)
  await initQuietly(app)
  silenceExpectedErrors()
  const send = limitUploads(pool, async (request) => app.fetch(request, { peerAddress: null }))
  const lite: Handler = async (request) => {
    const refusal = unsignedToken(request) ?? hasInvalidObjectName(request)
    if (refusal) return refusal
    const response = await send(request)
    return withSafeDownloadHeaders(request, response) ?? toHostedError(response)
  }
  return {
    app,
    handle: requests.handle(guardAuth({ ...options, lite: withAssurance(pool, lite) })),
    readSchema: () => connection.introspect(),
    loadRoleSettings: requests.loadRoleSettings,
    close: sessions.end,
  }
}

/** Suppresses lite's warning that its storage is experimental. */
async function initQuietly(app: App): Promise<void> {
  const { warn } = console
  console.warn = () => undefined
  const ready = app.init()
  console.warn = warn
  await ready
}

function authSettings({ auth: { hook: _hook, rate_limit: _limits, mfa: _factors, ...auth } }: Settings) {
  const { max_frequency: _pause, enabled: enable_signup, ...email } = auth.email
  return {
    ...auth,
    email: { ...email, enable_signup },
    jwt_secret: JWT_SECRET,
    publishable_key: PUBLISHABLE_KEY,
    secret_key: SECRET_KEY,
  }
}

function jsonType(oid: number) {
  const serialize = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value))
  return { to: oid, from: [oid], serialize, parse: (text: string) => JSON.parse(text) }
}

let patched = false

/**
 * Hides what lite prints for refused statements, which the response reports as well, and for uploads that the client cancels.
 */
function silenceExpectedErrors(): void {
  if (patched) return
  patched = true
  const { error } = console
  console.error = (...args: unknown[]) => {
    if (!args.some(isRefusal)) error(...args)
  }
}

function isRefusal(value: unknown): boolean {
  if (!(value instanceof Error)) return false
  const isCancelled = 'code' in value && value.code === 'ECONNRESET'
  return 'severity' in value || isCancelled
}
