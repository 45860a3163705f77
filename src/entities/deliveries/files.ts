import { notAdmin } from '@/entities/shared/write-errors'
import { env } from '@/lib/env'
import { explainError } from '@/lib/errors'
import { type OnProgress, progressFetch } from '@/lib/progress-fetch'
import { formatSize } from '@/lib/save-file'
import { loadClient, withSession } from '@/lib/supabase'

const bucket = 'deliveries'

/** In bytes; enforced by the bucket (D32). */
const deliveryFileLimit = 50 * 1024 * 1024

/** A file in the bucket; name, size and type are those of the upload. */
export type DeliveryFile = { path: string; name: string; size: number; type: string }

/** Receives the bytes transferred so far; an aborted signal rejects with its reason. */
type Transfer = { onProgress: OnProgress; signal?: AbortSignal }

/** New for each upload, so that no order's file ever changes (D32). The name in it is for readers of the log. */
export function newFilePath(benefitId: string, name: string): string {
  const plain = name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[^A-Za-z0-9._-]+/g, '-')
    .replace(/\.{2,}/g, '.')
  return `${benefitId}/${crypto.randomUUID()}/${plain.slice(-100)}`
}

/** For admins. Throws FileRefusal, or what `fetch` throws. */
export async function uploadDeliveryFile(
  path: string,
  file: File,
  transfer: Transfer,
): Promise<DeliveryFile> {
  const type = file.type || 'application/octet-stream'
  const headers = {
    'content-type': type,
    'x-upsert': 'false',
    // Otherwise a member's browser could cache it after a cancellation.
    'cache-control': 'private, no-store',
  }
  await request('POST', path, transfer, headers, file)
  return { path, name: file.name, size: file.size, type }
}

/** For members with a live order, and admins. Throws like the upload. Drops the type, so that no file opens as a page. */
export async function downloadDeliveryFile({ path }: DeliveryFile, transfer: Transfer): Promise<Blob> {
  const response = await request('GET', path, transfer)
  return new Blob([await response.arrayBuffer()], { type: 'application/octet-stream' })
}

/** Ignores failures: storage keeps a file that a benefit or a live order needs. */
export async function removeDeliveryFile(path: string): Promise<void> {
  await loadClient()
    .then(({ storage }) => storage.from(bucket).remove([path]))
    .catch(() => undefined)
}

/** Storage's API without the client, which reports no progress and cannot cancel. TUS would need a library. */
async function request(
  method: string,
  path: string,
  { onProgress, signal }: Transfer,
  headers: Record<string, string> = {},
  body?: File,
): Promise<Response> {
  const send = withSession(progressFetch(onProgress))
  const url = `${env.supabaseUrl}/storage/v1/object/${bucket}/${encodeURI(path)}`
  const response = await send(url, { method, headers, body, signal })
  if (response.ok) return response
  throw await FileRefusal.from(response)
}

/** `status` is HTTP's, also where storage sends 400 and the real one in the body. */
class FileRefusal extends Error {
  readonly status: number
  readonly code: string | undefined

  constructor(message: string, status: number, code?: string) {
    super(message)
    this.status = status
    this.code = code
  }

  static async from(response: Response): Promise<FileRefusal> {
    // A gateway's page instead of storage's response: the request may have been processed.
    const gateway = { code: response.status >= 500 ? 'unreachable' : undefined }
    const { message = '', statusCode, code } = await response.json().catch(() => gateway)
    return new FileRefusal(message, Number(statusCode) || response.status, code)
  }
}

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
