import { readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { type Plugin, type ResolvedConfig, runnerImport } from 'vite'
import { sessionStorageKey, themeStorageKey } from '../lib/storage-keys.ts'
import { serviceWorker } from '../service-worker/build.ts'
import { frameDocuments } from './frames/plugin.ts'
import type * as Rendered from './frames/render.tsx'
import { fillHeaders, fillRedirects, isSecretKey } from './policy.ts'
import { servePages } from './preview.ts'
import { buildStandalone } from './standalone-build.ts'
import { staticDocument } from './static-document.ts'

/** /dashboard/orders/:id -> /dashboard/order: one document for every id. */
export const documentOf = (path: string) => path.replace(/s\/:id$/, '')

const source = (file: string) => join(import.meta.dirname, file)

/** Renders all pages, without browser, session and backend. */
async function renderPages(config: ResolvedConfig) {
  const replacement = source('frames/stubs.ts')
  const { module } = await runnerImport<typeof Rendered>(source('frames/render.tsx'), {
    configFile: false,
    resolve: {
      tsconfigPaths: config.resolve.tsconfigPaths,
      alias: [
        // Frames have a style sheet of their own.
        { find: /^\.+\/.*\.css$/, replacement },
        { find: /^@\/(lib\/(supabase|connection|env)|entities\/session\/session)$/, replacement },
      ],
    },
  })
  return module
}

/** Public pages without React (P1), a document for each path of the app, 404.html for the rest, the service worker and the headers. */
export function prerender(): Plugin {
  let config: ResolvedConfig
  return {
    name: 'guildhall:prerender',
    enforce: 'post',
    configResolved(resolved) {
      config = resolved
      if (isSecretKey(String(resolved.env.VITE_SUPABASE_ANON_KEY ?? ''))) {
        throw new Error(
          'VITE_SUPABASE_ANON_KEY is a secret key, and every visitor would have it: use the publishable one.',
        )
      }
    },
    transformIndexHtml: () => [{ tag: 'script', children: bootScript, injectTo: 'head-prepend' }],
    configurePreviewServer: servePages,
    generateBundle: {
      order: 'post',
      async handler(_options, bundle) {
        const shell = bundle['index.html']
        if (shell?.type !== 'asset') throw new Error('The build made no index.html')
        delete bundle['index.html']
        const app = String(shell.source)
        const emit = (fileName: string, text: string | Uint8Array) =>
          this.emitFile({ type: 'asset', fileName, source: text })
        emit('sw.js', await serviceWorker(config, app, bundle))

        const { frames, pages } = await renderPages(config)
        const documents = new Map([['app.html', app]])
        for (const [path, html] of await frameDocuments(config, app, bundle, frames))
          documents.set(`${documentOf(path).slice(1)}.html`, html)
        const markup = pages.map((page) => page.markup).join('')
        const { css, code, fileName, files } = await buildStandalone(
          config,
          source('public-script.ts'),
          markup,
        )
        emit(fileName, code)
        for (const file of files) if (!bundle[file.fileName]) emit(file.fileName, file.source)
        const { VITE_SITE_URL: site, VITE_SUPABASE_URL: backend } = config.env
        for (const page of pages) {
          const name = page.path === '/' ? 'index' : basename(page.path)
          documents.set(`${name}.html`, staticDocument(app, page, { css, script: `/${fileName}`, site }))
        }
        for (const [name, html] of documents) emit(name, html)

        const read = (name: string) => readFileSync(join(config.publicDir, name), 'utf8')
        emit('_headers', fillHeaders(read('_headers'), [...documents.values()], backend))
        emit('_redirects', fillRedirects(read('_redirects'), backend))
      },
    },
  }
}

/** Sets theme and session classes before the first paint. */
const bootScript = `try{let c=document.documentElement.classList,s=localStorage,t=s.getItem('${themeStorageKey}');if(t=='light'||t=='dark')c.add(t);if(s.getItem('${sessionStorageKey}'))c.add('signed-in')}catch{}`
