import { ImageUp } from 'lucide-react'
import { type ComponentProps, useEffect, useRef, useState } from 'react'
import { TextField } from '@/components/form/text-field'
import { buttonStyle, Ring } from '@/components/ui/button'
import {
  benefitPictureLimit,
  removeBenefitPictures,
  useUploadBenefitPicture,
} from '@/entities/benefits/pictures'
import { errorCode, explainError } from '@/lib/errors'
import { PictureProblem, pictureTypes, readPictureFile } from '@/lib/picture-file'

/** On close, removes uploads, except those of an attempted save: a benefit may refer to them. */
export function usePictureUpload(onAddress: (address: string) => void) {
  const upload = useUploadBenefitPicture()
  const unusedUploads = useRef<string[]>([])
  const open = useRef(true)
  const [refusal, setRefusal] = useState<string>()

  useEffect(() => {
    open.current = true
    return () => {
      open.current = false
      void removeBenefitPictures(unusedUploads.current)
    }
  }, [])

  async function choose(file: File) {
    setRefusal(undefined)
    try {
      const address = await upload.mutateAsync(await readPictureFile(file, benefitPictureLimit))
      if (!open.current) return await removeBenefitPictures([address])
      unusedUploads.current.push(address)
      onAddress(address)
    } catch (error) {
      setRefusal(error instanceof PictureProblem ? error.message : uploadMessage(error))
    }
  }

  return {
    choose,
    uploading: upload.isPending,
    problem: refusal,
    keep(address: string) {
      unusedUploads.current = unusedUploads.current.filter((one) => one !== address)
    },
  }
}

type Props = Omit<ComponentProps<typeof TextField>, 'label'> & {
  picture: ReturnType<typeof usePictureUpload>
}

/** An address, or an upload, which fills it in. */
export function PictureInput({ picture, error, ...field }: Props) {
  const { uploading, problem, choose } = picture
  return (
    <div className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-2">
      <TextField
        label="Image URL"
        mark="(optional)"
        inputMode="url"
        placeholder="https:// or /path"
        hint={
          uploading ? (
            <span role="status">Uploading...</span>
          ) : (
            'PNG, JPEG, GIF or WebP up to 1 MB, best 16:10.'
          )
        }
        error={problem ?? error}
        {...field}
      />
      <span
        title="Upload a picture"
        className={buttonStyle({
          className:
            'relative mt-[26px] w-10 self-start !px-0 focus-within:outline-2 focus-within:outline-offset-2 focus-within:outline-focus max-md:size-12',
        })}
      >
        {uploading ? <Ring className="size-[18px]" /> : <ImageUp />}
        <input
          type="file"
          aria-label="Upload a picture"
          accept={pictureTypes}
          aria-disabled={uploading || undefined}
          className="absolute inset-0 cursor-pointer opacity-0 file:cursor-pointer"
          onChange={({ target }) => {
            const file = target.files?.[0]
            if (file && !uploading) void choose(file)
            target.value = ''
          }}
        />
      </span>
    </div>
  )
}

function uploadMessage(error: unknown): string {
  const failed = 'The picture could not be uploaded. Everything you typed is still here: choose it again.'
  return errorCode(error) === 'offline' ? (explainError(error) ?? failed) : failed
}
