export type Read = (name: string) => string | undefined

/** Reads a function's secrets (docs/deploy.md), and collects the names of those that are missing. */
export function configReader(read: Read) {
  const missing: string[] = []
  const need = (name: string): string => {
    const value = read(name)?.trim()
    if (!value) missing.push(name)
    return value ?? ''
  }
  return { need, missing }
}

/** A key of the project: Supabase gives a function its keys by name, and older projects a single one. */
export function projectKey(
  read: Read,
  name: 'SUPABASE_SECRET_KEYS' | 'SUPABASE_PUBLISHABLE_KEYS',
): string | undefined {
  try {
    const keys: Record<string, string> = JSON.parse(read(name) ?? '{}')
    return keys.default ?? Object.values(keys)[0]
  } catch {
    return undefined
  }
}
