import { mutantsOf } from '../mutant.ts'

/** Errors, retries and their messages. */
export const errors = [
  ...mutantsOf('lib/errors.ts', 'features/member/benefits/redeem-dialog.test.tsx', [
    ['return String(message) as ErrorCode', 'return code as ErrorCode', 'after the price changed'],
  ]),
  ...mutantsOf('lib/errors.ts', 'entities/session/session.test.tsx', [
    ['status >= 500', 'status >= 400', 'when the server refuses'],
  ]),
  ...mutantsOf('lib/errors.ts', 'features/auth/specified-toasts.test.tsx', [
    [`if (explainError(error)) return fallback`, '', 'shows the specified'],
  ]),
  ...mutantsOf('app/query-client.ts', 'features/auth/specified-toasts.test.tsx', [
    ['mutation.meta?.inPlace || ', '', 'shows the specified'],
  ]),
  ...mutantsOf('app/query-client.ts', 'app/query-client.test.ts', [
    ['if (isOffline() && !mutation.meta?.offline) throw new OfflineError()', '', 'sends no write offline'],
  ]),
  ...mutantsOf('app/query-client.ts', 'features/member/redeem/page.test.tsx', [
    [
      'return client.invalidateQueries({ queryKey: mutation.meta?.refreshes })',
      'return undefined',
      'the balance follows',
    ],
  ]),
  ...mutantsOf('lib/prefetched.ts', 'lib/prefetched.test.ts', [
    ['!== prefetched?.authorization', "=== 'nobody'", 'with another authorization'],
    [' || performance.now() > maxAgeMs', '', 'response is stale'],
    ['prefetched?.responses.delete(key)', '', 'response once'],
    [`\${typeof init?.body === 'string' ? init.body : ''}`, '', 'by their body'],
  ]),
  ...mutantsOf('lib/connection.ts', 'lib/connection.test.ts', [
    [' || request[1]?.signal?.aborted', '', 'ignores an aborted request'],
    ['if (unplugged) set(false)', '', 'although the browser is offline'],
  ]),
  ...mutantsOf('lib/supabase-lazy/auth.ts', 'lib/supabase-lazy/auth.test.ts', [
    ['> renewal ?', '> 0 ?', 'leaves'],
    [
      'key === options.storageKey && load()',
      'key === null && load()',
      'loads auth-js at once when another tab',
    ],
  ]),
  ...mutantsOf('lib/supabase-lazy/realtime.ts', 'lib/supabase-lazy/realtime.test.ts', [
    ['    await client.setAuth()\n', '', 'joins with the token'],
    ['this.#left = true', '', 'never joins'],
  ]),
  ...mutantsOf('entities/overview/system-status.ts', 'features/admin/overview/system-status.test.tsx', [
    ['if (!response.ok) throw', 'if (!response) throw'],
  ]),
]
