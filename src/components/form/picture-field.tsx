import { ImageUp } from 'lucide-react'
import { useState } from 'react'
import { type Picture, PictureProblem, pictureTypes, readPictureFile } from '@/lib/picture-file'
import { Field, type FieldProps } from './field'
import { FileDrop } from './file-drop'

type Props = Pick<FieldProps, 'label' | 'hint' | 'error'> & {
  limit: number
  busy: boolean
  onPicture: (picture: Picture) => void
}

/** Accepts a picture whose bytes match its type (D24). */
export function PictureField({ label, hint, error, limit, busy, onPicture }: Props) {
  const [problem, setProblem] = useState<string>()

  async function handleFile(file: File) {
    try {
      const picture = await readPictureFile(file, limit)
      setProblem(undefined)
      onPicture(picture)
    } catch (refused) {
      if (!(refused instanceof PictureProblem)) throw refused
      setProblem(refused.message)
    }
  }

  return (
    <Field label={label} hint={hint} error={problem ?? (busy ? undefined : error)}>
      {(linked) => (
        <FileDrop
          linked={linked}
          icon={ImageUp}
          accept={pictureTypes}
          busy={busy}
          onFile={(file) => void handleFile(file)}
        />
      )}
    </Field>
  )
}
