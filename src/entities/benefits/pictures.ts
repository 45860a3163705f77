import { useMutation } from '@tanstack/react-query'
import type { Picture } from '@/lib/picture-file'
import { loadClient } from '@/lib/supabase'

type Bucket = 'benefits' | 'branding'

/** In bytes; enforced by the bucket. */
export const benefitPictureLimit = 1024 * 1024

const year = '31536000'

/** Uploads a picture to a public bucket under a unique name and returns its URL. */
export async function storePicture(bucket: Bucket, { blob, type, ending }: Picture, prefix = '') {
  const { storage } = await loadClient()
  const files = storage.from(bucket)
  const name = `${prefix}${crypto.randomUUID()}.${ending}`
  const { error } = await files.upload(name, blob, { contentType: type, cacheControl: year })
  if (error) throw error
  return siteAddress(files.getPublicUrl(name).data.publicUrl)
}

/** A backend on this site's own origin is stored as a path, so that it works on any domain. */
function siteAddress(address: string): string {
  return address.startsWith(`${window.location.origin}/`)
    ? address.slice(window.location.origin.length)
    : address
}

export function useUploadBenefitPicture() {
  return useMutation({
    mutationFn: (picture: Picture) => storePicture('benefits', picture),
    meta: { failed: 'form' },
  })
}

/** Removes unreferenced uploads. Failures are ignored: a leftover file does no harm. */
export async function removeBenefitPictures(addresses: readonly string[]): Promise<void> {
  if (addresses.length === 0) return
  const names = addresses.map((address) => address.slice(address.lastIndexOf('/') + 1))
  await loadClient()
    .then(({ storage }) => storage.from('benefits').remove(names))
    .catch(() => undefined)
}
