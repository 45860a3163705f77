export type HeaderRule = { path: string; headers: [name: string, value: string][] }

/** As Netlify and Cloudflare Pages do. */
export function parseHeaders(text: string): HeaderRule[] {
  const rules: HeaderRule[] = []
  for (const line of text.split('\n')) {
    if (line.trim() === '' || line.startsWith('#')) continue
    const [, name, value] = /^\s+([\w-]+):\s*(.*)$/.exec(line) ?? []
    if (name && value !== undefined) rules.at(-1)?.headers.push([name, value.trim()])
    else rules.push({ path: line.trim(), headers: [] })
  }
  return rules
}

/** Hosts join duplicate headers; the budgets refuse those. */
export function headersFor(rules: HeaderRule[], path: string): [name: string, value: string][] {
  return rules
    .filter((rule) =>
      rule.path.endsWith('*') ? path.startsWith(rule.path.slice(0, -1)) : rule.path === path,
    )
    .flatMap(({ headers }) => headers)
}
