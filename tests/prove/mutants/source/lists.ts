import { mutantsOf } from '../mutant.ts'

const KEYED = 'entities/shared/keyset.test.ts'
const FILTERS = 'features/admin/orders/filters.test.tsx'
const PAGING = 'features/admin/orders/paging.test.tsx'
const HISTORY = 'features/member/transactions/page.test.tsx'
const ORDERS_CSV = 'features/member/orders/orders-csv.test.ts'

/** Lists of any length: search, pages, days, files. */
export const lists = [
  ...mutantsOf('entities/shared/keyset.ts', KEYED, [
    ['data.slice(0, length).reverse()', 'data.slice(0, length)', 'reads every row once'],
    [
      'hasPrevious: true, hasNext: data.length > size',
      'hasPrevious: true, hasNext: true',
      'reads every row once',
    ],
    ['(page - 1) * size - 1', '(page - 1) * size', 'a typed page'],
    ['if (!unreadable.includes(errorCode(error))) throw error', '', 'throws any other error'],
  ]),
  ...mutantsOf('lib/page-cursor.ts', KEYED, [
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
  ...mutantsOf('entities/orders/admin-list.ts', FILTERS, [
    [`.lt('created_at', endOfDay(to))`, `.lt('created_at', startOfDay(to))`, 'both days included'],
  ]),
  ...mutantsOf('entities/shared/keyset.ts', FILTERS, [
    ['isSearch && count > maxCounted', 'count > maxCounted', 'counts'],
  ]),
  ...mutantsOf('entities/shared/keyset.ts', PAGING, [
    [`,id.\${side}.\${key.id}`, '', 'same moment'],
    [`reverse ? 'gt' : 'lt'`, `reverse ? 'lt' : 'gt'`, 'same moment'],
    [`rows.order('id', { ascending: reverse })`, 'rows', 'same moment'],
  ]),
  ...mutantsOf('entities/transactions/history.ts', HISTORY, [
    [`            .eq('account_id', userId)\n          return`, '          return', 'lists entries'],
  ]),
  ...mutantsOf('entities/transactions/transaction.ts', HISTORY, [
    [
      `transaction_type === 'redemption' && amount < 0`,
      `transaction_type === 'redemption'`,
      'about no benefit',
    ],
  ]),
  ...mutantsOf('lib/csv.ts', ORDERS_CSV, [
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
