import type { Socket } from 'node:net'
import type { PoolClient } from 'pg'

/** No statement of the API may answer more. */
const MAX_ANSWER_BYTES = 8 * 1024 * 1024

/** What REST answers with 413; the state says so. */
class AnswerTooLarge extends Error {
  readonly code = 'PT413'
  readonly severity = 'ERROR'
}

export type AnswerSize = { begin(): void; reason(error: unknown): unknown; stop(): void }

/** Ends a session whose statement answers too much, while the answer arrives: lite would hold it several times in memory. */
export function limitAnswers(session: PoolClient): AnswerSize {
  const { stream } = (session as unknown as { connection: { stream: Socket } }).connection
  let size = 0
  const count = (chunk: Buffer) => {
    size += chunk.length
    if (size > MAX_ANSWER_BYTES) stream.destroy()
  }
  stream.on('data', count)
  return {
    begin: () => {
      size = 0
    },
    reason: (error) => (size > MAX_ANSWER_BYTES ? new AnswerTooLarge('answer_too_large') : error),
    stop: () => void stream.off('data', count),
  }
}
