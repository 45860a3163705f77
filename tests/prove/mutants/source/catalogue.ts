import { mutantsOf } from '../mutant.ts'

const list = 'features/member/benefits/page.test.tsx'
const page = 'features/member/benefits/benefit/page.test.tsx'
const availability = 'features/admin/benefits/delivery/availability-form.test.tsx'
const categories = 'features/admin/benefits/categories/categories-dialog.test.tsx'

/** The catalogue, the page of a benefit, and what an admin sets of its availability (D38, D39). */
export const catalogue = [
  ...mutantsOf('entities/benefits/standing.ts', page, [
    ['if (opens_at !== null && !facts.is_open) return', 'if (opens_at === "") return', 'says when it opens'],
    ['facts.own_orders >= limit', 'facts.own_orders > limit', 'links to the order of a member'],
    ['facts.units_left === 0', 'facts.units_left === -1', 'subscribes to its return'],
    ['left < 0 ?', 'left < -99 ?', 'offers to redeem a code'],
  ]),
  ...mutantsOf('entities/benefits/clock.ts', page, [
    ['    setNow(Math.max(Date.now(), wake))\n', '', 'once the opening time passes'],
    ['if (wake === next) void client', 'if (wake < 0) void client', 'once the opening time passes'],
  ]),
  ...mutantsOf('entities/benefits/detail.ts', page, [
    [`.eq('is_active', true)`, '', 'is not active'],
    [`            .or('closes_at.is.null,closes_at.gt.now')\n`, '', 'has closed'],
    ['      refetchInterval: catalogueInterval,\n      meta', '      meta', 'every 30 seconds'],
  ]),
  ...mutantsOf('entities/benefits/catalogue.ts', list, [
    ['p_key_id: after?.id', 'p_key_id: undefined', 'shows 48 at a time'],
    ['p_limit: benefitsPerPage + 1', 'p_limit: benefitsPerPage', 'shows 48 at a time'],
    ['p_category: category ||', `p_category: '' ||`, 'reads filters'],
    [
      '    select: distinct,\n',
      '    select: ({ pages }) => ({ benefits: pages.flatMap(({ rows }) => rows), pages: pages.length }),\n',
      'moved to the next page',
    ],
  ]),
  ...mutantsOf('features/member/benefits/use-filter-counts.ts', list, [
    ['isEmpty && all ?', 'isEmpty && !all ?', 'finds nothing in it'],
  ]),
  ...mutantsOf('entities/benefits/nearest.ts', 'features/member/dashboard/page.test.tsx', [
    ['p_affordable: true, ', '', 'cannot be redeemed now'],
  ]),
  ...mutantsOf('features/member/benefits/balance-cut.ts', 'features/member/benefits/balance-cut.test.ts', [
    ['isAll ? benefits.length - index : undefined', 'benefits.length - index', 'while there are more pages'],
  ]),
  ...mutantsOf(
    'features/member/benefits/use-redemption.ts',
    'features/member/benefits/redeem-dialog.test.tsx',
    [['    setEnded(end)\n', '', 'ends with the words of']],
  ),
  ...mutantsOf('features/member/benefits/benefit/page.tsx', page, [
    ['{redeemed && profile ?', '{redeemed && benefit && profile ?', 'closes under it'],
  ]),
  ...mutantsOf('entities/orders/own-newest.ts', 'features/member/benefits/cards.test.tsx', [
    [`.in('unit', ['held', 'spent'])`, '', 'links from a benefit that is yours'],
  ]),
  ...mutantsOf('entities/benefits/admin-mutations.ts', availability, [
    [`rows.eq('stock', opened.stock)`, 'rows', 'does not put back what an order took'],
  ]),
  ...mutantsOf('entities/benefits/availability-schema.ts', availability, [
    ['input[field] !== before[field]', 'field in input', 'sends only what changed'],
    ['opens_at < closes_at', `opens_at !== ' '`, 'validates everything at once'],
  ]),
  ...mutantsOf('entities/benefits/category-mutations.ts', categories, [
    [`.eq('updated_at', opened.updated_at)`, '', 'keeps the name that another admin has given'],
    [`if (now.name !== opened.name) throw`, 'throw', 'that another admin has moved'],
  ]),
]
