/** A key that bypasses row-level security: a secret key, or a token whose role is unreadable or not `anon`. */
export function isSecretKey(key: string): boolean {
  if (key.startsWith('sb_secret_')) return true
  if (!key.startsWith('eyJ')) return false
  try {
    const payload = Buffer.from(key.split('.')[1] ?? '', 'base64url').toString()
    return JSON.parse(payload).role !== 'anon'
  } catch {
    return true
  }
}
