import { useEffect, useEffectEvent } from 'react'
import { FileUpload } from '@/components/form/file-drop'
import type { DeliveryFile } from '@/entities/deliveries/files'
import { useFileUpload } from '@/entities/deliveries/settings'

type Props = {
  benefitId: string
  saved: DeliveryFile | null
  error: string | undefined
  /** Whether a benefit may refer to the file. */
  isNeeded: (path: string) => boolean
  onChange: (file: DeliveryFile | null, busy: boolean) => void
}

/** Uploads at once; the benefit delivers the file once the settings are saved (D32). */
export function FileSetting({ benefitId, saved, error, isNeeded, onChange }: Props) {
  const { stored, field } = useFileUpload(benefitId, saved ?? undefined, isNeeded)
  const busy = field.sent !== undefined
  const path = stored?.path
  const report = useEffectEvent((_path: string | undefined, busyNow: boolean) =>
    onChange(stored ?? null, busyNow),
  )
  useEffect(() => report(path, busy), [path, busy])
  return <FileUpload label="File" hint="Up to 50 MB." {...field} problem={field.problem ?? error} />
}
