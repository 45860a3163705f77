import clsx from 'clsx'
import { ImageUp } from 'lucide-react'
import { useEffect, useState } from 'react'
import { Ring } from '@/components/ui/spinner'
import { type Picture, PictureProblem, pictureTypes, readPictureFile } from '@/lib/picture-file'
import { Field, type FieldProps } from './field'

type Props = Pick<FieldProps, 'label' | 'hint' | 'error'> & {
  /** In bytes. */
  limit: number
  busy: boolean
  onPicture: (picture: Picture) => void
}

/** Accepts a picture whose bytes match its type (D24). */
export function PictureField({ label, hint, error, limit, busy, onPicture }: Props) {
  const [problem, setProblem] = useState<string>()
  const [over, setOver] = useState(false)
  useEffect(keepThePage, [])

  async function take(file: File | undefined) {
    if (!file || busy) return
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
        <div
          className={clsx(
            'relative grid justify-items-center gap-1.5 rounded border border-dashed px-4 py-6 text-center transition-colors focus-within:outline-2 focus-within:outline-offset-2 focus-within:outline-focus hover:border-accent hover:bg-accent-soft',
            over ? 'border-accent bg-accent-soft' : 'border-line-control bg-surface',
          )}
        >
          <input
            {...linked}
            type="file"
            accept={pictureTypes}
            aria-disabled={busy || undefined}
            className="absolute inset-0 cursor-pointer opacity-0"
            onDragEnter={() => setOver(true)}
            onDragLeave={() => setOver(false)}
            onDrop={() => setOver(false)}
            onChange={({ target }) => {
              void take(target.files?.[0])
              target.value = ''
            }}
          />
          {busy ? (
            <Ring className="size-6 text-accent" />
          ) : (
            <ImageUp aria-hidden="true" className="size-6 text-accent" />
          )}
          <span role="status">
            {busy ? (
              'Uploading...'
            ) : (
              <>
                <span className="link">Choose a file</span> or drop it here
              </>
            )}
          </span>
        </div>
      )}
    </Field>
  )
}

/** Otherwise a file dropped beside the field would replace the page and lose the form. */
function keepThePage() {
  function refuse(event: DragEvent) {
    const onField = event.target instanceof HTMLInputElement && event.target.type === 'file'
    if (!onField && event.dataTransfer?.types.includes('Files')) event.preventDefault()
  }
  document.addEventListener('dragover', refuse)
  document.addEventListener('drop', refuse)
  return () => {
    document.removeEventListener('dragover', refuse)
    document.removeEventListener('drop', refuse)
  }
}
