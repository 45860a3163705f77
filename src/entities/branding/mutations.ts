import { useMutation, useQueryClient } from '@tanstack/react-query'
import { storePicture } from '@/entities/benefits/pictures'
import { brandingKeys, emailLogoUrlKey, fullUrl, logoUrlKey } from '@/entities/branding/branding'
import { fetchLogo, uploadEmailLogo } from '@/entities/branding/email-logo'
import { emailLogoFailure, emailLogoUncertain, logoFailure } from '@/entities/branding/messages'
import { type Picture, PictureProblem } from '@/lib/picture-file'
import { supabase } from '@/lib/supabase'

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

function useLogoChange<Input>(mutationFn: (input: Input) => Promise<void>, sentence: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn,
    onError: () => void client.invalidateQueries({ queryKey: brandingKeys.all }),
    meta: {
      failed: (error) => ({
        title: 'Error',
        description: error instanceof EmailLogoUncertain ? emailLogoUncertain : sentence,
      }),
    },
  })
}

async function readable(url: string): Promise<Picture | undefined> {
  try {
    return await fetchLogo(fullUrl(url))
  } catch (error) {
    if (error instanceof PictureProblem) return undefined
    throw error
  }
}

/** Sets the logo by URL or path, and in the emails if the browser can fetch it. */
export function useUpdateLogo() {
  return useLogoChange(async (url: string) => change(url, await readable(url)), logoFailure)
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
