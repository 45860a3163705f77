import { File as FileIcon, RotateCcw, Trash2, Upload, X } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { Button } from '@/components/ui/button'
import { type FileFacts, fileFacts, formatSize } from '@/lib/file-size'
import { Field } from './field'
import { FileDrop } from './file-drop'

type Props = {
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

export function FileUpload({ label, hint, problem, ...upload }: Props) {
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
              <FileIcon aria-hidden="true" strokeWidth={1.3} className="size-7 flex-none text-ink-muted" />
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

type UploadedProps = Omit<Props, 'label' | 'hint' | 'problem'> & { file: FileFacts; failed: boolean }

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
          <Button size="sm" icon={<RotateCcw aria-hidden="true" />} onClick={onRetry}>
            Retry
          </Button>
        ) : null}
        {/* One button, which keeps the focus when the upload ends. */}
        <Button
          size="sm"
          variant="quiet"
          icon={busy ? <X aria-hidden="true" /> : <Trash2 aria-hidden="true" />}
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
