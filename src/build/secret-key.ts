/** Is this a key that passes by every policy: a secret one, or a token of another role than `anon`. */
export function isSecretKey(key: string): boolean {
  if (key.startsWith('sb_secret_')) return true
  const [, payload] = /^eyJ[\w-]*\.([\w-]+)\./.exec(key) ?? []
  if (!payload) return false
  try {
    return JSON.parse(Buffer.from(payload, 'base64url').toString()).role !== 'anon'
  } catch {
    return false
  }
}
