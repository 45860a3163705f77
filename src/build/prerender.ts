import { existsSync, readFileSync } from 'node:fs'
import { basename, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Plugin, type PreviewServer, type ResolvedConfig, runnerImport } from 'vite'
import { frameDocuments } from './frames/plugin.ts'
import { buildStandalone } from './standalone-build.ts'
import { bootScript, robots, sitemap, staticDocument } from './static-document.ts'
import type * as Pages from './static-pages.tsx'

/** /dashboard/orders/:id -> /dashboard/order: one document for every id. */
export function documentOf(path: string): string {
  return path.replace(/s\/:id$/, '')
}

/** Applies the rules of `_redirects` as Netlify and Cloudflare Pages do. */
export function rewrite(rules: string, pathname: string): string {
  for (const line of rules.split('\n')) {
    const [from = '', to = '', status] = line.trim().split(/\s+/)
    if (status !== '200' || !from.endsWith('/:id')) continue
    const rest = pathname.startsWith(from.slice(0, -3)) ? pathname.slice(from.length - 3) : ''
    if (rest !== '' && !rest.includes('/')) return to
  }
  return pathname
}

/** As a static host: /terms is terms.html, /dashboard/orders/1 what `_redirects` names, an unknown path 404.html. */
function servePages(server: PreviewServer) {
  const folder = resolve(server.config.root, server.config.build.outDir)
  server.middlewares.use((request, response, next) => {
    const { pathname, search } = new URL(request.url ?? '/', 'http://localhost')
    const path = rewrite(readFileSync(join(folder, '_redirects'), 'utf8'), pathname.replace(/\/+$/, ''))
    if (path === '') return next()
    if (existsSync(join(folder, `${path}.html`))) request.url = `${path}.html${search}`
    else if (!existsSync(join(folder, path)) && request.headers.accept?.includes('text/html')) {
      response.writeHead(404, { 'content-type': 'text/html' }).end(readFileSync(join(folder, '404.html')))
      return
    }
    next()
  })
}

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
