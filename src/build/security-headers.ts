import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { Plugin, PreviewServer, ResolvedConfig } from 'vite'
import { headersFor, parseHeaders } from './headers.ts'
import { fillHeaders, fillRedirects } from './policy.ts'
import { isSecretKey } from './secret-key.ts'

/**
 * Security headers (docs/security.md): writes the hashes of what stands inside the pages into dist/_headers, the
 * project into dist/_redirects, and lets `vite preview` send the very same headers.
 */
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
        // A dev server and a test run end with this as well, maybe while a build is writing.
        if (config.command !== 'build' || !existsSync(join(config.root, config.build.outDir, 'app.html')))
          return
        const folder = resolve(config.root, config.build.outDir)
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
    for (const [name, value] of headersFor(parseHeaders(readFileSync(file, 'utf8')), pathname)) {
      response.setHeader(name, value)
    }
    next()
  })
}
