// Checks the built site in dist/ against the budgets of P1, P2 and P12. Run `npm run build` first.
import { faults } from './content.ts'
import { helloSize } from './hello.ts'
import { routeBudgets } from './routes.ts'
import { type Budget, firstLoad, packed, read } from './site.ts'

const size = (page: string) => {
  const { files, inline } = firstLoad(page)
  return [...files.map(read), ...inline].reduce((sum, code) => sum + packed(code), 0)
}

const hello = await helloSize()
const budgets: Budget[] = [
  { what: 'P1 / first-load JavaScript (0.05 x react-hello)', is: size('index.html'), max: 0.05 * hello },
  { what: 'P1 / page with its style', is: packed(read('index.html')), max: 18_000 },
  {
    what: 'P2 /dashboard first-load JavaScript (1.9 x react-hello)',
    is: size('dashboard.html'),
    max: 1.9 * hello,
  },
  { what: 'P2 /dashboard page with its style', is: packed(read('dashboard.html')), max: 20_200 },
  { what: 'P2 /dashboard JavaScript files', is: firstLoad('dashboard.html').files.length, max: 4 },
  ...routeBudgets(),
]

for (const { what, is, max } of budgets) {
  const sign = is <= max ? 'ok  ' : 'OVER'
  process.stdout.write(`${sign} ${what.padEnd(58)} ${String(is).padStart(7)} of ${Math.floor(max)}\n`)
}
const wrong = faults()
for (const fault of wrong) process.stdout.write(`FAULT ${fault}\n`)
process.stdout.write(`react-hello is ${hello} bytes; all sizes are gzip -9.\n`)
process.exitCode = wrong.length > 0 || budgets.some(({ is, max }) => is > max) ? 1 : 0
