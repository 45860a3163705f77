import { parseArgs } from 'node:util'
import { measure, type Row } from './measure'
import { broken, print } from './report'
import { openGuild } from './world'

// npm run bench:lists [-- --rows 1000000]: times every list of the admin's screens, against docs/performance.md.
const { values } = parseArgs({ options: { rows: { type: 'string', default: '100000' } } })
const orders = Number(values.rows)

async function timesOf(rows: number, edge: boolean): Promise<Row[]> {
  const start = performance.now()
  const users = Math.max(rows / 10, 2_000)
  const size = { orders: rows, users: rows === 100_000 ? 20_000 : users, codes: Math.min(rows, 20_000) }
  const guild = await openGuild(size)
  try {
    const seconds = Math.round((performance.now() - start) / 1000)
    console.log(`${size.orders} orders, ${size.users} users, ${size.codes} codes in ${seconds} s`)
    return await measure(guild, edge)
  } finally {
    await guild.stop()
  }
}

const few = await timesOf(10_000, false)
const many = await timesOf(orders, true)
print(many, few)
const faults = broken(many, few)
for (const fault of faults) console.log(fault)
if (faults.length > 0) process.exitCode = 1
