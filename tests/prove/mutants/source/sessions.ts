import { mutantsOf } from '../mutant.ts'

const SESSION = 'entities/session/session.test.tsx'
const GUARDS = 'app/guards.test.tsx'
const USER_CACHE = 'app/user-cache.test.tsx'
const MAIL_LINK = 'entities/session/email-link.test.ts'
const NEW_PASSWORD = 'features/auth/new-password-view.test.tsx'
const SIGN_IN = 'features/auth/sign-in-view.test.tsx'
const SECURITY = 'features/member/profile/security.test.tsx'

/** Who is here, what they may see, and what stays when they go. */
export const sessions = [
  ...mutantsOf('entities/session/session.ts', SESSION, [
    [
      'browserStorage.removeItem(sessionStorageKey)',
      '',
      'D18: signing out works without a server',
      'signs out',
    ],
    ['if (!isOffline()) {', 'if (listeners) {', 'D18: offline nobody is asked', 'offline without asking'],
    [
      `      await supabase.auth.signOut({ scope: 'local' })\n      return`,
      `      await supabase.auth.signOut({ scope: 'global' })\n      return`,
      'Sign Out ends this session and no other',
      'left by the own button',
    ],
    [
      'recovering: tabStorage.getItem(recoveringKey) === id })\n})',
      'recovering: tabStorage.getItem(recoveringKey) !== null })\n})',
      'D14: a recovery is of its person',
      'keeps a recovery',
    ],
  ]),
  ...mutantsOf('app/guards.tsx', GUARDS, [
    [
      `role !== undefined && role !== 'admin'`,
      'false',
      'D11: the admin area is for admins',
      'sends a member',
    ],
    [
      `if (session.status === 'signed-in') return`,
      `if (session.status !== 'loading') return`,
      'guarded routes need a session',
      'not signed in',
    ],
  ]),
  ...mutantsOf('lib/paths.ts', 'lib/paths.test.ts', [
    ['origin !== window.location.origin || ', '', 'D17: same-origin paths only', ''],
    [` || pathname.startsWith('//')`, '', 'D17: no path that is an address again', ''],
  ]),
  ...mutantsOf('app/user-cache.ts', USER_CACHE, [
    ['if (changed) client.clear()', '', 'D18: the cache goes with the person', 'drops all of it'],
    [
      'if (changed || next === undefined) browserStorage.removeItem(offlineCacheKey)',
      '',
      'D18: what was kept goes with the person',
      'drops',
    ],
  ]),
  ...mutantsOf('app/offline-cache.ts', USER_CACHE, [
    ['|| stored.userId !== userId', '', 'D18: what is kept is one person’s', 'shows nothing that is'],
    [
      'state.dataUpdatedAt > Date.now() - offlineCacheMs',
      'state.dataUpdatedAt > 0',
      'what is kept is kept for a day',
      'shows nothing that is',
    ],
  ]),
  ...mutantsOf('entities/session/email-link.ts', MAIL_LINK, [
    [
      `  window.history.replaceState(null, '', paths.authCallback)\n`,
      '',
      'a session in an address is not kept in the history',
      'takes a session',
    ],
    [
      'if (pathname !== paths.dashboard && pathname !== paths.authCallback) return',
      '',
      'a link acts at its landing places only',
      'leaves',
    ],
    [
      `recovery: params.get('type') === 'recovery',`,
      'recovery: false,',
      'D14: a recovery is known by its type',
      'recovery by its type',
    ],
  ]),
  ...mutantsOf('features/auth/after-sign-in.tsx', SIGN_IN, [
    [
      `=== 'admin' ? paths.admin`,
      `=== 'admin' ? paths.dashboard`,
      'admins arrive at /admin',
      'leads an admin',
    ],
    [
      'if (profile.isPending) return',
      'if (!profile) return',
      'no other page is shown first',
      'shows no other page',
    ],
  ]),
  ...mutantsOf('features/auth/page.tsx', SIGN_IN, [
    [
      '(next || !cameSignedOut)',
      'next',
      'chapter 2: whoever is signed in goes to /dashboard',
      'whoever is signed in already',
    ],
    [
      'if (gone && (next ||',
      'if (gone && (',
      'D17: the page that was asked for comes first',
      'leads an admin',
    ],
  ]),
  ...mutantsOf('features/auth/sign-in-view.tsx', SIGN_IN, [
    ['errorId={refusal', 'errorId={!refusal', 'a refusal marks both fields', 'marks both fields'],
    ['signIn.isError && signIn.reset()', 'undefined', 'a mark goes with the next key', 'marks both fields'],
  ]),
  ...mutantsOf('features/auth/view-header.tsx', 'features/auth/focus.test.tsx', [
    ['    shown.current = true\n', '', 'focus follows every switch of view', 'back to the old one'],
    [`shown.current || key !== 'default'`, 'true', 'a page takes no focus as it opens', 'leaves the focus'],
  ]),
  ...mutantsOf('lib/theme.ts', 'lib/theme.test.ts', [
    [
      ' || event.key === null',
      '',
      'a cleared storage means the theme of the system',
      'another tab has cleared',
    ],
  ]),
  ...mutantsOf('entities/session/auth.ts', NEW_PASSWORD, [
    [
      `supabase.auth.signOut({ scope: 'others' })`,
      'Promise.resolve()',
      'D14: other sessions end',
      'ends the other sessions',
    ],
  ]),
  ...mutantsOf('entities/session/auth.ts', SECURITY, [
    [
      '      await supabase.auth.signInWithPassword({ email, password: current })\n',
      '',
      'only who knows the password changes it',
      'current password is wrong',
    ],
  ]),
  ...mutantsOf('entities/profiles/own.ts', 'features/member/profile/page.test.tsx', [
    [`        .eq('id', id)\n`, '', 'one saves one’s own profile', 'saves name and phone'],
  ]),
  ...mutantsOf('entities/profiles/own.ts', GUARDS, [
    [
      '          .single()\n',
      '          .maybeSingle()\n',
      'D19: no profile row is an error',
      'without a profile row',
    ],
  ]),
]
