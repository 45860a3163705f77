import { mutantsOf } from '../mutant.ts'

/** Lists of any length: search, pages, days, files. */
export const lists = [
  ...mutantsOf('entities/shared/keyset.ts', 'entities/shared/keyset.test.ts', [
    ['data.slice(0, length).reverse()', 'data.slice(0, length)', 'reads every row once'],
    [
      'hasPrevious: true, hasNext: data.length > size',
      'hasPrevious: true, hasNext: true',
      'reads every row once',
    ],
    ['(page - 1) * size - 1', '(page - 1) * size', 'a typed page'],
    ['if (!unreadable.includes(errorCode(error))) throw error', '', 'throws any other error'],
  ]),
  ...mutantsOf('lib/page-cursor.ts', 'entities/shared/keyset.test.ts', [
    [`text?.lastIndexOf('~')`, `text?.indexOf('~')`, 'keeps a key'],
    ['&& number > 0', '', 'invalid length'],
    [`'before', 'last'] as const`, `'before'] as const`, 'removes every part'],
  ]),
  ...mutantsOf('entities/shared/search.ts', 'entities/shared/search.test.ts', [
    [`, '^': 'circumflex'`, ''],
    ['/[\\\\"^$', '/[\\\\^$'],
    ['.imatch.', '.ilike.'],
    ['return name ?', 'return !name ?'],
  ]),
  ...mutantsOf('entities/orders/admin-list.ts', 'features/admin/orders/filters.test.tsx', [
    [`.lt('created_at', endOfDay(to))`, `.lt('created_at', startOfDay(to))`, 'both days included'],
  ]),
  ...mutantsOf('entities/shared/keyset.ts', 'features/admin/orders/filters.test.tsx', [
    ['isSearch && count > maxCounted', 'count > maxCounted', 'counts'],
  ]),
  ...mutantsOf('entities/shared/keyset.ts', 'features/admin/orders/paging.test.tsx', [
    [`,id.\${side}.\${key.id}`, '', 'same moment'],
    [`reverse ? 'gt' : 'lt'`, `reverse ? 'lt' : 'gt'`, 'same moment'],
    [`rows.order('id', { ascending: reverse })`, 'rows', 'same moment'],
  ]),
  ...mutantsOf('entities/transactions/history.ts', 'features/member/transactions/page.test.tsx', [
    [`            .eq('account_id', userId)\n          return`, '          return', 'lists entries'],
  ]),
  ...mutantsOf('entities/transactions/transaction.ts', 'features/member/transactions/page.test.tsx', [
    [
      `transaction_type === 'redemption' && amount < 0`,
      `transaction_type === 'redemption'`,
      'about no benefit',
    ],
  ]),
  ...mutantsOf('lib/csv.ts', 'features/member/orders/orders-csv.test.ts', [
    ['/^\\s*[=+\\-@＝＋－＠]|', '/^[=+\\-@＝＋－＠]|'],
    ['=+\\-@＝＋－＠', '=+\\-@'],
    [`text.replaceAll('"', '""')`, 'text', 'quotation marks'],
    ['\\uFEFF', '', 'byte order mark'],
    ['getMonth() + 1', 'getMonth()'],
  ]),
  ...mutantsOf('lib/csv.ts', 'lib/csv.test.ts', [[`typeof value === 'string' && formula`, 'formula']]),
  ...mutantsOf('lib/local-day.ts', 'lib/local-day.test.ts', [
    ['date.setHours(24, 0)', 'date.setTime(date.getTime() + 86_400_000)'],
    ['T00:00`).toISOString()', 'T00:00Z`).toISOString()'],
    ['date.getDate() === Number(text.slice(8))', 'true'],
  ]),
]
