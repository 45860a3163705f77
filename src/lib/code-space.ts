/** What to try after a miss with a code that has a space inside; undefined where it has none. */
export function spaceAdvice(code: string): string | undefined {
  return /\s/.test(code.trim()) ? 'Check the space in the code.' : undefined
}
