import { parseArgs } from 'node:util'
import { benchApart } from './apart'
import { benchCatalogue } from './catalogue'
import { benchCodes } from './codes'
import { benchDelivery } from './delivery'
import { benchHistory } from './history'
import { benchInvitations } from './invitations'
import { benchLists } from './lists'
import { benchNotifications } from './notifications'
import { benchOperations } from './operations'
import { benchOrders } from './orders'
import { benchOutbox } from './outbox'
import { benchPayments } from './payments'
import { benchScale } from './scale'

// npm run bench [-- --only lists] [--rows 1000000]: measures the budgets of docs/performance.md; fails if one is broken.
// npm run bench -- --only scale --rows 20000,200000,2000000: the curves of docs/performance.md; like live, only when asked for.
const { values } = parseArgs({
  options: { only: { type: 'string' }, rows: { type: 'string', default: '100000' } },
})
const benchmarks: Record<string, () => Promise<string[]>> = {
  apart: benchApart,
  orders: benchOrders,
  delivery: benchDelivery,
  outbox: benchOutbox,
  notifications: benchNotifications,
  operations: benchOperations,
  invitations: benchInvitations,
  history: benchHistory,
  codes: benchCodes,
  payments: benchPayments,
  catalogue: () => benchCatalogue(Number(values.rows)),
  lists: () => benchLists(Number(values.rows)),
}
const names = values.only ? [values.only] : Object.keys(benchmarks)
benchmarks.scale = () => benchScale(values.rows.split(',').map(Number))
for (const name of names) {
  const bench = benchmarks[name]
  if (!bench) throw new Error(`There is no benchmark '${name}', only ${Object.keys(benchmarks).join(', ')}`)
  for (const fault of await bench()) {
    console.log(fault)
    process.exitCode = 1
  }
}
