import { createHash } from 'node:crypto'

/** A key that bypasses row-level security: a secret key, or a token whose role is unreadable or not `anon`. */
export function isSecretKey(key: string): boolean {
  if (!key.startsWith('eyJ')) return key.startsWith('sb_secret_')
  try {
    const payload = Buffer.from(key.split('.')[1] ?? '', 'base64url').toString()
    return JSON.parse(payload).role !== 'anon'
  } catch {
    return true
  }
}

/** Hashes of the scripts inside documents, for the content security policy. */
export function scriptHashes(documents: string[]): string[] {
  const scripts = documents.flatMap((text) => [...text.matchAll(/<script>([\s\S]*?)<\/script>/g)])
  const hashes = scripts.map(([, code = '']) => createHash('sha256').update(code).digest('base64'))
  return [...new Set(hashes)].sort().map((hash) => `'sha256-${hash}'`)
}

/** Inserts the hashes and the backend into `public/_headers` (docs/security.md). */
export function fillHeaders(source: string, documents: string[], backend: string | undefined): string {
  const { origin, protocol } = backend ? new URL(backend) : { origin: '', protocol: '' }
  const values: Record<string, string> = {
    scripts: scriptHashes(documents).join(' '),
    connect: origin && `${origin} ${origin.replace(/^http/, 'ws')}`,
    // The policy allows pictures from any https URL; a local backend has http.
    pictures: protocol === 'https:' ? '' : origin,
  }
  const filled = (_: string, name: string) => {
    const value = values[name]
    if (value === undefined) throw new Error(`public/_headers asks for {${name}}, which is not known`)
    return value && ` ${value}`
  }
  const lines = source.split('\n')
  return lines.map((line) => (line.startsWith('#') ? line : line.replace(/ \{(\w+)\}/g, filled))).join('\n')
}

/** Proxies pictures to the backend, before any other rule (D24: the logo in emails). */
export function fillRedirects(source: string, backend: string | undefined): string {
  if (!backend) return source
  const pictures = '/storage/v1/object/public/'
  return `${pictures}*  ${new URL(backend).origin}${pictures}:splat  200\n${source}`
}

/** What the text of `_headers` adds to a path, as Netlify and Cloudflare Pages read it. Hosts join duplicates; the budgets refuse those. */
export function headersFor(text: string, path: string): [name: string, value: string][] {
  const found: [name: string, value: string][] = []
  let applies = false
  for (const line of text.split('\n').filter((one) => one.trim() !== '' && !one.startsWith('#'))) {
    const [, name, value] = /^\s+([\w-]+):\s*(.*)$/.exec(line) ?? []
    if (!name || value === undefined)
      applies = line.endsWith('*') ? path.startsWith(line.slice(0, -1)) : line === path
    else if (applies) found.push([name, value])
  }
  return found
}
