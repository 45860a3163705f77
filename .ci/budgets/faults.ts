import { createHash } from 'node:crypto'
import { type DefaultTreeAdapterTypes, parse, defaultTreeAdapter as tree } from 'parse5'
import { headersFor, isSecretKey } from '../../src/build/policy.ts'
import { JWT_SECRET, SECRET_KEY } from '../../supabase/local/keys.ts'
import { files, firstLoad, graph, imports, laterImports, read } from './site.ts'

/** Code that the first load of /dashboard must not hold (P2). */
const later =
  /node_modules\/(zod|react-hook-form|@hookform|@radix-ui|sonner|@supabase\/(auth|realtime|storage|functions)-js)\/|src\/features\/auth|^\?/
/** Code for admins only (D11): their screens, what only those read, and their charts. */
const admin =
  /src\/(features\/admin|app\/layouts\/admin-)|src\/entities\/(activity|branding|orders\/history|overview|codes\/(?!redeem|schemas|messages)|benefits\/pictures|\w+\/admin-)|node_modules\/(@visx|d3-)/
/** Where the guard lets admins in: the routes import these once the role is known. */
const door = /src\/(features\/admin\/.*page|app\/layouts\/admin-layout)\.tsx$/
const guard = 'src/app/routes.tsx'

/** What no built file may hold: the embedded backend's secrets, and the demo accounts. */
const secrets = [
  'sb_secret_',
  'service_role',
  'postgresql://',
  'postgres://',
  'PRIVATE KEY',
  'guildhall-demo',
  '@guildhall.test',
]
secrets.push(SECRET_KEY, JWT_SECRET)

/** What a reader without JavaScript must find on each prerendered page. */
const words: Record<string, string> = {
  'index.html':
    '<h1|id="features"|id="testimonials"|id="pricing"|/auth?mode=signin|/auth?mode=signup|AI tools|Courses|Templates|Software licences|What members say|name="description"|og:image',
  'terms.html': '<h1|Terms',
  'privacy.html': '<h1|Privacy',
  'contact.html': '<h1|mailto:',
}

const modules = (file: string) => graph[file] ?? [`? (${file} is not of this build)`]
const holds = (file: string, what: RegExp) => modules(file).some((id) => what.test(id))

/** The problems of the built files, as messages. */
export function faults(): string[] {
  const found = [...adminFaults(), ...headerFaults(), ...files.flatMap(fileFaults)]
  for (const file of firstLoad('dashboard.html').files)
    for (const id of modules(file)) if (later.test(id)) found.push(`The first load of /dashboard holds ${id}`)
  for (const file of Object.keys(graph))
    if (holds(file, /supabase\/local|tests\//)) found.push(`${file} holds code of the backend or of a test`)
  for (const [page, wanted] of Object.entries(words)) {
    const html = read(page)
    for (const word of wanted.split('|'))
      if (!html.includes(word)) found.push(`${page} does not say '${word}'`)
    if (html.includes('rel="stylesheet"')) found.push(`${page} waits for a style`)
  }
  return found
}

/** The admin code that a member's browser would load, at once, on some page, or for offline. */
function adminFaults(): string[] {
  const found: string[] = []
  const main = Object.keys(graph).filter((file) => modules(file).includes('src/main.tsx'))
  const reached = new Set([...firstLoad('app.html').files, ...main])
  const doors = new Set<string>()
  for (const file of reached) {
    for (const id of modules(file)) if (admin.test(id)) found.push(`Members load ${id}, in ${file}`)
    for (const next of imports(file)) reached.add(next)
    for (const next of laterImports(file))
      (modules(file).includes(guard) && holds(next, door) ? doors : reached).add(next)
  }
  if (doors.size < 2) found.push(`${guard} leads to no admin code: this check looks at nothing`)
  const kept = read('sw.js')
  for (const file of Object.keys(graph))
    if (holds(file, admin) && kept.includes(file))
      found.push(`Members keep ${file} for offline, with admin code`)
  return found
}

const rules = read('_headers')
const policyOf = (path: string) =>
  headersFor(rules, path).find(([name]) => name === 'Content-Security-Policy')?.[1] ?? ''

/** The security problems of _headers (docs/security.md). */
function headerFaults(): string[] {
  const policy = policyOf('/')
  const found =
    // Packages insert their styles at run time.
    !policy.includes("default-src 'none'") ||
    /unsafe-|\{/.test(policy.replace("style-src 'self' 'unsafe-inline'", ''))
      ? [`The policy has holes: ${policy}`]
      : []
  // The longest line that Cloudflare Pages reads.
  for (const line of read('_headers').split('\n'))
    if (line.length > 2000) found.push(`A line of _headers is ${line.length} long: ${line.slice(0, 40)}`)
  for (const file of files) {
    const names = headersFor(rules, `/${file}`).map(([name]) => name.toLowerCase())
    if (new Set(names).size < names.length) found.push(`/${file} gets a header twice: ${names.join(', ')}`)
  }
  return found
}

function fileFaults(file: string): string[] {
  if (file.endsWith('.map')) return [`${file} is a source map`]
  if (!/\.(html|js|css|json|svg|txt|webmanifest)$|^_/.test(file)) return []
  const text = read(file)
  const found = secrets.filter((secret) => text.includes(secret)).map((secret) => `${file} holds '${secret}'`)
  if (/[#@] sourceMappingURL=/.test(text)) found.push(`${file} names a source map`)
  for (const [token] of text.matchAll(/eyJ[\w-]+\.[\w-]+\./g))
    if (isSecretKey(token)) found.push(`${file} holds a token that is not for everybody`)
  if (!/\.(html|svg)$/.test(file)) return found
  const allowed = policyOf(`/${file}`)
  for (const hash of scriptHashes(parse(text)))
    if (!allowed.includes(hash)) found.push(`${file} holds a script that the policy does not know`)
  const tags = text.replace(/<(script|style)>[\s\S]*?<\/\1>/g, '')
  const active =
    /<[a-z][^>]*\son\w+\s*=[^>]*>|<[^>]*=\s*["']?javascript:[^>]*>|<script (?![^>]*\bsrc=)[^>]*>|<style [^>]*>/gi
  for (const [tag] of tags.matchAll(active)) found.push(`${file} holds ${tag.slice(0, 80)}`)
  return found
}

/**
 * The hashes of every script inside a document, as the parser of a browser finds them. Shares nothing with the code that writes the policy, whose mistakes it would make as well.
 */
function scriptHashes(node: DefaultTreeAdapterTypes.Node): string[] {
  const found: string[] = []
  if (tree.isElementNode(node)) {
    const text = node.childNodes.map((child) => (tree.isTextNode(child) ? child.value : '')).join('')
    if (node.tagName === 'script' && !node.attrs.some(({ name }) => name === 'src'))
      found.push(`'sha256-${createHash('sha256').update(text).digest('base64')}'`)
    if ('content' in node) found.push(...scriptHashes(node.content as DefaultTreeAdapterTypes.Node))
  }
  return 'childNodes' in node ? [...found, ...node.childNodes.flatMap(scriptHashes)] : found
}
