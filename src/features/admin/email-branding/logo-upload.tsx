import { ImageUp } from 'lucide-react'
import { useState } from 'react'
import { Field } from '@/components/ui/field'
import { Ring } from '@/components/ui/spinner'
import { useUploadLogo } from '@/entities/branding'
import { logoFileProblem, logoTypes } from '@/entities/branding-input'

/** Takes a picture, chosen or dropped, and makes it the logo at once. */
export function LogoUpload({ onChanged }: { onChanged: () => void }) {
  const upload = useUploadLogo()
  const [problem, setProblem] = useState<string>()

  function take(file: File | undefined) {
    if (!file || upload.isPending) return
    const found = logoFileProblem(file)
    setProblem(found)
    if (!found) upload.mutate(file, { onSuccess: onChanged })
  }

  return (
    <Field label="Upload a file" hint="Recommended: PNG format, max 200px height" error={problem}>
      {(linked) => (
        <div className="relative grid justify-items-center gap-1.5 rounded border border-dashed border-line-control bg-surface px-4 py-7 text-center transition-colors focus-within:outline-2 focus-within:outline-offset-2 focus-within:outline-focus hover:border-accent hover:bg-accent-soft">
          {/* It covers the whole field, so that a file can be dropped anywhere on it. */}
          <input
            {...linked}
            type="file"
            accept={logoTypes.join(',')}
            aria-disabled={upload.isPending || undefined}
            className="absolute inset-0 cursor-pointer opacity-0"
            onChange={({ target }) => {
              take(target.files?.[0])
              target.value = ''
            }}
          />
          {upload.isPending ? (
            <Ring className="size-6 text-accent" />
          ) : (
            <ImageUp aria-hidden="true" className="size-6 text-accent" />
          )}
          <span role="status">
            {upload.isPending ? (
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
