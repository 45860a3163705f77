import { parseArgs } from 'node:util'
import { benchLists } from './lists'
import { benchOrders } from './orders'

// npm run bench [-- lists | orders] [--rows 1000000]: measures P6 to P10 of docs/performance.md; fails if a budget is broken.
const { values, positionals } = parseArgs({
  options: { rows: { type: 'string', default: '100000' } },
  allowPositionals: true,
})
const [only] = positionals
const faults = [
  ...(only === 'lists' ? [] : await benchOrders()),
  ...(only === 'orders' ? [] : await benchLists(Number(values.rows))),
]
for (const fault of faults) console.log(fault)
if (faults.length > 0) process.exitCode = 1
