import { headersFor, parseHeaders } from '../../src/build/headers.ts'
import { inlineHashes } from '../../src/build/policy.ts'
import { check, type Deployment, type Finding, ok, open, unknown } from './finding.ts'
import { request } from './request.ts'

const logo = '/storage/v1/object/public/branding/email-logo'
const policyName = 'Content-Security-Policy'

/** Checks the pages, and their headers against `source` (public/_headers), whose policy has no hashes yet. */
export async function checkPages({ site, url }: Deployment, source: string): Promise<Finding[]> {
  const rules = parseHeaders(source)
  const secure = site.startsWith('https:')
  const found: Finding[] = []
  for (const [path, status] of [
    ['/', 200],
    ['/auth', 200],
    ['/dashboard', 200],
    ['/no-such-page', 404],
  ] as const) {
    const response = await requestPage(site + path)
    if (response.status !== status)
      found.push(open(`${path} responds with status ${response.status}, not ${status}.`))
    for (const [name, value] of headersFor(rules, path)) {
      if (name === policyName || (name === 'Strict-Transport-Security' && !secure)) continue
      if (response.headers.get(name) !== value)
        found.push(open(`${path} is sent without \`${name}: ${value}\`.`))
    }
    found.push(
      ...policyFaults(
        path,
        response.headers.get(policyName) ?? '',
        response.text,
        url === site ? '' : new URL(url).origin,
      ),
    )
  }
  const worker = await request(`${site}/sw.js`)
  if (worker.headers.get('cache-control') !== 'no-cache')
    found.push(open('/sw.js is not sent with `Cache-Control: no-cache`.'))
  if (!secure) found.push(unknown('The site is not on https: HSTS cannot be checked.'))
  return found.some(({ state }) => state === 'open')
    ? found
    : [ok('Pages and headers are as built.'), ...found]
}

function policyFaults(path: string, policy: string, page: string, backend: string): Finding[] {
  if (!policy.includes("default-src 'none'"))
    return [open(`${path} is sent without the content security policy of dist/_headers.`)]
  const found: Finding[] = []
  if (policy.includes("'unsafe-")) found.push(open(`The policy of ${path} has holes: ${policy}`))
  const { scripts, styles } = inlineHashes([page])
  if ([...scripts, ...styles].some((hash) => !policy.includes(hash)))
    found.push(open(`The policy of ${path} is of another build than the page: publish dist/ as a whole.`))
  if (!policy.includes(backend))
    found.push(open(`The policy of ${path} does not name ${backend}: set VITE_SUPABASE_URL and build again.`))
  return found
}

/** Checks that the logo of the emails is served under the address of the site. */
export async function checkLogo({ site, url }: Deployment): Promise<Finding[]> {
  const isPicture = ({ status, headers }: Awaited<ReturnType<typeof request>>) =>
    status === 200 && Boolean(headers.get('content-type')?.startsWith('image/'))
  const served = await request(site + logo)
  if (isPicture(served)) {
    const safe = served.headers.get('x-content-type-options') === 'nosniff'
    return [
      ok('The logo of the emails is there.'),
      safe
        ? ok('Pictures are sent with nosniff.')
        : unknown(
            'Pictures are sent without nosniff: they come from the project, which takes PNG, JPEG, GIF and WebP only.',
          ),
    ]
  }
  const stored = isPicture(await request(url + logo))
  return [
    open(
      stored
        ? `The host does not hand ${logo} on to the project: see the redirect rule in docs/deploy.md.`
        : 'Emails have no logo: upload one on /admin/email-branding.',
    ),
  ]
}

/** Checks that plain http redirects to https. */
export async function checkHttps({ site }: Deployment): Promise<Finding[]> {
  if (!site.startsWith('https:')) return []
  try {
    const { headers } = await request(site.replace('https:', 'http:'))
    return [
      check(
        Boolean(headers.get('location')?.startsWith('https:')),
        'Plain http leads to https.',
        'Plain http does not lead to https.',
      ),
    ]
  } catch {
    return [ok('Plain http gets no response.')]
  }
}

const requestPage = (address: string) => request(address, { headers: { accept: 'text/html' } })
