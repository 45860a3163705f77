import { parseArgs } from 'node:util'
import { benchAnnouncements } from './announcements'
import { benchLists } from './lists'
import { benchOperations } from './operations'
import { benchOrders } from './orders'
import { benchPayments } from './payments'
import { benchTimingLeaks } from './timing-leaks'

// npm run bench [-- --only lists] [--rows 1000000]: measures the budgets of docs/performance.md; fails if one is broken.
const { values } = parseArgs({
  options: { only: { type: 'string' }, rows: { type: 'string', default: '100000' } },
})
const benchmarks: Record<string, () => Promise<string[]>> = {
  leaks: benchTimingLeaks,
  orders: benchOrders,
  operations: benchOperations,
  announcements: benchAnnouncements,
  payments: benchPayments,
  lists: () => benchLists(Number(values.rows)),
}
for (const name of values.only ? [values.only] : Object.keys(benchmarks)) {
  const bench = benchmarks[name]
  if (!bench) throw new Error(`There is no benchmark '${name}', only ${Object.keys(benchmarks).join(', ')}`)
  for (const fault of await bench()) {
    console.log(fault)
    process.exitCode = 1
  }
}
