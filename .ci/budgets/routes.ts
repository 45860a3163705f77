import { type Budget, files, firstLoad, imports, packed, read } from './site.ts'

/** P12: script files before a route's data. */
const maxFiles = 6

/** Packed kB of the document and the scripts that each route loads before its data: about 1 % above their present size. */
const maxKilobytes: Record<string, number> = {
  'unsubscribe.html': 175,
  'auth.html': 206,
  'auth/callback.html': 202,
  'dashboard.html': 147,
  'dashboard/benefits.html': 182,
  'dashboard/benefit.html': 180,
  'dashboard/orders.html': 179,
  'dashboard/order.html': 184,
  'dashboard/transactions.html': 185,
  'dashboard/invite.html': 206,
  'dashboard/redeem.html': 205,
  'dashboard/profile.html': 206,
  'admin.html': 226,
  'admin/benefit.html': 238,
  'admin/benefits.html': 207,
  'admin/users.html': 209,
  'admin/orders.html': 212,
  'admin/reports.html': 205,
  'admin/token-codes.html': 205,
  'admin/invite-codes.html': 206,
  'admin/email-branding.html': 235,
  'admin/activity.html': 209,
}

/** Prerendered pages without data, and the document of every other address. */
const others = ['index.html', 'terms.html', 'privacy.html', 'contact.html', '404.html', 'app.html']

/** The scripts that a route loads before its data, those for admins included. */
function scriptsOf(page: string): string[] {
  const { files: named, html } = firstLoad(page)
  const found = new Set(named)
  const [, plan = '{}'] = /<meta name="prefetch" content="([^"]*)"/.exec(html) ?? []
  const { adminFiles = [] }: { adminFiles?: string[] } = JSON.parse(plan.replaceAll('&quot;', '"'))
  for (const file of adminFiles) if (file.endsWith('.js')) found.add(file.slice(1))
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
