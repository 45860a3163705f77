import { deliveryFileLimit, FileRefusal } from '@/entities/deliveries/files'
import { notAdmin } from '@/entities/shared/not-admin'
import { explainError } from '@/lib/errors'
import { formatSize } from '@/lib/file-size'

const tooLarge = `This file is larger than ${formatSize(deliveryFileLimit)}.`

/** Undefined if the file can be uploaded. Reads a byte, because a folder looks like a file until then. */
export async function fileProblem(file: File): Promise<string | undefined> {
  if (file.size > deliveryFileLimit) return tooLarge
  const readable = await file
    .slice(0, 1)
    .arrayBuffer()
    .catch(() => undefined)
  if (!readable) return 'This file cannot be read. Choose it again.'
  return file.size === 0 ? 'This file is empty.' : undefined
}

export function uploadErrorMessage(error: unknown): string {
  const { status } = error instanceof FileRefusal ? error : {}
  if (status === 413) return tooLarge
  if (status === 403) return notAdmin
  return explainError(error) ?? 'The file was not uploaded.'
}

export function downloadErrorMessage(error: unknown): string {
  const { status } = error instanceof FileRefusal ? error : {}
  if (status === 403 || status === 404) return 'This file is no longer available to you.'
  return explainError(error) ?? 'The file was not downloaded.'
}
