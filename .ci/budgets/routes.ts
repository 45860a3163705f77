import { type Budget, files, firstLoad, imports, packed, read } from './site.ts'

/** P12: script files before a route's data. */
const maxFiles = 6

/** Packed kB of the document and the scripts that each route loads before its data: 2 % above their present size. */
const maxKilobytes: Record<string, number> = {
  'auth.html': 188,
  'auth/callback.html': 188,
  'dashboard.html': 145,
  'dashboard/benefits.html': 167,
  'dashboard/benefit.html': 166,
  'dashboard/orders.html': 166,
  'dashboard/order.html': 170,
  'dashboard/transactions.html': 165,
  'dashboard/redeem.html': 188,
  'dashboard/profile.html': 187,
  'admin.html': 201,
  'admin/benefit.html': 208,
  'admin/benefits.html': 181,
  'admin/users.html': 183,
  'admin/orders.html': 183,
  'admin/reports.html': 181,
  'admin/token-codes.html': 180,
  'admin/invite-codes.html': 180,
  'admin/email-branding.html': 206,
  'admin/activity.html': 183,
}

/** Prerendered pages without data, and the document of every other address. */
const others = ['index.html', 'terms.html', 'privacy.html', 'contact.html', '404.html', 'app.html']

/** The scripts that a route loads before its data, those for admins included. */
function scriptsOf(page: string): string[] {
  const { files: named, html } = firstLoad(page)
  const found = new Set(named)
  const [, plan = '{}'] = /<meta name="prefetch" content="([^"]*)"/.exec(html) ?? []
  const { adminFiles = [] }: { adminFiles?: string[] } = JSON.parse(plan.replaceAll('&quot;', '"'))
  for (const file of adminFiles) found.add(file.slice(1))
  for (const file of found) for (const next of imports(file)) found.add(next)
  return [...found]
}

/** File and byte budgets of every route (P12); a route without a budget exceeds it. */
export function routeBudgets(): Budget[] {
  const pages = files.filter((file) => file.endsWith('.html') && !others.includes(file))
  return pages.sort().flatMap((page) => {
    const loaded = scriptsOf(page)
    const bytes = [page, ...loaded].reduce((sum, file) => sum + packed(read(file)), 0)
    const route = `/${page.replace('.html', '')}`
    return [
      { what: `P12 ${route} script files before its data`, is: loaded.length, max: maxFiles },
      { what: `P12 ${route} document and scripts`, is: bytes, max: (maxKilobytes[page] ?? 0) * 1000 },
    ]
  })
}
