import { configReader, notConfigured, type Read } from '../_shared/config.ts'
import { callFunction } from '../_shared/rpc.ts'

export type Config = {
  supabaseUrl: string
  /** A publishable key of the project. */
  key: string
  /** Where people are redirected. */
  siteUrl: string
}

/** The configuration in the function's secrets (docs/deploy.md), or the names of those that are missing. */
export function readConfig(read: Read): Config | { missing: string[] } {
  const { missing, need, publicKey, siteUrl } = configReader(read)
  const config = {
    supabaseUrl: need('SUPABASE_URL'),
    key: publicKey(),
    siteUrl: siteUrl(),
  }
  return missing.length > 0 ? { missing } : config
}

/**
 * Handles the POST of an email client's button (RFC 8058), which has no parameters but those of the link. A GET changes nothing
 * and is redirected to the page of the site.
 */
export function createHandler(
  config: Config | { missing: string[] },
): (request: Request) => Promise<Response> {
  if ('missing' in config) return notConfigured(config)
  return async (request) => {
    const token = new URL(request.url).searchParams.get('token') ?? ''
    if (request.method === 'GET' || request.method === 'HEAD') {
      const page = `${config.siteUrl}/unsubscribe?token=${encodeURIComponent(token)}`
      return new Response(null, { status: 303, headers: { location: page } })
    }
    if (request.method !== 'POST') return new Response(null, { status: 405 })
    const form = await request.formData().catch(() => undefined)
    if (form?.get('List-Unsubscribe') !== 'One-Click') return refuse('not_one_click')
    // As private.unsubscribe_token() makes them: the database cannot even compare a NUL.
    if (!/^[\w.-]+$/.test(token)) return refuse('invalid_token')
    const ok = await unsubscribe(config, token).catch(() => undefined)
    if (ok === undefined) return Response.json({ error: 'unavailable' }, { status: 503 })
    return ok ? Response.json({ state: 'unsubscribed' }) : refuse('invalid_token')
  }
}

const refuse = (error: string) => Response.json({ error }, { status: 400 })

async function unsubscribe(project: Config, p_token: string): Promise<boolean> {
  const [row] = await callFunction<{ ok: boolean }[]>(project, 'unsubscribe', { p_token })
  return row?.ok === true
}
