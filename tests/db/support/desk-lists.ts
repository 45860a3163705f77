import { call, type Key, type Listing } from './listing'
import type { Page } from './lists'
import type { Row, World } from './world'

type DeskList = { list: string; filter: Row; sort?: 'due'; where: string }

const WAITS = `status in ('pending', 'processing')`
const ASSIGNED = (to: string) => `id in (select order_id from order_desk where assignee_id ${to})`

/** The lists of the order desk; `admin` has orders assigned. */
async function deskLists(world: World, admin: string): Promise<DeskList[]> {
  const [common] = await world.sql<{ id: string }>('select id from benefits order by created_at, id limit 1')
  const benefit = common?.id ?? ''
  const due = (list: string, filter: Row, where: string): DeskList => ({ list, filter, sort: 'due', where })
  return [
    due('waiting', { status: 'waiting' }, WAITS),
    due('pending', { status: 'pending' }, `status = 'pending'`),
    due('processing', { status: 'processing' }, `status = 'processing'`),
    due('late', { due: 'late' }, `${WAITS} and due_at < now()`),
    due('due soon', { due: 'soon' }, `${WAITS} and due_at >= now() and due_at < now() + interval '6 hours'`),
    due('waiting, mine', { status: 'waiting', assigned: 'me' }, `${WAITS} and ${ASSIGNED(`= '${admin}'`)}`),
    due(
      'waiting, of nobody',
      { status: 'waiting', assigned: 'nobody' },
      `${WAITS} and not ${ASSIGNED('is not null')}`,
    ),
    due('waiting, of a benefit', { status: 'waiting', benefit }, `${WAITS} and benefit_id = '${benefit}'`),
    due(
      'waiting, noted',
      { status: 'waiting', noted: true },
      `${WAITS} and id in (select order_id from order_desk where notes > 0)`,
    ),
    { list: 'waiting, newest first', filter: { status: 'waiting' }, where: WAITS },
    { list: 'of a benefit', filter: { benefit }, where: `benefit_id = '${benefit}'` },
    { list: 'mine', filter: { assigned: 'me' }, where: ASSIGNED(`= '${admin}'`) },
    {
      list: 'noted',
      filter: { noted: true },
      where: 'id in (select order_id from order_desk where notes > 0)',
    },
  ]
}

/** The first, a middle and the last page of every list of the order desk. */
export async function deskPages(world: World, admin: string): Promise<Page[]> {
  const pages: Page[] = []
  for (const { list, filter, sort, where } of await deskLists(world, admin)) {
    const [column, ways] = sort ? ['due_at', ['asc', 'desc']] : ['created_at', ['desc', 'asc']]
    const [key] = await world.sql<Key>(
      `select ${column}::text as value, id from orders where ${where} order by ${column} ${ways[0]}, id ${ways[0]} limit 1
       offset (select count(*) / 2 from orders where ${where})`,
    )
    const ranges = {
      first: {},
      ...(key && { middle: { p_key_value: key.value, p_key_id: key.id } }),
      last: { p_reverse: true },
    }
    for (const [at, range] of Object.entries(ranges)) {
      const way = ways[at === 'last' ? 1 : 0]
      const after =
        at === 'middle' ? `and (${column}, id) ${sort ? '>' : '<'} ('${key?.value}', '${key?.id}')` : ''
      pages.push({
        list: `desk, ${list}`,
        at: at as Page['at'],
        listing: call(`desk, ${list}, ${at} page`, 'search_orders', {
          p_filter: filter,
          p_sort: sort ?? 'newest',
          ...range,
        }),
        raw: `select * from orders where ${where} ${after} order by ${column} ${way}, id ${way} limit 26`,
      })
    }
  }
  return pages
}

/** The counts of the tabs of the order desk. */
export const viewCounts = (): Listing =>
  call('desk, counts of six views', 'view_counts', {
    p_filters: [
      { status: 'waiting' },
      { due: 'late' },
      { due: 'soon' },
      { assigned: 'me', status: 'waiting' },
      { assigned: 'nobody', status: 'waiting' },
      { noted: true },
    ],
  })
