import { JWT_SECRET, SECRET_KEY } from '../../supabase/local/keys.ts'
import { adminCodeForMembers } from './member-files.ts'
import { securityFaults } from './security-headers.ts'
import { files, firstLoad, graph, read } from './site.ts'

/** Code that the first load of /dashboard must not hold (P2). */
const later =
  /node_modules\/(zod|react-hook-form|@hookform|@radix-ui|sonner|@supabase\/(auth|realtime|storage|functions)-js)\/|src\/features\/auth/

/** What no built file may hold: the embedded backend's secrets, and the demo accounts. */
const secrets = [
  SECRET_KEY,
  JWT_SECRET,
  'sb_secret_',
  'service_role',
  'postgresql://',
  'postgres://',
  'PRIVATE KEY',
  'guildhall-demo',
  '@guildhall.test',
]

/** What a reader without JavaScript must find on each prerendered page. */
const words: Record<string, string[]> = {
  'index.html': [
    '<h1',
    'id="features"',
    'id="testimonials"',
    'id="pricing"',
    '/auth?mode=signin',
    '/auth?mode=signup',
    'AI tools',
    'Courses',
    'Templates',
    'Software licences',
    'What you can expect from Guildhall',
    'name="description"',
    'og:image',
  ],
  'terms.html': ['<h1', 'Terms'],
  'privacy.html': ['<h1', 'Privacy'],
  'contact.html': ['<h1', 'mailto:'],
}

/** The problems of the built files, as messages. */
export function faults(): string[] {
  const found = [...adminCodeForMembers(), ...securityFaults()]
  for (const file of firstLoad('dashboard.html').files) {
    for (const id of graph[file] ?? [`? (${file} is not of this build)`]) {
      if (later.test(id) || id.startsWith('?')) found.push(`The first load of /dashboard holds ${id}`)
    }
  }
  for (const [file, ids] of Object.entries(graph)) {
    for (const id of ids) if (/supabase\/local|tests\//.test(id)) found.push(`${file} holds ${id}`)
  }
  for (const file of files.filter((name) => /\.(html|js|css|json|svg|txt|webmanifest)$|^_/.test(name))) {
    const text = read(file)
    for (const secret of secrets) if (text.includes(secret)) found.push(`${file} holds '${secret}'`)
  }
  for (const [page, wanted] of Object.entries(words)) {
    const { html } = firstLoad(page)
    for (const word of wanted) if (!html.includes(word)) found.push(`${page} does not say '${word}'`)
    if (html.includes('rel="stylesheet"')) found.push(`${page} waits for a style`)
  }
  return found
}
