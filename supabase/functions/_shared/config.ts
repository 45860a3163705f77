export type Read = (name: string) => string | undefined

/** Reads a function's secrets (docs/deploy.md), and collects the names of those that are missing. */
export function configReader(read: Read) {
  const missing: string[] = []
  const need = (name: string): string => {
    const value = read(name)?.trim()
    if (!value) missing.push(name)
    return value ?? ''
  }
  return {
    missing,
    need,
    serviceKey: () => projectKey(read('SUPABASE_SECRET_KEYS')) ?? need('SUPABASE_SERVICE_ROLE_KEY'),
    publicKey: () => projectKey(read('SUPABASE_PUBLISHABLE_KEYS')) ?? need('SUPABASE_ANON_KEY'),
    siteUrl: () => need('SITE_URL').replace(/\/+$/, ''),
  }
}

/** The default one of keys by name, or the first; older projects have none of these. */
function projectKey(json = '{}'): string | undefined {
  try {
    const keys: Record<string, string> = JSON.parse(json)
    return keys.default ?? Object.values(keys)[0]
  } catch {
    return undefined
  }
}

/** The handler of a function whose secrets are missing. */
export const notConfigured =
  ({ missing }: { missing: string[] }) =>
  async (): Promise<Response> =>
    Response.json({ state: 'not_configured', missing }, { status: 503 })
