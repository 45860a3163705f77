import { mutantsOf } from '../mutant.ts'

const REDEEM_DIALOG = 'features/member/benefits/redeem-dialog.test.tsx'
const TOASTS = 'features/auth/specified-toasts.test.tsx'
const PREFETCHED = 'lib/prefetched.test.ts'
const CONNECTION = 'lib/connection.test.ts'
const LAZY_AUTH = 'lib/supabase-lazy/auth.test.ts'
const LAZY_REALTIME = 'lib/supabase-lazy/realtime.test.ts'
const STATUS = 'features/admin/overview/system-status.test.tsx'

/** Errors, retries and their messages. */
export const errors = [
  ...mutantsOf('lib/errors.ts', REDEEM_DIALOG, [
    ['return String(message) as ErrorCode', 'return code as ErrorCode', 'after the price changed'],
  ]),
  ...mutantsOf('lib/errors.ts', 'entities/session/session.test.tsx', [
    ['status >= 500', 'status >= 400', 'when the server refuses'],
  ]),
  ...mutantsOf('lib/errors.ts', TOASTS, [
    [`if (explainError(error)) return fallback`, '', 'shows the specified'],
  ]),
  ...mutantsOf('app/query-client.ts', TOASTS, [['mutation.meta?.inPlace || ', '', 'shows the specified']]),
  ...mutantsOf('app/query-client.ts', 'app/query-client.test.ts', [
    ['if (isOffline() && !mutation.meta?.offline) throw new OfflineError()', '', 'sends no write offline'],
  ]),
  ...mutantsOf('app/query-client.ts', 'features/member/redeem/page.test.tsx', [
    ['return client.invalidateQueries()', 'return undefined', 'the balance follows'],
  ]),
  ...mutantsOf('lib/prefetched.ts', PREFETCHED, [
    ['!== prefetched?.authorization', "=== 'nobody'", 'with another authorization'],
    [' || performance.now() > maxAgeMs', '', 'response is stale'],
    ['prefetched?.responses.delete(key)', '', 'response once'],
    [`\${typeof init?.body === 'string' ? init.body : ''}`, '', 'by their body'],
  ]),
  ...mutantsOf('lib/connection.ts', CONNECTION, [
    [' || request[1]?.signal?.aborted', '', 'ignores an aborted request'],
    ['if (unplugged) set(false)', '', 'although the browser is offline'],
  ]),
  ...mutantsOf('lib/supabase-lazy/auth.ts', LAZY_AUTH, [
    ['> renewal ?', '> 0 ?', 'leaves'],
    ['key === options.storageKey && load()', 'key === null && load()', 'hears another tab'],
  ]),
  ...mutantsOf('lib/supabase-lazy/realtime.ts', LAZY_REALTIME, [
    ['    await client.setAuth()\n', '', 'joins with the token'],
    ['this.#left = true', '', 'never joins'],
  ]),
  ...mutantsOf('entities/overview/system-status.ts', STATUS, [
    ['if (!response.ok) throw', 'if (!response) throw'],
  ]),
]
