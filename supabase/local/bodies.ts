/** The limit of a request body. */
export const MAX_BODY_BYTES = 10 * 1024 * 1024

/** Thrown to a handler that reads beyond the limit; the gateway responds for it. */
export class BodyTooLarge extends Error {}

type Bytes = ReadableStream<Uint8Array>
export type CountedBody = { stream: Bytes; exceeded(): boolean; complete(): boolean }

/** Passes `body` on until it exceeds `maxBytes`, and fails then. */
export function countBody(body: Bytes, maxBytes: number): CountedBody {
  let [size, complete] = [0, false]
  const count = new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, controller) {
      size += chunk.byteLength
      if (size > maxBytes) controller.error(new BodyTooLarge(`The body exceeds ${maxBytes} bytes.`))
      else controller.enqueue(chunk)
    },
    flush() {
      complete = true
    },
  })
  // Cancelling it would close the connection before the response is sent.
  const stream = body.pipeThrough(count, { preventCancel: true })
  return { stream, exceeded: () => size > maxBytes, complete: () => complete }
}

/** All bytes of `body`, or undefined when it exceeds `maxBytes`; the rest is not read. */
export async function readBody(body: Bytes, maxBytes: number): Promise<Buffer<ArrayBuffer> | undefined> {
  const chunks: Uint8Array[] = []
  let size = 0
  const reader = body.getReader()
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    size += part.value.byteLength
    if (size > maxBytes) {
      await reader.cancel()
      return undefined
    }
    chunks.push(part.value)
  }
  return Buffer.concat(chunks)
}

/** The refusal of a body that is too large, of which the rest is not read. */
export function bodyTooLarge(): Response {
  return Response.json({ message: 'Payload too large' }, { status: 413, headers: { connection: 'close' } })
}
