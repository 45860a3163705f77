import { BodyTooLarge } from './bodies.ts'

let patched = false

/** lite prints every statement that Postgres refuses and every body that is cut off, with its stack; the client gets the same in the answer. */
export function hideRefusals(): void {
  if (patched) return
  patched = true
  const { error } = console
  console.error = (...args: unknown[]) => {
    if (!args.some(isRefusal)) error(...args)
  }
}

function isRefusal(value: unknown): boolean {
  return value instanceof Error && ('severity' in value || value instanceof BodyTooLarge)
}
