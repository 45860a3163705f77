import { queryOptions, useMutation, useQuery } from '@tanstack/react-query'
import { supabase } from '@/lib/supabase'

const logoKey = 'email_logo_url'

/** The logo that ships with the product. */
export const defaultLogo = '/images/email-logo.png'

/** The stored logo; without `updated_at` it is the default one. */
export type Logo = { url: string; updated_at?: string; updated_by?: string }

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

export const brandingQueries = {
  logo: queryOptions({
    queryKey: ['settings', logoKey],
    queryFn: async ({ signal }): Promise<Logo> => {
      const { data } = await supabase
        .from('app_settings')
        .select('value, updated_at, updated_by')
        .eq('key', logoKey)
        .abortSignal(signal)
        .maybeSingle()
        .throwOnError()
      if (!data) return { url: defaultLogo }
      return {
        url: data.value,
        updated_at: data.updated_at,
        updated_by: await nameOf(data.updated_by, signal),
      }
    },
  }),
}

/** The logo of the e-mails, who set it and when (D24). */
export function useLogo() {
  return useQuery(brandingQueries.logo)
}

async function storeLogo(url: string) {
  await supabase.from('app_settings').upsert({ key: logoKey, value: url }).throwOnError()
}

const meta = {
  failed: () => ({ title: 'Error', description: 'The logo could not be changed. The old one stays.' }),
}

/** Makes an address or a path the logo. */
export function useUpdateLogo() {
  return useMutation({ mutationFn: storeLogo, meta })
}

/** Uploads a picture to the public bucket under a name of its own and makes it the logo: old mails keep theirs. */
export function useUploadLogo() {
  return useMutation({
    mutationFn: async (file: File) => {
      const bucket = supabase.storage.from('branding')
      const path = `email-logo-${crypto.randomUUID()}.${file.type.replace('image/', '').replace('jpeg', 'jpg')}`
      const { error } = await bucket.upload(path, file, {
        contentType: file.type,
        cacheControl: '31536000',
      })
      if (error) throw error
      const { publicUrl } = bucket.getPublicUrl(path).data
      // A backend on this site's own origin is stored as a path, so that it moves with the site.
      await storeLogo(publicUrl.replace(new RegExp(`^${window.location.origin}(?=/)`), ''))
    },
    meta,
  })
}

/** A stored path or address in full. */
export function fullUrl(url: string): string {
  return new URL(url, window.location.origin).href
}
