import clsx from 'clsx'
import { File as FileIcon, ImageUp, type LucideIcon, RotateCcw, Trash2, Upload, X } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { Button, Ring } from '@/components/ui/button'
import { type Picture, PictureProblem, pictureTypes, readPictureFile } from '@/lib/picture-file'
import { type FileFacts, fileFacts, formatSize } from '@/lib/save-file'
import { Field, type FieldProps, type LinkedControl } from './field'

type Props = {
  linked: LinkedControl
  icon: LucideIcon
  accept?: string
  busy?: boolean
  onFile: (file: File) => void
}

export function FileDrop({ linked, icon: Icon, accept, busy = false, onFile }: Props) {
  const [isDraggedOver, setDraggedOver] = useState(false)
  useEffect(preventDropNavigation, [])
  return (
    <div
      className={clsx(
        'relative grid justify-items-center gap-1.5 rounded border border-dashed px-4 py-6 text-center transition-colors focus-within:outline-2 focus-within:outline-offset-2 focus-within:outline-focus hover:border-accent hover:bg-accent-soft',
        isDraggedOver ? 'border-accent bg-accent-soft' : 'border-line-control bg-surface',
      )}
    >
      <input
        {...linked}
        type="file"
        accept={accept}
        aria-disabled={busy || undefined}
        className="absolute inset-0 cursor-pointer opacity-0"
        onDragEnter={() => setDraggedOver(true)}
        onDragLeave={() => setDraggedOver(false)}
        onDrop={() => setDraggedOver(false)}
        onChange={({ target }) => {
          const file = target.files?.[0]
          if (file && !busy) onFile(file)
          target.value = ''
        }}
      />
      {busy ? <Ring className="size-6 text-accent" /> : <Icon className="size-6 text-accent" />}
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
  )
}

/** A file dropped beside the field would replace the page, and the form would be lost. */
function preventDropNavigation() {
  function preventDrop(event: DragEvent) {
    const onField = event.target instanceof HTMLInputElement && event.target.type === 'file'
    if (!onField && event.dataTransfer?.types.includes('Files')) event.preventDefault()
  }
  document.addEventListener('dragover', preventDrop)
  document.addEventListener('drop', preventDrop)
  return () => {
    document.removeEventListener('dragover', preventDrop)
    document.removeEventListener('drop', preventDrop)
  }
}

type FileUploadProps = {
  label: string
  /** Replaced by a problem. */
  hint?: string
  file?: FileFacts
  sent?: number
  problem?: string
  onChoose: (file: File) => void
  onCancel: () => void
  /** Only for a failed upload that can be repeated. */
  onRetry?: () => void
  onRemove: () => void
}

export function FileUpload({ label, hint, problem, ...upload }: FileUploadProps) {
  const box = useRestoreFocus(upload.file !== undefined)
  return (
    <Field label={label} hint={hint} error={problem}>
      {(linked) => (
        <div ref={box}>
          {upload.file ? (
            <fieldset
              id={linked.id}
              aria-label={label}
              aria-describedby={linked['aria-describedby']}
              className="flex flex-wrap items-center gap-x-3.5 gap-y-3 rounded border bg-surface px-4 py-3"
            >
              <FileIcon strokeWidth={1.3} className="size-7 flex-none text-ink-muted" />
              <Uploaded {...upload} file={upload.file} failed={problem !== undefined} />
            </fieldset>
          ) : (
            <FileDrop linked={linked} icon={Upload} onFile={upload.onChoose} />
          )}
        </div>
      )}
    </Field>
  )
}

type UploadedProps = Omit<FileUploadProps, 'label' | 'hint' | 'problem'> & {
  file: FileFacts
  failed: boolean
}

function Uploaded({ file, sent, failed, onCancel, onRetry, onRemove }: UploadedProps) {
  const busy = sent !== undefined
  return (
    <>
      <div className="min-w-40 flex-1">
        <div className="font-semibold [overflow-wrap:anywhere]">{file.name}</div>
        <div className="figures text-ink-muted">
          {busy ? `${formatSize(sent)} of ${formatSize(file.size)}` : fileFacts(file)}
        </div>
        {busy ? <Progress label={`Uploading ${file.name}`} value={sent} max={file.size} /> : null}
        <span role="status" className="sr-only">
          {busy ? 'Uploading' : failed ? 'Not uploaded' : 'Uploaded'}
        </span>
      </div>
      <div className="flex gap-2 max-md:w-full max-md:*:flex-1">
        {onRetry ? (
          <Button size="sm" icon={<RotateCcw />} onClick={onRetry}>
            Retry
          </Button>
        ) : null}
        {/* One button, which keeps the focus when the upload ends. */}
        <Button
          size="sm"
          variant="quiet"
          icon={busy ? <X /> : <Trash2 />}
          onClick={busy ? onCancel : onRemove}
        >
          {busy ? 'Cancel' : 'Remove'}
        </Button>
      </div>
    </>
  )
}

function Progress({ label, value, max }: { label: string; value: number; max: number }) {
  // The request is slightly larger than the file.
  const percent = Math.min(100, Math.floor((100 * value) / max))
  return (
    <div
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={percent}
      className="mt-2 h-2 rounded-[1px] bg-line"
    >
      <div className="h-full rounded-[1px] bg-accent" style={{ width: `${percent}%` }} />
    </div>
  )
}

/** Choosing and removing replace the focused control. */
function useRestoreFocus(chosen: boolean) {
  const box = useRef<HTMLDivElement>(null)
  const before = useRef(chosen)
  useEffect(() => {
    if (before.current === chosen) return
    before.current = chosen
    if (document.activeElement !== document.body) return
    box.current?.querySelector<HTMLElement>('input, button')?.focus()
  }, [chosen])
  return box
}

type PictureFieldProps = Pick<FieldProps, 'label' | 'hint' | 'error'> & {
  limit: number
  busy: boolean
  onPicture: (picture: Picture) => void
}

/** Accepts a picture whose bytes match its type (D24). */
export function PictureField({ label, hint, error, limit, busy, onPicture }: PictureFieldProps) {
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
