/** The address of a path's document: /dashboard/orders/:id has /dashboard/order, for every id. */
export function documentOf(path: string): string {
  return path.replace(/s\/:id$/, '')
}

/** The rules of `_redirects` that serve one document for every id, as Netlify and Cloudflare Pages apply them. */
export function rewrite(rules: string, pathname: string): string {
  for (const line of rules.split('\n')) {
    const [from = '', to = '', status] = line.trim().split(/\s+/)
    if (status !== '200' || !from.endsWith('/:id')) continue
    const rest = pathname.startsWith(from.slice(0, -3)) ? pathname.slice(from.length - 3) : ''
    if (rest !== '' && !rest.includes('/')) return to
  }
  return pathname
}
