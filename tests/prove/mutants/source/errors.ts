import { mutantsOf } from '../mutant.ts'

const REDEEM_DIALOG = 'features/member/benefits/redeem-dialog.test.tsx'
const TOASTS = 'features/auth/specified-toasts.test.tsx'
const PREFETCHED = 'lib/prefetched.test.ts'
const CONNECTION = 'lib/connection.test.ts'
const LAZY_AUTH = 'lib/supabase-lazy/auth.test.ts'
const LAZY_REALTIME = 'lib/supabase-lazy/realtime.test.ts'
const STATUS = 'features/admin/overview/system-status.test.tsx'

/** What went wrong, what is asked again, and what is said of it. */
export const errors = [
  ...mutantsOf('lib/errors.ts', REDEEM_DIALOG, [
    [
      'return String(message) as ErrorCode',
      'return code as ErrorCode',
      'D28: errors are matched by code',
      'price changed',
    ],
  ]),
  ...mutantsOf('lib/errors.ts', 'entities/session/session.test.tsx', [
    ['status >= 500', 'status >= 400', 'a refusal is no outage', 'when the server refuses'],
  ]),
  ...mutantsOf('lib/errors.ts', TOASTS, [
    [
      `if (explainError(error)) return fallback`,
      '',
      'chapter 8: a toast keeps its specified text',
      'says the specified',
    ],
  ]),
  ...mutantsOf('app/query-client.ts', TOASTS, [
    [
      'mutation.meta?.inPlace || ',
      '',
      'chapter 8: what the form says is not in the toast',
      'says the specified',
    ],
  ]),
  ...mutantsOf('app/query-client.ts', 'app/offline-writes.test.tsx', [
    [
      'if (isOffline() && !mutation.meta?.offline) throw new OfflineError()',
      '',
      'offline nothing is sent',
      'redeeming a code',
    ],
  ]),
  ...mutantsOf('app/query-client.ts', 'features/member/redeem/page.test.tsx', [
    [
      'return client.invalidateQueries()',
      'return undefined',
      'a write refreshes what is shown',
      'the balance follows',
    ],
  ]),
  ...mutantsOf('lib/prefetched.ts', PREFETCHED, [
    [
      '!== prefetched?.authorization',
      "=== 'nobody'",
      'a prefetched response is for the same authorization',
      'with another authorization',
    ],
    [' || performance.now() > maxAgeMs', '', 'a prefetched response is fresh', 'response is stale'],
    ['prefetched?.responses.delete(key)', '', 'a prefetched response is used once', 'response once'],
    [
      `\${typeof init?.body === 'string' ? init.body : ''}`,
      '',
      'a body is part of the request',
      'by their body',
    ],
  ]),
  ...mutantsOf('lib/connection.ts', CONNECTION, [
    [' || request[1]?.signal?.aborted', '', 'a request called off says nothing', 'called off'],
    ['if (unplugged) set(false)', '', 'what the server proves counts', 'does not believe it'],
  ]),
  ...mutantsOf('lib/supabase-lazy/auth.ts', LAZY_AUTH, [
    ['> renewal ?', '> 0 ?', 'a session about to end is renewed', 'leaves'],
    [
      'key === options.storageKey && load()',
      'key === null && load()',
      'D18: other tabs follow',
      'hears another tab',
    ],
  ]),
  ...mutantsOf('lib/supabase-lazy/realtime.ts', LAZY_REALTIME, [
    ['    await client.setAuth()\n', '', 'the live channel joins with the token', 'joins with the token'],
    ['this.#left = true', '', 'a channel that was left never joins', 'never joins'],
  ]),
  ...mutantsOf('entities/overview/system-status.ts', STATUS, [
    ['if (!response.ok) throw', 'if (!response) throw', 'D23: a refusal is not healthy', ''],
  ]),
]
