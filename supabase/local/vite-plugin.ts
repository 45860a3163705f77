import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import {
  type ConfigEnv,
  loadEnv,
  type Plugin,
  type PreviewServer,
  type ProxyOptions,
  type ViteDevServer,
} from 'vite'
import { PUBLISHABLE_KEY } from './keys.ts'
import { stopWhenOrphaned } from './orphan.ts'
import { dataFolder, PROJECT_DIR } from './paths.ts'
import { type BackendChild, startBackendChild } from './vite/child.ts'

/**
 * Brings the embedded backend up with `vite` and `vite preview`, on the app's own origin. `folder` is another data folder than the
 * one of this checkout. Does nothing when VITE_SUPABASE_URL names a hosted project, and nothing under Vitest.
 */
export function embeddedBackend({ command, mode }: ConfigEnv, folder?: string): Plugin | undefined {
  if (process.env.VITEST) return undefined
  const { VITE_SUPABASE_URL: url, VITE_SUPABASE_ANON_KEY: key } = loadEnv(mode, PROJECT_DIR)
  if (url && !key)
    throw new Error('VITE_SUPABASE_URL is set but VITE_SUPABASE_ANON_KEY is not: see .env.example.')
  // At once: its modules load while Vite loads its own.
  const child = url || command === 'build' ? undefined : startBackendChild(folder ?? dataFolder())
  const serve = (server: ViteDevServer | PreviewServer) => {
    if (child) attach(server, child)
  }
  return {
    name: 'guildhall:embedded-backend',
    config() {
      const proxy = child && proxyTo(child.ready)
      const embedded = !url && !(key && command === 'build')
      return {
        define: embedded ? { 'import.meta.env.VITE_SUPABASE_ANON_KEY': JSON.stringify(PUBLISHABLE_KEY) } : {},
        server: { cors: false, proxy },
        preview: { cors: false, proxy },
      }
    },
    buildStart() {
      if (this.meta.watchMode || url || command !== 'build') return
      this.warn(
        'VITE_SUPABASE_URL is not set: this build talks to its own origin, as `npm run preview` serves it.',
      )
    },
    configureServer: serve,
    configurePreviewServer: serve,
  }
}

function attach(server: ViteDevServer | PreviewServer, child: BackendChild): void {
  const http = server.httpServer as Server | null
  if (!http) return
  const end = (code?: number) => void server.close().finally(() => process.exit(code))
  http.once('listening', async () => {
    // Links in emails need the port that Vite really got.
    const origin = `http://localhost:${(http.address() as AddressInfo).port}`
    child.serve(origin, () => end(1))
    await child.ready
    server.config.logger.info(`  ➜  Inbox:   ${origin}/inbox`)
    server.config.logger.info(
      '  ➜  Sign in: admin@guildhall.test or member@guildhall.test, password guildhall-demo',
    )
  })
  // Also when Vite restarts, with the next child.
  http.once('close', () => void child.stop())
  const close = server.close.bind(server)
  server.close = async () => {
    await Promise.all([close(), child.stop()])
  }
  stopWhenOrphaned(end)
}

/** Vite's proxy for the paths of the backend. Requests before it is ready wait for `backend`. */
export function proxyTo(backend: Promise<URL>): Record<string, ProxyOptions> {
  return {
    '^/((rest|auth|storage|realtime|functions)/v1/|inbox)': {
      ws: true,
      configure(_proxy, options) {
        backend.then((url) => {
          options.target = url
        })
      },
      async bypass(req) {
        // Without a listener, a connection reset during an upgrade would end this process.
        req.socket.on('error', () => req.socket.destroy())
        await backend
      },
    },
  }
}
