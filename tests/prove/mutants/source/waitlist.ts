import { mutantsOf } from '../mutant.ts'

const TEST = 'features/admin/codes/waitlist/waitlist.test.tsx'

/** Asking for an invitation, and deciding about it. */
export const waitlist = [
  ...mutantsOf('entities/waitlist/request.ts', 'features/auth/waitlist-view.test.tsx', [
    ['data !== true', 'data === null', 'and keeps the address'],
    [`reason && errorCode(error) === 'offline'`, 'false', 'and keeps the address'],
    ['Math.ceil(Number(errorDetail(error) ?? 3600) / 60)', '60', 'and keeps the address'],
  ]),
  ...mutantsOf('features/auth/waitlist-view.tsx', 'features/auth/waitlist-view.test.tsx', [
    ['request.isError && !isRefused', 'request.isError', 'at the field'],
  ]),
  ...mutantsOf('entities/waitlist/admin.ts', TEST, [
    [`    .order('requested_at')\n`, `    .order('requested_at', { ascending: false })\n`, 'approves all'],
  ]),
  ...mutantsOf('entities/waitlist/decide.ts', TEST, [
    [`if (state === 'new') invited.push(id)\n    else if`, `if`, 'approves the selected'],
    ['approve(ids, false, ', 'approve(ids, true, ', 'approves the selected'],
  ]),
  ...mutantsOf('features/admin/codes/waitlist/approve-dialog.tsx', TEST, [
    ['            disabled={counted?.invited.length === 0}\n', '', 'offers nothing to run'],
    ['        onDone()\n', '', 'approves the selected'],
  ]),
]
