import { bufferLog } from './buffered-log.ts'
import { Refusal } from './loopback.ts'
import { type Options, readOptions } from './options.ts'
import { type Part, parts } from './parts.ts'
import { chosen, runPart } from './run-part.ts'
import { type Line, printTable } from './table.ts'

/** Runs the selected parts and prints the table; returns the exit code. */
async function main(): Promise<number> {
  const names = parts.map(({ name }) => name)
  const options = readOptions(process.argv.slice(2), names)
  const asked = chosen(parts, options)
  const table: Line[] = []
  for (const part of asked) table.push(await proveOne(part, options))
  process.stdout.write(printTable(table))
  return table.some(({ tally }) => tally.failures.length > 0) ? 1 : 0
}

/** Runs one part; prints the log only after a failure. */
async function proveOne(part: Part, options: Options): Promise<Line> {
  process.stderr.write(`${part.name} ...\n`)
  const began = performance.now()
  let failed = true
  try {
    const tally = await runPart(part, options)
    failed = tally.failures.length > 0
    const line = { part: part.name, tally, seconds: (performance.now() - began) / 1000 }
    process.stderr.write(printTable([line]))
    return line
  } finally {
    for (const said of takeLog()) if (failed) process.stderr.write(`${said}\n`)
  }
}

const takeLog = bufferLog()

try {
  process.exitCode = await main()
} catch (error) {
  if (!(error instanceof Refusal)) throw error
  process.stderr.write(`${error.message}\n`)
  process.exitCode = 1
}
