import { mutantsOf } from '../mutant.ts'

const KEYED = 'entities/shared/keyset.test.ts'
const FILTERS = 'features/admin/orders/filters.test.tsx'
const PAGING = 'features/admin/orders/paging.test.tsx'
const HISTORY = 'features/member/transactions/page.test.tsx'
const ORDERS_CSV = 'features/member/orders/orders-csv.test.ts'

/** Lists of any length: search, pages, days, files. */
export const lists = [
  ...mutantsOf('entities/shared/keyset.ts', KEYED, [
    [
      'data.slice(0, length).reverse()',
      'data.slice(0, length)',
      'D20: backwards the same pages',
      'reads every row once',
    ],
    [
      'hasPrevious: true, hasNext: data.length > size',
      'hasPrevious: true, hasNext: true',
      'D20: the last page is the last',
      'reads every row once',
    ],
    [
      '(page - 1) * size - 1',
      '(page - 1) * size',
      'D20: a typed page begins after the ones before it',
      'a typed page',
    ],
    [
      'if (!unreadable.includes(errorCode(error))) throw error',
      '',
      'an error is not shown as a first page',
      'throws any other error',
    ],
  ]),
  ...mutantsOf('lib/page-cursor.ts', KEYED, [
    [`text?.lastIndexOf('~')`, `text?.indexOf('~')`, 'D20: a key may hold any character', 'keeps a key'],
    ['&& number > 0', '', 'a page number is above 0', 'invalid number'],
    [
      `'before', 'last'] as const`,
      `'before'] as const`,
      'D20: a new search starts at the first page',
      'removes every part',
    ],
  ]),
  ...mutantsOf('entities/shared/search.ts', 'entities/shared/search.test.ts', [
    [`, '^': 'circumflex'`, '', 'D20: each character means itself', ''],
    ['/[\\\\"^$', '/[\\\\^$', 'a quotation mark ends no filter', ''],
    ['.imatch.', '.ilike.', 'a star means itself', ''],
    ['return name ?', 'return !name ?', 'D20: each character means itself', ''],
  ]),
  ...mutantsOf('entities/orders/admin-list.ts', FILTERS, [
    [
      `.lt('created_at', endOfDay(to))`,
      `.lt('created_at', startOfDay(to))`,
      'D27: both days are included',
      'both days included',
    ],
  ]),
  ...mutantsOf('entities/shared/keyset.ts', FILTERS, [
    [
      'isSearch && count > maxCounted',
      'count > maxCounted',
      'D20: days are counted exactly',
      'counts days exactly',
    ],
  ]),
  ...mutantsOf('entities/shared/keyset.ts', PAGING, [
    [`,id.\${side}.\${key.id}`, '', 'D20: rows of one moment are told apart', 'same moment'],
    [
      `reverse ? 'gt' : 'lt'`,
      `reverse ? 'lt' : 'gt'`,
      'D20: pages go on in their direction',
      'turns the pages',
    ],
    [
      `rows.order('id', { ascending: reverse })`,
      'rows',
      'D20: rows of one moment have an order',
      'same moment',
    ],
  ]),
  ...mutantsOf('entities/transactions/history.ts', HISTORY, [
    [
      `            .eq('account_id', userId)\n          return`,
      '          return',
      'one’s own history, also for an admin',
      'lists entries',
    ],
  ]),
  ...mutantsOf('entities/transactions/transaction.ts', HISTORY, [
    [
      `transaction_type === 'redemption' && amount < 0`,
      `transaction_type === 'redemption'`,
      'D4: a redeemed code is no benefit',
      'about no benefit',
    ],
  ]),
  ...mutantsOf('lib/csv.ts', ORDERS_CSV, [
    ['/^\\s*[=+\\-@＝＋－＠]|', '/^[=+\\-@＝＋－＠]|', 'D22: no cell starts a formula after white space', ''],
    ['=+\\-@＝＋－＠', '=+\\-@', 'D22: no cell starts a formula in wide characters', ''],
    [`text.replaceAll('"', '""')`, 'text', 'D22: a quotation mark stays in its cell', 'quotation marks'],
    ['\\uFEFF', '', 'D22: UTF-8 with BOM', 'byte order mark'],
    ['getMonth() + 1', 'getMonth()', 'D27: the viewer’s date', ''],
  ]),
  ...mutantsOf('lib/csv.ts', 'lib/csv.test.ts', [
    [`typeof value === 'string' && formula`, 'formula', 'D22: a number stays a number', ''],
  ]),
  ...mutantsOf('lib/local-day.ts', 'lib/local-day.test.ts', [
    [
      'date.setHours(24, 0)',
      'date.setTime(date.getTime() + 86_400_000)',
      'D27: a day ends at midnight, however many hours it has',
      '',
    ],
    ['T00:00`).toISOString()', 'T00:00Z`).toISOString()', 'D27: days are local', ''],
    ['date.getDate() === Number(text.slice(8))', 'true', 'a day is one that the calendar has', ''],
  ]),
]
