import { env } from '@/lib/env'
import { type OnProgress, progressFetch } from '@/lib/progress-fetch'
import { supabase, withTokenRefresh } from '@/lib/supabase'

const bucket = 'deliveries'

/** In bytes; enforced by the bucket (D32). */
export const deliveryFileLimit = 50 * 1024 * 1024

/** A file in the bucket: where it is, and the name, size and type that it was uploaded with. */
export type DeliveryFile = { path: string; name: string; size: number; type: string }

/** Called with the bytes transferred so far; aborting the signal rejects with its reason. */
type Transfer = { onProgress: OnProgress; signal?: AbortSignal }

/** A new path for each upload, so that no order's file ever changes (D32). The name in it is for those who read the log. */
export function newFilePath(benefitId: string, name: string): string {
  const plain = name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[^A-Za-z0-9._-]+/g, '-')
    .replace(/\.{2,}/g, '.')
  return `${benefitId}/${crypto.randomUUID()}/${plain.slice(-100)}`
}

/** Uploads a file to `path`, as an admin. Throws a FileRefusal, or what a `fetch` throws. */
export async function uploadDeliveryFile(
  path: string,
  file: File,
  transfer: Transfer,
): Promise<DeliveryFile> {
  const type = file.type || 'application/octet-stream'
  const headers = {
    'content-type': type,
    'x-upsert': 'false',
    // Otherwise a member's browser could keep it beyond a cancellation.
    'cache-control': 'private, no-store',
  }
  await request('POST', path, transfer, headers, file)
  return { path, name: file.name, size: file.size, type }
}

/**
 * Reads a file, as a member with a live order for it or as an admin. Throws like the upload. The type is not that of the
 * upload, so that nothing shows the file as a page of this site.
 */
export async function downloadDeliveryFile({ path }: DeliveryFile, transfer: Transfer): Promise<Blob> {
  const response = await request('GET', path, transfer)
  return new Blob([await response.arrayBuffer()], { type: 'application/octet-stream' })
}

/** Removes an unused file. Storage keeps one that a benefit or a live order needs, and this ignores failures. */
export async function removeDeliveryFile(path: string): Promise<void> {
  await supabase.storage
    .from(bucket)
    .remove([path])
    .catch(() => undefined)
}

/**
 * The storage endpoints called directly, rather than through the client: that reports no progress and cannot be cancelled.
 * Resumable uploads (TUS) would need another library and are not worth it up to 50 MB.
 */
async function request(
  method: string,
  path: string,
  { onProgress, signal }: Transfer,
  headers: Record<string, string> = {},
  body?: File,
): Promise<Response> {
  const { session } = (await supabase.auth.getSession()).data
  const authorization = `Bearer ${session?.access_token ?? env.anonKey}`
  const send = withTokenRefresh(progressFetch(onProgress))
  const url = `${env.supabaseUrl}/storage/v1/object/${bucket}/${encodeURI(path)}`
  const all = { apikey: env.anonKey, authorization, ...headers }
  const response = await send(url, { method, headers: all, body, signal })
  if (response.ok) return response
  throw await FileRefusal.from(response)
}

/** Storage did not accept or deliver a file. `status` is HTTP's, also where storage sends 400 and the real one in the body. */
export class FileRefusal extends Error {
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
