import { type IncomingMessage, STATUS_CODES } from 'node:http'
import type { Duplex } from 'node:stream'

const ADDRESS = /^(?:[\w.-]+|\[[\da-f:.]+\])(?::\d{1,5})?$/i

/** The name in a Host header without its port; undefined when it is no host at all. */
function hostnameOf(host: string | undefined): string | undefined {
  if (!host || !ADDRESS.test(host) || !URL.canParse(`http://${host}`)) return undefined
  return new URL(`http://${host}`).hostname
}

/** Whether a host name can only mean this machine. */
function isLoopback(hostname: string): boolean {
  return /^(?:(?:.+\.)?localhost|127(?:\.\d{1,3}){3}|\[::1\])$/.test(hostname)
}

/** Whether a page at `origin` may use the backend: one that this machine serves, or the site itself. */
function isTrustedOrigin(origin: string, siteUrl: string): boolean {
  if (!URL.canParse(origin) || !/^https?:/.test(origin)) return false
  const { hostname, origin: given } = new URL(origin)
  return isLoopback(hostname) || (URL.canParse(siteUrl) && given === new URL(siteUrl).origin)
}

/** Whether the path that is served, without its '..', is that of a file in a public bucket. */
function isPublicObject(url: string): boolean {
  const base = 'http://localhost'
  return URL.canParse(url, base) && /^\/storage\/v1\/object\/public\//.test(new URL(url, base).pathname)
}

/**
 * True for what a page of another site sends, directly or through a name that it has rebound to this machine.
 * Browsers name the page in Origin; otherwise Sec-Fetch-Site shows it. Other programs send neither. Files of public
 * buckets are for every page, as on hosted Supabase, also for the emails in the inbox, whose frame has no origin.
 */
export function isForeign(
  { headers, method, url = '' }: Pick<IncomingMessage, 'headers' | 'method' | 'url'>,
  siteUrl: string,
): boolean {
  const hostname = hostnameOf(headers.host)
  if (hostname === undefined || !isLoopback(hostname)) return true
  if ((method === 'GET' || method === 'HEAD') && isPublicObject(url)) return false
  if (headers.origin !== undefined) return !isTrustedOrigin(headers.origin, siteUrl)
  return headers['sec-fetch-site'] === 'cross-site' && headers['sec-fetch-mode'] !== 'navigate'
}

/** Refuses an upgrade with a status. */
export function refuseUpgrade(socket: Duplex, status: number): void {
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nconnection: close\r\ncontent-length: 0\r\n\r\n`)
}
