import { mutantsOf } from '../mutant.ts'

/** Notices and preferences. */
export const notices = [
  ...mutantsOf('entities/notifications/own.ts', 'features/notices/panel.test.tsx', [
    [`.lte('created_at', newest.created_at)`, '', 'has arrived since'],
    [`.eq('id', noticeId)`, '', 'opens the subject'],
    ['page.slice(0, noticesPerPage)', 'page', 'in pages'],
  ]),
  ...mutantsOf('features/notices/panel.tsx', 'features/notices/panel.test.tsx', [
    ['readAll.isError && unread ?', 'readAll.isSuccess ?', 'why nothing was marked'],
    ['onSuccess: () => title.current?.focus()', '', 'has arrived since'],
  ]),
  ...mutantsOf('app/query-client.ts', 'features/notices/panel.test.tsx', [
    ['query.meta?.failed ??', 'query.meta?.failed ||', 'in place'],
  ]),
  ...mutantsOf('entities/notifications/preferences.ts', 'features/member/profile/notice-settings.test.tsx', [
    ['.update(choices[kind] ?? {})', '.update(rows[0] ?? {})', 'over what is stored'],
    ['.filter((group) => choices[group.id])', '', 'over what is stored'],
  ]),
  ...mutantsOf(
    'features/member/profile/notice-settings.tsx',
    'features/member/profile/notice-settings.test.tsx',
    [[`profile?.role === 'admin' ?`, 'profile ?', 'shows the defaults']],
  ),
  ...mutantsOf('entities/notifications/unsubscribe.ts', 'features/unsubscribe/page.test.tsx', [
    ['data.ok ? data.kind : undefined', 'data.kind', 'is not valid'],
  ]),
  ...mutantsOf('entities/shared/live.ts', 'entities/shared/live.test.tsx', [
    [`    if (area === 'Member') {`, '    {', 'sends admins'],
  ]),
  ...mutantsOf('entities/shared/coalesce.ts', 'entities/shared/live.test.tsx', [
    ['    if (isDue) return\n', '', 'burst of events'],
  ]),
  ...mutantsOf('app/layouts/bell.tsx', 'app/layouts/member-layout.test.tsx', [
    [`unread > 99 ? '99+' : unread`, 'unread', 'unread notices at the bell'],
  ]),
]
