import { AsyncLocalStorage } from 'node:async_hooks'
import type { Connection } from '@supabase/lite'
import type { Pool } from 'pg'
import type { Handler } from './gateway.ts'
import type { Sessions } from './postgres/sessions.ts'

type Settings = Record<string, string>

const ACTOR = `select set_config('request.jwt.claim.sub', $1, false)`

/** A request under way: what PostgREST would set for it in the transaction that it is in, or, of storage, who sends it once that is known. */
type Underway = { settings?: Settings; isInTransaction?: boolean; actor?: string }

// What PostgREST applies for the role that it takes on, and, of its login, which function it calls before each request.
const ROLE_SETTINGS = `
  select r.rolname as role, s.setting from pg_db_role_setting as d
  join pg_roles as r on r.oid = d.setrole, unnest(d.setconfig) as s (setting)
  where d.setdatabase = 0 and r.rolname in ('authenticator', 'anon', 'authenticated', 'service_role')`

/**
 * Has each REST request run with the API's login, and does in its transaction what PostgREST does there and lite does not: the
 * settings of the caller's role (statement_timeout), the request itself (request.headers), and the function named by pgrst.db_pre_request.
 * `loadRoleSettings` reads the roles, after the migrations.
 */
export function prepareRequests(connection: Connection, pool: Pool, sessions: Sessions) {
  const requests = new AsyncLocalStorage<Underway>()
  const roles = new Map<string, Settings>()
  const withContext = connection.withContext.bind(connection)

  connection.withContext = (vars, work, options) => {
    const request = requests.getStore()
    const { role = 'anon', uid } = (vars?.auth ?? {}) as { role?: string; uid?: string }
    if (!request?.settings) {
      if (request && vars) request.actor = uid
      return withContext(vars, work, options)
    }
    const workInApi: typeof work = async (database) => {
      const settings = Object.entries({ ...roles.get(role), ...request.settings })
      await database
        .selectNoFrom((is) =>
          settings.map(([name, value]) =>
            is.fn('set_config', [is.val(name), is.val(value), is.val(true)]).as(name),
          ),
        )
        .execute()
      const before = roles.get('authenticator')?.['pgrst.db_pre_request']
      if (before) await database.selectNoFrom((is) => is.fn(before, []).as('before')).execute()
      return work(database)
    }
    return requests.run({ ...request, isInTransaction: true }, () => withContext(vars, workInApi, options))
  }

  // lite deletes objects by itself, once it has checked that the caller may; the log needs to know who that was (D29).
  const reserve = async () => {
    const { isInTransaction, actor } = requests.getStore() ?? {}
    const session = await (isInTransaction ? sessions.api() : sessions.system())
    if (!actor) return session
    const setActor = (uid: string) => session.unsafe(ACTOR, [uid])
    await setActor(actor).catch((error: unknown) => {
      session.release()
      throw error
    })
    return { ...session, release: () => void setActor('').then(session.release, session.release) }
  }
  Object.assign(connection.driver as object, { reserve })

  return {
    loadRoleSettings: async () => {
      const { rows } = await pool.query<{ role: string; setting: string }>(ROLE_SETTINGS)
      for (const { role, setting } of rows) {
        const at = setting.indexOf('=')
        roles.set(role, { ...roles.get(role), [setting.slice(0, at)]: setting.slice(at + 1) })
      }
    },
    handle:
      (handler: Handler): Handler =>
      (request) => {
        const { pathname } = new URL(request.url)
        if (pathname.startsWith('/storage/v1')) return requests.run({}, () => handler(request))
        if (!pathname.startsWith('/rest/v1')) return handler(request)
        const settings = {
          'request.method': request.method,
          'request.path': pathname.slice('/rest/v1'.length),
          'request.headers': JSON.stringify(Object.fromEntries(request.headers)),
        }
        return requests.run({ settings }, () => handler(request))
      },
  }
}
