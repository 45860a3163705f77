import { queryOptions, useQuery } from '@tanstack/react-query'
import { fetchLogo, hasEmailLogo } from '@/entities/branding/email-logo'
import { PictureProblem } from '@/lib/picture-file'
import { supabase } from '@/lib/supabase'

/** Settings keys: the logo on the screen, and the URL of the picture in the emails. */
export const logoUrlKey = 'email_logo_url'
export const emailLogoUrlKey = 'email_logo_in_mails'

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
  const { data } = await supabase
    .from('profiles')
    .select('name')
    .eq('id', id)
    .abortSignal(signal)
    .maybeSingle()
    .throwOnError()
  return data?.name
}

/** Initially the emails show the default logo, if the backend ships with it. */
async function initialEmailLogo(signal: AbortSignal): Promise<Logo['emailLogo']> {
  return (await hasEmailLogo(signal)) ? { url: defaultLogo, since: 'the start' } : undefined
}

export const brandingKeys = {
  all: ['settings'],
  logo: ['settings', 'logo'],
  logoProblem: (url: string) => ['settings', 'logo', 'problem', url],
}

const brandingQueries = {
  logo: queryOptions({
    queryKey: brandingKeys.logo,
    queryFn: async ({ signal }): Promise<Logo> => {
      const { data } = await supabase
        .from('app_settings')
        .select('key, value, updated_at, updated_by')
        .in('key', [logoUrlKey, emailLogoUrlKey])
        .abortSignal(signal)
        .throwOnError()
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
  }),

  logoProblem: (url: string) =>
    queryOptions({
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
    }),
}

export function useLogo() {
  return useQuery(brandingQueries.logo)
}

/** Why the picture at `url` cannot be used in emails; null if it can. */
export function useLogoProblem(url: string) {
  return useQuery(brandingQueries.logoProblem(url))
}

/** Resolves a stored path or URL; invalid ones are returned as they are. */
export function fullUrl(url: string): string {
  const { origin } = window.location
  return URL.canParse(url, origin) ? new URL(url, origin).href : url
}
