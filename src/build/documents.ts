/** /dashboard/orders/:id -> /dashboard/order: one document for every id. */
export function documentOf(path: string): string {
  return path.replace(/s\/:id$/, '')
}

/** Applies the rules of `_redirects` as Netlify and Cloudflare Pages do. */
export function rewrite(rules: string, pathname: string): string {
  for (const line of rules.split('\n')) {
    const [from = '', to = '', status] = line.trim().split(/\s+/)
    if (status !== '200' || !from.endsWith('/:id')) continue
    const rest = pathname.startsWith(from.slice(0, -3)) ? pathname.slice(from.length - 3) : ''
    if (rest !== '' && !rest.includes('/')) return to
  }
  return pathname
}
