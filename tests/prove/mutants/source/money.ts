import { mutantsOf } from '../mutant.ts'

const REDEEM_DIALOG = 'features/member/benefits/redeem-dialog.test.tsx'
const REDEEM_CODE = 'features/member/redeem/page.test.tsx'
const EDIT_USER = 'features/admin/users/actions/edit-user.test.tsx'
const USER_ACTIONS = 'features/admin/users/actions/user-actions.test.tsx'
const SET_STATUS = 'features/admin/orders/details/set-status.test.tsx'

/** Orders, codes, balances and statuses: what moves tokens. */
export const money = [
  ...mutantsOf('entities/orders/place-order.ts', REDEEM_DIALOG, [
    ['benefit_token_value: price,', '', 'D3: the price that was agreed to is sent', 'payload of chapter 7'],
    [
      '            id,\n',
      '            id: crypto.randomUUID(),\n',
      'D3: a retry sends the same id',
      'retries with the same id',
    ],
    [
      `if (errorCode(error) !== '23505') throw error`,
      'throw error',
      'D3: a conflict on one’s own order is its success',
      'whose answer was lost',
    ],
    [`.eq('user_id', userId)`, '', 'only one’s own order is a success', 'whose answer was lost'],
  ]),
  ...mutantsOf('entities/codes/redeem.ts', REDEEM_CODE, [
    ['row?.ok !== true', '!row', 'a miss is not a success', 'keeps a code that was'],
    ['requestIds.get(key) ?? ', '', 'D41: a retry is the same request', 'retries a lost request'],
    ['requestIds.delete(key)', '', 'a response ends the request', 'sends a new id'],
    ['code.trim().toUpperCase()', `''`, 'a request is about one code', 'sends a new id'],
  ]),
  ...mutantsOf('entities/profiles/admin-mutations.ts', EDIT_USER, [
    [
      'if (input.name !== opened.name) changes',
      'changes',
      'D7: only what changed is sent',
      'sends only what changed',
    ],
    [
      'for (const field of fields) rows =',
      'for (const field of [] as Field[]) rows =',
      'D7: a balance goes with the one that was seen',
      'saves nothing when the balance moved',
    ],
    [
      `(field === 'current_tokens' || now[field] !== changes[field])`,
      'now[field] !== changes[field]',
      'D7: a balance that moved is told, whatever to',
      'moved to what was typed',
    ],
    [
      'if (moved.length > 0) throw',
      'if (moved.length > 9) throw',
      'nobody is overwritten in silence',
      'what somebody else made of it',
    ],
    [
      '...Object.fromEntries(fields.map((field) => [field, now[field]]))',
      '...now',
      'D7: what others changed is not sent back',
      'saves the rest',
    ],
  ]),
  ...mutantsOf('entities/profiles/admin-mutations.ts', USER_ACTIONS, [
    [
      `if (!data.some((row) => row.id === me && row.role === 'admin')) throw new ConflictError('not_admin')`,
      '',
      'who sees nobody knows nothing of a deletion',
      'claims no deletion',
    ],
  ]),
  ...mutantsOf('entities/orders/admin-detail.ts', SET_STATUS, [
    [
      `.eq('status', seen)`,
      '',
      'a status is set on the condition that was seen',
      'when another admin was first',
    ],
  ]),
]
