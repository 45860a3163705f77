import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { Plugin, PreviewServer, ResolvedConfig } from 'vite'
import { fillHeaders, fillRedirects, headersFor, parseHeaders } from './policy.ts'

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

/** Writes dist/_headers and dist/_redirects; `vite preview` sends the same headers (docs/security.md). */
export function securityHeaders(): Plugin {
  let config: ResolvedConfig
  return {
    name: 'guildhall:security-headers',
    enforce: 'post',
    configResolved(resolved) {
      config = resolved
      if (isSecretKey(String(resolved.env.VITE_SUPABASE_ANON_KEY ?? ''))) {
        throw new Error(
          'VITE_SUPABASE_ANON_KEY is a secret key, and every visitor would have it: use the publishable one.',
        )
      }
    },
    configurePreviewServer: sendHeaders,
    closeBundle: {
      order: 'post',
      sequential: true,
      handler() {
        const folder = resolve(config.root, config.build.outDir)
        // Also called by dev servers and test runs, perhaps during a build.
        if (config.command !== 'build' || !existsSync(join(folder, 'app.html'))) return
        const read = (name: string) => readFileSync(join(folder, name), 'utf8')
        const documents = readdirSync(folder, { recursive: true, encoding: 'utf8' })
          .filter((name) => /\.(html|svg)$/.test(name))
          .map(read)
        const backend = config.env.VITE_SUPABASE_URL
        writeFileSync(join(folder, '_headers'), fillHeaders(read('_headers'), documents, backend))
        writeFileSync(join(folder, '_redirects'), fillRedirects(read('_redirects'), backend))
      },
    },
  }
}

function sendHeaders(server: PreviewServer) {
  const file = join(resolve(server.config.root, server.config.build.outDir), '_headers')
  server.middlewares.use((request, response, next) => {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost')
    if (isProxied(server, pathname)) return next()
    for (const [name, value] of headersFor(parseHeaders(readFileSync(file, 'utf8')), pathname)) {
      response.setHeader(name, value)
    }
    next()
  })
}

/** Whether the preview server leaves a path to the backend, whose documents and headers are its own. */
export function isProxied({ config }: PreviewServer, path: string): boolean {
  return Object.keys(config.preview.proxy ?? {}).some((pattern) => new RegExp(pattern).test(path))
}
