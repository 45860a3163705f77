import type { IncomingHttpHeaders } from 'node:http'

const ADDRESS = /^(?:[\w.-]+|\[[\da-f:.]+\])(?::\d{1,5})?$/i

/** The name in a Host header without its port; undefined when it is no host at all. */
export function hostnameOf(host: string | undefined): string | undefined {
  if (!host || !ADDRESS.test(host) || !URL.canParse(`http://${host}`)) return undefined
  return new URL(`http://${host}`).hostname
}

/** Whether a host name can only mean this machine. */
export function isLoopback(hostname: string): boolean {
  return /^(?:(?:.+\.)?localhost|127(?:\.\d{1,3}){3}|\[::1\])$/.test(hostname)
}

/** Whether a page at `origin` may use the backend: one that this machine serves, or the site itself. */
export function isTrustedOrigin(origin: string, siteUrl: string): boolean {
  if (!URL.canParse(origin) || !/^https?:/.test(origin)) return false
  const { hostname, origin: given } = new URL(origin)
  return isLoopback(hostname) || (URL.canParse(siteUrl) && given === new URL(siteUrl).origin)
}

const PUBLIC_PICTURE = /^\/storage\/v1\/object\/public\//

/**
 * True for what a page of another site sends, directly or through a name that it has rebound to this machine.
 * Browsers name the page in Origin; otherwise Sec-Fetch-Site shows it. Other programs send neither.
 */
export function isForeign(headers: IncomingHttpHeaders, path: string, siteUrl: string): boolean {
  const hostname = hostnameOf(headers.host)
  if (hostname === undefined || !isLoopback(hostname)) return true
  if (headers.origin !== undefined) return !isTrustedOrigin(headers.origin, siteUrl)
  const embedded = headers['sec-fetch-site'] === 'cross-site' && headers['sec-fetch-mode'] !== 'navigate'
  return embedded && !PUBLIC_PICTURE.test(path)
}
