/** No request may send more. */
export const MAX_BODY_BYTES = 10 * 1024 * 1024

/** What a handler that reads on meets; the gateway answers for it. */
export class BodyTooLarge extends Error {}

type Bytes = ReadableStream<Uint8Array>
export type CountedBody = { stream: Bytes; exceeded(): boolean; complete(): boolean }

/** Passes `body` on until it exceeds `most` bytes, and fails then. */
export function countBody(body: Bytes, most: number): CountedBody {
  let [size, complete] = [0, false]
  const count = new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, controller) {
      size += chunk.byteLength
      if (size > most) controller.error(new BodyTooLarge(`The body exceeds ${most} bytes.`))
      else controller.enqueue(chunk)
    },
    flush() {
      complete = true
    },
  })
  // Cancelled, it would end the connection before the answer is sent.
  const stream = body.pipeThrough(count, { preventCancel: true })
  return { stream, exceeded: () => size > most, complete: () => complete }
}

/** All bytes of `body`, or undefined when it exceeds `most`; what comes after that is not read. */
export async function readBody(body: Bytes, most: number): Promise<Buffer<ArrayBuffer> | undefined> {
  const chunks: Uint8Array[] = []
  let size = 0
  const reader = body.getReader()
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    size += part.value.byteLength
    if (size > most) {
      await reader.cancel()
      return undefined
    }
    chunks.push(part.value)
  }
  return Buffer.concat(chunks)
}

/** The refusal of a body that is too large; the rest of it is not read. */
export function bodyTooLarge(): Response {
  return Response.json({ message: 'Payload too large' }, { status: 413, headers: { connection: 'close' } })
}
