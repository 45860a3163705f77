import { BodyTooLarge } from './bodies.ts'

let patched = false

/** Hides what lite prints for refused statements and oversized bodies, which the response reports as well. */
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
