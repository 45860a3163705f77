import { parseArgs } from 'node:util'
import { benchDelivery } from './delivery'
import { benchLists } from './lists'
import { benchOrders } from './orders'
import { benchOutbox } from './outbox'

// npm run bench [-- --only lists] [--rows 1000000]: measures the budgets of docs/performance.md; fails if one is broken.
const { values } = parseArgs({
  options: { only: { type: 'string' }, rows: { type: 'string', default: '100000' } },
})
const benchmarks: Record<string, () => Promise<string[]>> = {
  orders: benchOrders,
  delivery: benchDelivery,
  outbox: benchOutbox,
  lists: () => benchLists(Number(values.rows)),
}
const names = values.only ? [values.only] : Object.keys(benchmarks)
for (const name of names) {
  const bench = benchmarks[name]
  if (!bench) throw new Error(`There is no benchmark '${name}', only ${Object.keys(benchmarks).join(', ')}`)
  for (const fault of await bench()) {
    console.log(fault)
    process.exitCode = 1
  }
}
