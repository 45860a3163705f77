import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { loadEnv, type Plugin, type PreviewServer, type UserConfig, type ViteDevServer } from 'vite'
import { PUBLISHABLE_KEY } from './keys.ts'
import { stopWhenOrphaned } from './orphan.ts'
import { dataFolder, PROJECT_DIR } from './paths.ts'
import { type BackendChild, compileBackend, startBackendChild } from './vite/child.ts'
import { refusePrivateFiles } from './vite/private-files.ts'
import { createProxy } from './vite/proxy.ts'

/** `data` is another data folder than the one of this checkout. */
export type EmbeddedBackendOptions = { data?: string }

/**
 * Brings the embedded backend up with `vite` and `vite preview`, on the app's own origin.
 * Does nothing when VITE_SUPABASE_URL names a hosted project, and nothing under Vitest.
 */
export function embeddedBackend(options: EmbeddedBackendOptions = {}): Plugin {
  let hosted = Boolean(process.env.VITEST)
  return {
    name: 'guildhall:embedded-backend',
    config(_config, { mode, command }) {
      if (process.env.VITEST) return
      const { VITE_SUPABASE_URL: url, VITE_SUPABASE_ANON_KEY: key } = loadEnv(mode, PROJECT_DIR)
      if (url && !key)
        throw new Error('VITE_SUPABASE_URL is set but VITE_SUPABASE_ANON_KEY is not: see .env.example.')
      hosted = Boolean(url)
      if (hosted || (key && command === 'build')) return OWN_PAGES
      const define = { 'import.meta.env.VITE_SUPABASE_ANON_KEY': JSON.stringify(PUBLISHABLE_KEY) }
      return { ...OWN_PAGES, define }
    },
    buildStart() {
      if (this.meta.watchMode || hosted || this.environment.config.command !== 'build') return
      this.warn(
        'VITE_SUPABASE_URL is not set: this build talks to its own origin, as `npm run preview` serves it.',
      )
    },
    configureServer: serve,
    configurePreviewServer: serve,
  }

  function serve(server: ViteDevServer | PreviewServer): void {
    const data = hosted ? undefined : (options.data ?? dataFolder())
    server.middlewares.use(refusePrivateFiles(server.config.root, data))
    if (data) attach(server, data)
  }
}

// What is served is for the pages it serves. A list of denied files replaces Vite's own, which is therefore repeated.
const OWN_PAGES: UserConfig = {
  server: {
    cors: false,
    fs: {
      deny: [
        '.env',
        '.env.*',
        '*.{crt,pem,key,p12,pfx,cer,der}',
        '.npmrc',
        '.yarnrc.yml',
        '**/.git/**',
        '**/.local/**',
      ],
    },
  },
  preview: { cors: false },
}

function attach(server: ViteDevServer | PreviewServer, data: string): void {
  const http = server.httpServer as Server | null
  if (!http) return
  const { logger } = server.config
  const compiled = compileBackend()
  let starting: Promise<BackendChild> | undefined
  const ready = new Promise<URL>((resolve) => {
    http.once('listening', async () => {
      const origin = `http://localhost:${(http.address() as AddressInfo).port}`
      // Links in emails need the port that Vite really got.
      starting = compiled.then((file) =>
        startBackendChild(file, origin, data, () => void server.close().finally(() => process.exit(1))),
      )
      const url = await (await starting).ready
      logger.info(`  ➜  Inbox:   ${origin}/inbox`)
      logger.info('  ➜  Sign in: admin@guildhall.test or member@guildhall.test, password guildhall-demo')
      resolve(url)
    })
  })
  const proxy = createProxy(ready)
  server.middlewares.use(proxy.middleware)
  http.on('upgrade', proxy.upgrade)
  const close = server.close.bind(server)
  server.close = async () => {
    await Promise.all([close(), starting?.then((child) => child.stop())])
  }
  stopWhenOrphaned(() => void server.close().finally(() => process.exit()))
}
