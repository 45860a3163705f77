/** Unverified claims of an access token; undefined if it is malformed. */
export function readClaims(
  token: string,
): { sub?: string; email?: string; exp?: number; aal?: string } | undefined {
  try {
    const part = token.split('.')[1]?.replaceAll('-', '+').replaceAll('_', '/') ?? ''
    const bytes = Uint8Array.from(atob(part), (char) => char.charCodeAt(0))
    return JSON.parse(new TextDecoder().decode(bytes))
  } catch {
    return undefined
  }
}
