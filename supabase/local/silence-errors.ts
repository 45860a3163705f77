let patched = false

/**
 * Hides what lite prints for refused statements, which the response reports as well, and for uploads that the client cancels.
 */
export function silenceExpectedErrors(): void {
  if (patched) return
  patched = true
  const { error } = console
  console.error = (...args: unknown[]) => {
    if (!args.some(isRefusal)) error(...args)
  }
}

function isRefusal(value: unknown): boolean {
  if (!(value instanceof Error)) return false
  const isCancelled = 'code' in value && value.code === 'ECONNRESET'
  return 'severity' in value || isCancelled
}
