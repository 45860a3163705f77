/** Is this a key that passes by every policy: a secret one, or a token of another role than `anon`, or of one that cannot be read. */
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
