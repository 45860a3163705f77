import { useEffect, useRef } from 'react'
import { removeBenefitPictures, useUploadBenefitPicture } from '@/entities/benefits/pictures'
import { errorCode, explainError } from '@/lib/errors'
import type { Picture } from '@/lib/picture-file'

/** On close, removes uploads, except those of an attempted save: a benefit may refer to them. */
export function usePictureUpload(onAddress: (address: string) => void) {
  const upload = useUploadBenefitPicture()
  const unusedUploads = useRef<string[]>([])
  const open = useRef(true)

  useEffect(() => {
    open.current = true
    return () => {
      open.current = false
      void removeBenefitPictures(unusedUploads.current)
    }
  }, [])

  async function setPicture(picture: Picture) {
    const address = await upload.mutateAsync(picture).catch(() => undefined)
    if (address === undefined) return
    if (!open.current) return removeBenefitPictures([address])
    unusedUploads.current.push(address)
    onAddress(address)
  }

  return {
    setPicture,
    uploading: upload.isPending,
    problem: upload.isError ? uploadMessage(upload.error) : undefined,
    keep(address: string) {
      unusedUploads.current = unusedUploads.current.filter((one) => one !== address)
    },
  }
}

function uploadMessage(error: Error): string {
  const failed = 'The picture could not be uploaded. Everything you typed is still here: choose it again.'
  return errorCode(error) === 'offline' ? (explainError(error) ?? failed) : failed
}
