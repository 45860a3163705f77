import { useMutation, useQueryClient } from '@tanstack/react-query'
import { storePicture } from '@/entities/benefits/pictures'
import { brandingKeys, emailLogoUrlKey, fullUrl, logoUrlKey } from '@/entities/branding/branding'
import { fetchLogo, uploadEmailLogo } from '@/entities/branding/email-logo'
import { type Picture, PictureProblem } from '@/lib/picture-file'
import { supabase } from '@/lib/supabase'

async function set(key: string, value: string) {
  await supabase.from('app_settings').upsert({ key, value }).throwOnError()
}

/** The logo was changed, but whether the emails have it is not known. */
class MailsUncertain extends Error {}

/** The setting is written after the picture, so that it never says more than the emails show. */
async function giveToMails(url: string, picture: Picture) {
  await uploadEmailLogo(picture)
  await set(emailLogoUrlKey, url)
}

/** Stores the address first: what fails after it leaves the screen saying that the emails do not have it yet. */
async function change(url: string, picture: Picture | undefined) {
  await set(logoUrlKey, url)
  if (!picture) return
  await giveToMails(url, picture).catch((cause: unknown) => {
    throw new MailsUncertain('', { cause })
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
        description:
          error instanceof MailsUncertain
            ? 'The logo was changed, but it may not have reached the emails.'
            : sentence,
      }),
    },
  })
}

const failure = 'The logo could not be changed.'

async function readable(url: string): Promise<Picture | undefined> {
  try {
    return await fetchLogo(fullUrl(url))
  } catch (error) {
    if (error instanceof PictureProblem) return undefined
    throw error
  }
}

/** Makes an address or a path the logo; its picture goes into the emails if the browser may read it. */
export function useUpdateLogo() {
  return useLogoChange(async (url: string) => change(url, await readable(url)), failure)
}

/** Uploads a picture under a name of its own and makes it the logo, also of the emails. */
export function useUploadLogo() {
  return useLogoChange(
    async (picture: Picture) => change(await storePicture('branding', picture, 'email-logo-'), picture),
    failure,
  )
}

/** Gives the picture at an address to the emails. */
export function useUpdateEmailLogo() {
  return useLogoChange(
    async (url: string) => giveToMails(url, await fetchLogo(fullUrl(url))),
    'The logo could not be given to the emails.',
  )
}
