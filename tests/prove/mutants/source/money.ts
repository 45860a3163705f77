import { mutantsOf } from '../mutant.ts'

/** Orders, codes, balances and statuses: what moves tokens. */
export const money = [
  ...mutantsOf('entities/orders/place-order.ts', 'features/member/benefits/redeem-dialog.test.tsx', [
    ['benefit_token_value: price,', '', 'with the specified columns'],
    ['            id,\n', '            id: crypto.randomUUID(),\n', 'retries with the same id'],
    [`if (errorCode(error) !== '23505') throw error`, 'throw error', 'finds the order on the retry'],
    [`.eq('user_id', userId)`, '', 'finds the order on the retry'],
  ]),
  ...mutantsOf('entities/codes/redeem.ts', 'features/member/redeem/page.test.tsx', [
    ['row?.ok !== true', '!row', 'keeps a code that was'],
    ['requestIds.get(key) ?? ', '', 'retries a lost request'],
    ['requestIds.delete(key)', '', 'sends a new id'],
    ['code.trim().toUpperCase()', `''`, 'sends a new id'],
  ]),
  ...mutantsOf('entities/profiles/admin-mutations.ts', 'features/admin/users/actions/edit-user.test.tsx', [
    ['if (input.name !== opened.name) changes', 'changes', 'sends only what changed'],
    [
      'for (const field of fields) rows =',
      'for (const field of [] as Field[]) rows =',
      'saves nothing when the balance moved',
    ],
    [
      `(field === 'current_tokens' || now[field] !== changes[field])`,
      'now[field] !== changes[field]',
      'moved to the entered one',
    ],
    ['if (moved.length > 0) throw', 'if (moved.length > 9) throw', 'reports a conflict at its field'],
    ['...Object.fromEntries(fields.map((field) => [field, now[field]]))', '...now', 'saves the rest'],
  ]),
  ...mutantsOf('entities/profiles/admin-mutations.ts', 'features/admin/users/actions/user-actions.test.tsx', [
    [
      `if (!data.some((row) => row.id === me && row.role === 'admin')) throw new ConflictError('not_admin')`,
      '',
      'reports no success',
    ],
  ]),
  ...mutantsOf('entities/orders/admin-detail.ts', 'features/admin/orders/details/set-status.test.tsx', [
    [`.eq('status', seen)`, '', 'after another admin did'],
  ]),
]
