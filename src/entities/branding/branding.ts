import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { storePicture } from '@/entities/benefits/pictures'
import { findOne, read } from '@/entities/shared/read'
import { pictureAddress } from '@/entities/shared/schemas'
import { env } from '@/lib/env'
import { backendFetch } from '@/lib/fetch'
import { type Picture, PictureProblem, readPicture } from '@/lib/picture-file'
import { loadClient, supabase } from '@/lib/supabase'

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
async function hasEmailLogo(signal: AbortSignal): Promise<boolean> {
  const { ok, status } = await backendFetch(emailLogoUrl('now'), {
    method: 'HEAD',
    cache: 'no-store',
    signal,
  })
  if (status >= 500) throw new Error(`The storage responded with status ${status}`)
  return ok
}

async function uploadEmailLogo({ blob, type }: Picture): Promise<void> {
  const { storage } = await loadClient()
  const { error } = await storage
    .from('branding')
    .upload(object, blob, { contentType: type, cacheControl: cacheSeconds, upsert: true })
  if (error) throw error
}

/** The content security policy lets pages show pictures of other sites, but not read them. */
const isReadable = (url: string) =>
  [window.location.origin, new URL(env.supabaseUrl).origin].includes(new URL(url).origin)

/** Throws PictureProblem if the picture cannot be fetched. */
async function fetchLogo(url: string): Promise<Picture> {
  if (!isReadable(url)) throw new PictureProblem('It is on another site, which this page cannot read.')
  return readPicture(await fetchBlob(url), logoLimit)
}

/**
 * Finds the picture at a path or URL before it becomes the logo.
 * @returns the picture, or undefined if it is on another site, which shows it but lets no page read it.
 * @throws PictureProblem, with the reason, if there is none.
 */
export async function findLogo(path: string): Promise<Picture | undefined> {
  const url = fullUrl(path)
  if (isReadable(url)) return fetchLogo(url)
  const image = new Image()
  image.src = url
  const tooLate = new Promise((_, reject) => setTimeout(reject, timeoutMs))
  await Promise.race([image.decode(), tooLate]).catch(() => {
    throw new PictureProblem('No picture could be loaded from this address.')
  })
  return undefined
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

/** Settings keys: the logo on the screen, and the URL of the picture in the emails. */
const logoUrlKey = 'email_logo_url'
const emailLogoUrlKey = 'email_logo_in_mails'

export const defaultLogo = '/images/email-logo.png'

/** Without `updated_at`, the default logo. `emailLogo`: the logo in the emails, if any (D24). */
export type Logo = {
  url: string
  updated_at?: string
  updated_by?: string
  emailLogo?: { url: string; since: string }
}

async function nameOf(id: string | null, signal: AbortSignal): Promise<string | undefined> {
  if (id === null) return undefined
  return (await findOne(supabase.from('profiles').select('name').eq('id', id), signal))?.name
}

/** Initially the emails show the default logo, if the backend ships with it. */
async function initialEmailLogo(signal: AbortSignal): Promise<Logo['emailLogo']> {
  return (await hasEmailLogo(signal)) ? { url: defaultLogo, since: 'the start' } : undefined
}

const brandingKeys = {
  all: ['settings'],
  logo: ['settings', 'logo'],
  logoProblem: (url: string) => ['settings', 'logo', 'problem', url],
}

export function useLogo() {
  return useQuery({
    queryKey: brandingKeys.logo,
    queryFn: async ({ signal }): Promise<Logo> => {
      const data = await read(
        supabase
          .from('app_settings')
          .select('key, value, updated_at, updated_by')
          .in('key', [logoUrlKey, emailLogoUrlKey]),
        signal,
      )
      const [logo, emailLogo] = [logoUrlKey, emailLogoUrlKey].map((key) =>
        data.find((row) => row.key === key),
      )
      return {
        url: logo?.value ?? defaultLogo,
        updated_at: logo?.updated_at,
        updated_by: logo && (await nameOf(logo.updated_by, signal)),
        emailLogo: emailLogo
          ? { url: emailLogo.value, since: emailLogo.updated_at }
          : await initialEmailLogo(signal),
      }
    },
  })
}

/** Why the picture at `url` cannot be used in emails; null if it can. */
export function useLogoProblem(url: string) {
  return useQuery({
    queryKey: brandingKeys.logoProblem(url),
    queryFn: async (): Promise<string | null> => {
      try {
        await fetchLogo(fullUrl(url))
        return null
      } catch (error) {
        if (error instanceof PictureProblem) return error.message
        throw error
      }
    },
  })
}

/** Resolves a stored path or URL; invalid ones are returned as they are. */
export function fullUrl(url: string): string {
  const { origin } = window.location
  return URL.canParse(url, origin) ? new URL(url, origin).href : url
}

export const logoChanged = 'Email branding logo URL has been updated'
export const emailLogoChanged = 'Emails use this logo'

const logoFailure = 'The logo could not be changed.'
const emailLogoFailure = 'The logo in emails could not be changed.'
const emailLogoUncertain = 'The logo was changed, but emails may still show the previous one.'

async function set(key: string, value: string) {
  await supabase.from('app_settings').upsert({ key, value }).throwOnError()
}

/** The logo was changed, but whether the emails show it is unknown. */
class EmailLogoUncertain extends Error {}

/** Writes the setting after the picture, so that it never claims more than the emails show. */
async function setEmailLogo(url: string, picture: Picture) {
  await uploadEmailLogo(picture)
  await set(emailLogoUrlKey, url)
}

/** Stores the URL first: if a later step fails, the screen says that the emails do not show it yet. */
async function change(url: string, picture: Picture | undefined) {
  await set(logoUrlKey, url)
  if (!picture) return
  await setEmailLogo(url, picture).catch((cause: unknown) => {
    throw new EmailLogoUncertain('', { cause })
  })
}

function useLogoChange<Input = void>(mutationFn: (input: Input) => Promise<void>, sentence: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn,
    onError: () => void client.invalidateQueries({ queryKey: brandingKeys.all }),
    meta: { failed: (error) => (error instanceof EmailLogoUncertain ? emailLogoUncertain : sentence) },
  })
}

/** Sets the logo by URL or path, and in the emails if its picture could be read. */
export function useUpdateLogo() {
  return useLogoChange(
    ({ url, picture }: { url: string; picture?: Picture }) => change(url, picture),
    logoFailure,
  )
}

export function useRestoreLogo() {
  return useLogoChange(async () => change(defaultLogo, await findLogo(defaultLogo)), logoFailure)
}

export function useUploadLogo() {
  return useLogoChange(
    async (picture: Picture) => change(await storePicture('branding', picture, 'email-logo-'), picture),
    logoFailure,
  )
}

export function useUpdateEmailLogo() {
  return useLogoChange(
    async (url: string) => setEmailLogo(url, await fetchLogo(fullUrl(url))),
    emailLogoFailure,
  )
}

export const logoSchema = z.object({
  url: pictureAddress.check(z.minLength(1, 'Enter a path or an address.')),
})
export type LogoInput = z.infer<typeof logoSchema>

export const emptyLogo: LogoInput = { url: '' }
