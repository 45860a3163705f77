import { mutantsOf } from '../mutant.ts'

/** Sessions, guards and what remains after signing out. */
export const sessions = [
  ...mutantsOf('entities/session/session.ts', 'entities/session/session.test.tsx', [
    ['browserStorage.removeItem(sessionStorageKey)', '', 'signs out'],
    ['if (!isOffline()) {', 'if (listeners) {', 'offline without asking'],
    [
      `      await supabase.auth.signOut({ scope: 'local' })\n      return`,
      `      await supabase.auth.signOut({ scope: 'global' })\n      return`,
      'left by the own button',
    ],
    [
      'recovering: tabStorage.getItem(recoveringKey) === id })\n})',
      'recovering: tabStorage.getItem(recoveringKey) !== null })\n})',
      'keeps a recovery',
    ],
  ]),
  ...mutantsOf('app/guards.tsx', 'app/guards.test.tsx', [
    [`role !== undefined && role !== 'admin'`, 'false', 'redirects a member'],
    [
      `if (session.status === 'signed-in') return`,
      `if (session.status !== 'loading') return`,
      'not signed in',
    ],
  ]),
  ...mutantsOf('lib/paths.ts', 'lib/paths.test.ts', [
    ['origin !== window.location.origin || ', ''],
    [` || pathname.startsWith('//')`, ''],
  ]),
  ...mutantsOf('app/user-cache.ts', 'app/user-cache.test.tsx', [
    ['if (changed) client.clear()', '', 'drops all of it'],
    ['if (changed || next === undefined) browserStorage.removeItem(offlineCacheKey)', '', 'drops'],
  ]),
  ...mutantsOf('app/offline-cache.ts', 'app/user-cache.test.tsx', [
    ['|| stored.userId !== userId', '', 'shows nothing that is'],
    ['state.dataUpdatedAt > Date.now() - offlineCacheMs', 'state.dataUpdatedAt > 0', 'shows nothing that is'],
  ]),
  ...mutantsOf('entities/session/email-link.ts', 'entities/session/email-link.test.ts', [
    [`  window.history.replaceState(null, '', paths.authCallback)\n`, '', 'takes a session'],
    ['if (pathname !== paths.dashboard && pathname !== paths.authCallback) return', '', 'leaves'],
    [`recovery: params.get('type') === 'recovery',`, 'recovery: false,', 'recovery by its type'],
  ]),
  ...mutantsOf('features/auth/after-sign-in.tsx', 'features/auth/sign-in-view.test.tsx', [
    [`=== 'admin' ? paths.admin`, `=== 'admin' ? paths.dashboard`, 'who requested'],
    ['if (profile.isPending) return', 'if (!profile) return', 'shows no other page'],
  ]),
  ...mutantsOf('features/auth/page.tsx', 'features/auth/sign-in-view.test.tsx', [
    ['(next || !cameSignedOut)', 'next', 'who is already signed in'],
    ['if (gone && (next ||', 'if (gone && (', 'who requested'],
  ]),
  ...mutantsOf('features/auth/sign-in-view.tsx', 'features/auth/sign-in-view.test.tsx', [
    ['errorId={refusal', 'errorId={!refusal', 'marks both fields'],
    ['signIn.isError && signIn.reset()', 'undefined', 'marks both fields'],
  ]),
  ...mutantsOf('features/auth/view-header.tsx', 'features/auth/focus.test.tsx', [
    ['    shown.current = true\n', '', 'and back, the old one'],
    [`shown.current || key !== 'default'`, 'true', 'leaves the focus'],
  ]),
  ...mutantsOf('lib/theme.ts', 'lib/theme.test.ts', [
    [' || event.key === null', '', 'another tab has cleared'],
  ]),
  ...mutantsOf('entities/session/auth.ts', 'features/auth/new-password-view.test.tsx', [
    [`supabase.auth.signOut({ scope: 'others' })`, 'Promise.resolve()', 'ends the other sessions'],
  ]),
  ...mutantsOf('entities/session/password-change.ts', 'features/member/profile/security.test.tsx', [
    [
      '        await supabase.auth.signInWithPassword({ email, password: current })\n',
      '',
      'current password is wrong',
    ],
  ]),
  ...mutantsOf('entities/profiles/own.ts', 'features/member/profile/page.test.tsx', [
    [`        .eq('id', id)\n`, '', 'saves name and phone'],
  ]),
  ...mutantsOf('entities/profiles/own.ts', 'app/guards.test.tsx', [
    ['          .single()\n', '          .maybeSingle()\n', 'without a profile row'],
  ]),
]
