import { createHash } from 'node:crypto'

const hash = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`

/** Hashes of inline scripts, for the content security policy. */
export function scriptHashes(documents: string[]): string[] {
  const scripts = new Set<string>()
  for (const text of documents) {
    for (const [, code = ''] of text.matchAll(/<script>([\s\S]*?)<\/script>/g)) scripts.add(hash(code))
  }
  return [...scripts].sort()
}

function backendSources(url: string | undefined): { connect: string; pictures: string } {
  if (!url) return { connect: '', pictures: '' }
  const { origin, protocol } = new URL(url)
  return {
    connect: `${origin} ${origin.replace(/^http/, 'ws')}`,
    // The policy allows pictures from any https URL; a local backend has http.
    pictures: protocol === 'https:' ? '' : origin,
  }
}

/** Inserts the hashes and the backend into `public/_headers`. */
export function fillHeaders(source: string, documents: string[], backend: string | undefined): string {
  const { connect, pictures } = backendSources(backend)
  const values: Record<string, string> = {
    scripts: scriptHashes(documents).join(' '),
    connect,
    pictures,
  }
  const filled = (_: string, name: string) => {
    const value = values[name]
    if (value === undefined) throw new Error(`public/_headers asks for {${name}}, which is not known`)
    return value && ` ${value}`
  }
  const lines = source
    .split('\n')
    .map((line) => (line.startsWith('#') ? line : line.replace(/ \{(\w+)\}/g, filled)))
  return lines.join('\n')
}

/** Proxies pictures to the backend, before any other rule (D24: the logo in emails). */
export function fillRedirects(source: string, backend: string | undefined): string {
  if (!backend) return source
  const pictures = '/storage/v1/object/public/'
  return `${pictures}*  ${new URL(backend).origin}${pictures}:splat  200\n${source}`
}

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
