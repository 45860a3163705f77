import { env } from '@/lib/env'
import { backendFetch } from '@/lib/fetch'
import { type Picture, PictureProblem, readPicture } from '@/lib/picture-file'
import { loadClient } from '@/lib/supabase'

/** In bytes; enforced by the bucket (D24). */
export const logoLimit = 512 * 1024

/** The fixed object that the email templates link to, and its cache lifetime in seconds. */
const object = 'email-logo'
const cacheSeconds = '300'

const timeoutMs = 8_000

/** `since` busts the cache. */
export function emailLogoUrl(since: string): string {
  return `${env.supabaseUrl}/storage/v1/object/public/branding/${object}?since=${encodeURIComponent(since)}`
}

/** A backend may ship with the default logo. */
export async function hasEmailLogo(signal: AbortSignal): Promise<boolean> {
  const { ok, status } = await backendFetch(emailLogoUrl('now'), {
    method: 'HEAD',
    cache: 'no-store',
    signal,
  })
  if (status >= 500) throw new Error(`The storage responded with status ${status}`)
  return ok
}

export async function uploadEmailLogo({ blob, type }: Picture): Promise<void> {
  const { storage } = await loadClient()
  const { error } = await storage
    .from('branding')
    .upload(object, blob, { contentType: type, cacheControl: cacheSeconds, upsert: true })
  if (error) throw error
}

/** For URLs of this site or its backend; throws PictureProblem if the picture cannot be fetched. */
export async function fetchLogo(url: string): Promise<Picture> {
  const { origin } = new URL(url)
  // The content security policy lets pages show pictures of other sites, but not fetch them.
  if (origin !== window.location.origin && origin !== new URL(env.supabaseUrl).origin) {
    throw new PictureProblem('It is on another site, which this page cannot read.')
  }
  return readPicture(await fetchBlob(url), logoLimit)
}

async function fetchBlob(url: string): Promise<Blob> {
  try {
    const signal = AbortSignal.timeout(timeoutMs)
    const response = await fetch(url, { credentials: 'omit', cache: 'no-store', signal })
    if (response.ok) return await response.blob()
    throw new PictureProblem(`The site responded with status ${response.status}.`)
  } catch (error) {
    if (error instanceof PictureProblem) throw error
    throw new PictureProblem('The site did not respond.')
  }
}
