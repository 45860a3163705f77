// Builds the site into dist/ and checks it against the budgets of P1, P2 and P12.
import { build } from 'vite'
import { faults } from './faults.ts'
import { files, firstLoad, packed, read, withImports } from './site.ts'

/** Packed kB of the document and the scripts that each route loads before its data: about 3 % above their present size, in steps of 5. */
const budgets = `unsubscribe 180, auth 220, auth/callback 215, dashboard 160, dashboard/benefits 190, dashboard/benefit 190,
  dashboard/orders 195, dashboard/order 190, dashboard/transactions 200, dashboard/invite 215,
  dashboard/redeem 210, dashboard/profile 215, admin 215, admin/benefit 250, admin/benefits 215,
  admin/invite-codes 220, admin/activity 205, admin/announcements 225, admin/email-branding 230,
  admin/payments 200, admin/settings 230, admin/users 215, dashboard/membership 190, admin/orders 220,
  admin/reports 200, admin/token-codes 220`
const kilobytes = new Map(budgets.split(/,\s+/).map((budget) => budget.split(' ') as [string, string]))

/** Prerendered pages without data, and the document of every other address. */
const others = ['index.html', 'terms.html', 'privacy.html', 'contact.html', '404.html', 'app.html']

/** The floor: React with one heading, built as the product is; in packed bytes. */
async function helloSize(): Promise<number> {
  const code = `
    import { StrictMode, createElement } from 'react'
    import { createRoot } from 'react-dom/client'
    createRoot(document.getElementById('root')).render(createElement(StrictMode, null, createElement('h1', null, 'Hello')))`
  const result = await build({
    configFile: false,
    logLevel: 'silent',
    publicDir: false,
    plugins: [
      {
        name: 'hello',
        resolveId: (id) => (id === 'hello' ? id : null),
        load: (id) => (id === 'hello' ? code : null),
      },
    ],
    build: { write: false, target: 'es2022', modulePreload: false, rolldownOptions: { input: 'hello' } },
  })
  if (!('output' in result)) throw new Error('react-hello was not built once')
  return result.output.reduce((sum, file) => sum + (file.type === 'chunk' ? packed(file.code) : 0), 0)
}

function size(page: string) {
  const { files: scripts, inline } = firstLoad(page)
  return [...scripts.map(read), ...inline].reduce((sum, code) => sum + packed(code), 0)
}

/** The scripts that a route loads before its data, those for admins included. */
function scriptsOf(page: string): string[] {
  const { files: named, html } = firstLoad(page)
  const [, plan = '{}'] = /<meta name="prefetch" content="([^"]*)"/.exec(html) ?? []
  const { adminFiles = [] }: { adminFiles?: string[] } = JSON.parse(plan.replaceAll('&quot;', '"'))
  return withImports([
    ...named,
    ...adminFiles.filter((file) => file.endsWith('.js')).map((file) => file.slice(1)),
  ])
}

let failed = false
function limit(what: string, is: number, max: number) {
  failed ||= is > max
  console.log(
    `${is <= max ? 'ok  ' : 'OVER'} ${what.padEnd(58)} ${String(is).padStart(7)} of ${Math.floor(max)}`,
  )
}

const hello = await helloSize()
console.log(`react-hello is ${hello} bytes; all sizes are gzip -9.`)
limit('P1 / first-load JavaScript (0.05 x react-hello)', size('index.html'), 0.05 * hello)
limit('P1 / page with its style', packed(read('index.html')), 18_000)
limit('P2 /dashboard first-load JavaScript (2.02 x react-hello)', size('dashboard.html'), 2.02 * hello)
limit('P2 /dashboard page with its style', packed(read('dashboard.html')), 21_500)
limit('P2 /dashboard JavaScript files', firstLoad('dashboard.html').files.length, 4)
for (const page of files.filter((file) => file.endsWith('.html') && !others.includes(file)).sort()) {
  const scripts = scriptsOf(page)
  const route = page.replace('.html', '')
  const bytes = [page, ...scripts].reduce((sum, file) => sum + packed(read(file)), 0)
  // A route without a budget exceeds it.
  limit(`P12 /${route} document and scripts`, bytes, Number(kilobytes.get(route) ?? 0) * 1000)
}
for (const fault of faults()) {
  failed = true
  console.log(`FAULT ${fault}`)
}
process.exitCode = failed ? 1 : 0
