import type { Socket } from 'node:net'
import type { PoolClient } from 'pg'

/** The limit of one statement of the API. */
const MAX_RESPONSE_BYTES = 8 * 1024 * 1024

/** REST responds with 413, which its code states. */
class ResponseTooLarge extends Error {
  readonly code = 'PT413'
  readonly severity = 'ERROR'
}

export type ResponseSize = { begin(): void; reason(error: unknown): unknown; stop(): void }

/** Ends a session whose statement returns too much while it arrives: lite would hold it in memory several times. */
export function limitResponses(session: PoolClient): ResponseSize {
  const { stream } = (session as unknown as { connection: { stream: Socket } }).connection
  let size = 0
  const count = (chunk: Buffer) => {
    size += chunk.length
    if (size > MAX_RESPONSE_BYTES) stream.destroy()
  }
  stream.on('data', count)
  return {
    begin: () => {
      size = 0
    },
    reason: (error) => (size > MAX_RESPONSE_BYTES ? new ResponseTooLarge('response_too_large') : error),
    stop: () => void stream.off('data', count),
  }
}
