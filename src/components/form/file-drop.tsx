import clsx from 'clsx'
import type { LucideIcon } from 'lucide-react'
import { useEffect, useState } from 'react'
import { Ring } from '@/components/ui/spinner'
import type { LinkedControl } from './field'

type Props = {
  linked: LinkedControl
  icon: LucideIcon
  accept?: string
  busy?: boolean
  onFile: (file: File) => void
}

export function FileDrop({ linked, icon: Icon, accept, busy = false, onFile }: Props) {
  const [over, setOver] = useState(false)
  useEffect(preventDropNavigation, [])
  return (
    <div
      className={clsx(
        'relative grid justify-items-center gap-1.5 rounded border border-dashed px-4 py-6 text-center transition-colors focus-within:outline-2 focus-within:outline-offset-2 focus-within:outline-focus hover:border-accent hover:bg-accent-soft',
        over ? 'border-accent bg-accent-soft' : 'border-line-control bg-surface',
      )}
    >
      <input
        {...linked}
        type="file"
        accept={accept}
        aria-disabled={busy || undefined}
        className="absolute inset-0 cursor-pointer opacity-0"
        onDragEnter={() => setOver(true)}
        onDragLeave={() => setOver(false)}
        onDrop={() => setOver(false)}
        onChange={({ target }) => {
          const file = target.files?.[0]
          if (file && !busy) onFile(file)
          target.value = ''
        }}
      />
      {busy ? (
        <Ring className="size-6 text-accent" />
      ) : (
        <Icon aria-hidden="true" className="size-6 text-accent" />
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
