/** Advice after a miss with a code that contains a space. */
export function codeSpaceHint(code: string): string | undefined {
  return /\s/.test(code.trim()) ? 'Check the space in the code.' : undefined
}
