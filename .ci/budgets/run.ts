// Builds the site into dist/ and checks it against the budgets of P1, P2 and P12.
import { build } from 'vite'
import { faults } from './faults.ts'
import { files, firstLoad, packed, read, withImports } from './site.ts'

/** Packed kB of the document and the scripts that each route loads before its data: about 3 % above their present size, in steps of 5. */
const budgets = `unsubscribe 195, auth 235, auth/callback 230, dashboard 165, dashboard/benefits 205, dashboard/benefit 200,
  dashboard/orders 210, dashboard/order 205, dashboard/transactions 210, dashboard/invite 230,
  dashboard/redeem 225, dashboard/profile 230, admin 230, admin/benefit 265, admin/benefits 230,
  admin/invite-codes 235, admin/activity 220, admin/announcements 240, admin/email-branding 240,
  admin/payments 215, admin/settings 240, admin/users 230, dashboard/membership 205, admin/orders 235,
  admin/reports 210, admin/token-codes 230`
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
limit('P2 /dashboard first-load JavaScript (2.05 x react-hello)', size('dashboard.html'), 2.05 * hello)
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
