import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { headersFor, scriptHashes } from '../../src/build/policy.ts'
import { PROJECT_DIR } from '../local/paths.ts'
import { check, type Deployment, type Finding, openFinding, request, unknownFinding } from './probe.ts'

const pages = { '/': 200, '/auth': 200, '/dashboard': 200, '/no-such-page': 404 }
const policyName = 'Content-Security-Policy'

/**
 * Checks the pages and their headers against public/_headers, whose policy has no hashes yet, that the landing page has none of the
 * demo's testimonials and films (D51), and that plain http redirects to https.
 */
export async function checkPages({ site, url }: Deployment): Promise<Finding[]> {
  const rules = readFileSync(join(PROJECT_DIR, 'public/_headers'), 'utf8')
  const isSecure = site.startsWith('https:')
  const faults: Record<string, boolean> = {}
  for (const [path, status] of Object.entries(pages)) {
    const page = await request(site + path, { headers: { accept: 'text/html' } })
    faults[`${path} responds with status ${page.status}, not ${status}.`] = page.status !== status
    for (const [name, value] of headersFor(rules, path)) {
      if (name === policyName || (name === 'Strict-Transport-Security' && !isSecure)) continue
      faults[`${path} is sent without \`${name}: ${value}\`.`] = page.headers.get(name) !== value
    }
    const samples = page.text.match(/data-sample/g)?.length ?? 0
    faults[`The landing page shows ${samples} samples: replace them in src/features/landing/content.ts.`] =
      samples > 0
    const policy = page.headers.get(policyName) ?? ''
    const missing = !policy.includes("default-src 'none'")
    faults[`${path} is sent without the content security policy of dist/_headers.`] = missing
    if (missing) continue
    const isForeign = scriptHashes([page.text]).some((hash) => !policy.includes(hash))
    faults[`The policy of ${path} has holes: ${policy}`] = /script-src [^;]*'unsafe-/.test(policy)
    faults[`The policy of ${path} is of another build than the page: publish dist/ as a whole.`] = isForeign
    faults[`The policy of ${path} does not name ${url}: set VITE_SUPABASE_URL and build again.`] =
      url !== site && !policy.includes(url)
  }
  const { headers } = await request(`${site}/sw.js`)
  faults['/sw.js is not sent with `Cache-Control: no-cache`.'] = headers.get('cache-control') !== 'no-cache'
  const plain = isSecure ? await request(site.replace('https:', 'http:')).catch(() => undefined) : undefined
  faults['Plain http does not lead to https.'] =
    plain !== undefined && !plain.headers.get('location')?.startsWith('https:')
  const found = check('Pages and headers are as built.', faults)
  return isSecure ? found : [...found, unknownFinding('The site is not on https: HSTS cannot be checked.')]
}

/** Checks that the logo of the emails is served under the address of the site. */
export async function checkLogo({ site, url }: Deployment): Promise<Finding[]> {
  const logo = '/storage/v1/object/public/branding/email-logo'
  const findPicture = async (origin: string) => {
    const { status, headers } = await request(origin + logo)
    return status === 200 && headers.get('content-type')?.startsWith('image/') ? headers : undefined
  }
  const served = await findPicture(site)
  if (served?.get('x-content-type-options') === 'nosniff') return check('The logo of the emails is there.')
  if (served)
    return [unknownFinding('Pictures are sent without nosniff; the project takes no other files there.')]
  if (await findPicture(url))
    return [openFinding(`The host does not hand ${logo} on (docs/deploy.md, Publish).`)]
  return [openFinding('Emails have no logo: upload one on /admin/email-branding.')]
}
