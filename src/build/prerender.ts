import { basename } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Plugin, type ResolvedConfig, runnerImport } from 'vite'
import { bootScript } from './boot-script.ts'
import { documentOf } from './documents.ts'
import { frameDocuments } from './frames/plugin.ts'
import { servePages } from './serve-pages.ts'
import { robots, sitemap } from './site-map.ts'
import { buildStandalone } from './standalone-build.ts'
import { staticDocument } from './static-document.ts'
import type * as Pages from './static-pages.tsx'

const source = (file: string) => fileURLToPath(new URL(file, import.meta.url))

/** Public pages without React (P1), and the app shell: a copy for each path, 404.html for the rest. */
export function prerender(): Plugin {
  let config: ResolvedConfig
  return {
    name: 'guildhall:prerender',
    enforce: 'post',
    configResolved(resolved) {
      config = resolved
    },
    transformIndexHtml: () => [{ tag: 'script', children: bootScript, injectTo: 'head-prepend' }],
    configurePreviewServer: servePages,
    generateBundle: {
      order: 'post',
      async handler(_options, bundle) {
        const { module } = await runnerImport<typeof Pages>(source('static-pages.tsx'), {
          configFile: false,
          resolve: { tsconfigPaths: config.resolve.tsconfigPaths },
        })
        const pages = module.renderPages()
        const emit = (fileName: string, text: string | Uint8Array) =>
          this.emitFile({ type: 'asset', fileName, source: text })

        const shell = bundle['index.html']
        if (shell?.type !== 'asset') throw new Error('The build made no index.html')
        const app = String(shell.source)
        emit('app.html', app)
        const documents = await frameDocuments(config, app, bundle)
        for (const [path, html] of documents) emit(`${documentOf(path).slice(1)}.html`, html)
        delete bundle['index.html']

        const { css, script, assets } = await buildStandalone(config, source('public-script.ts'), pages)
        for (const [name, text] of assets) if (!bundle[name]) emit(name, text)
        const site = config.env.VITE_SITE_URL
        for (const page of pages) {
          const name = page.path === '/' ? 'index.html' : `${basename(page.path)}.html`
          emit(name, staticDocument(page, { css, script, site }))
        }
        emit('robots.txt', robots(site))
        if (site) emit('sitemap.xml', sitemap(site, pages))
      },
    },
  }
}
