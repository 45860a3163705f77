import { existsSync, readFileSync } from 'node:fs'
import { basename, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Plugin, type PreviewServer, type ResolvedConfig, runnerImport } from 'vite'
import { brand } from '../lib/brand.ts'
import { sessionStorageKey, themeStorageKey } from '../lib/storage-keys.ts'
import { attribute, frameDocuments } from './frames/plugin.ts'
import { isProxied } from './security-headers.ts'
import { serviceWorker } from './service-worker.ts'
import { buildStandalone } from './standalone-build.ts'
import type * as Pages from './static-pages.tsx'
import type { StaticPage } from './static-pages.tsx'

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
    if (isProxied(server, pathname)) return next()
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
        emit('sw.js', await serviceWorker(config, app, bundle))
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
      },
    },
  }
}

/** Sets theme and session classes before the first paint. */
const bootScript = `try{let c=document.documentElement.classList,s=localStorage,t=s.getItem('${themeStorageKey}');if(t=='light'||t=='dark')c.add(t);if(s.getItem('${sessionStorageKey}'))c.add('signed-in')}catch{}`

type Files = {
  css: string
  script: string /** VITE_SITE_URL: where the site is, for addresses that must be absolute. */
  site?: string
}

/** Style inline, markup readable without the script. */
function staticDocument(page: StaticPage, { css, script, site }: Files): string {
  const title = attribute(`${page.title} · ${brand.name}`)
  const description = attribute(page.description)
  const address = site && new URL(page.path, site).href
  const picture = site ? new URL('/og.png', site).href : '/og.png'
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<meta name="description" content="${description}">
<meta name="theme-color" content="#FBFAF7" media="(prefers-color-scheme: light)">
<meta name="theme-color" content="#151412" media="(prefers-color-scheme: dark)">
<script>${bootScript}</script>
<style>${css}</style>
<script type="module" src="${script}"></script>
<link rel="icon" href="/icon.svg" type="image/svg+xml">
<link rel="apple-touch-icon" href="/apple-touch-icon.png">
<link rel="manifest" href="/site.webmanifest">
<meta property="og:type" content="website">
<meta property="og:site_name" content="${attribute(brand.name)}">
<meta property="og:title" content="${title}">
<meta property="og:description" content="${description}">
<meta property="og:image" content="${picture}">
<meta property="og:image:width" content="1200">
<meta property="og:image:height" content="630">
<meta property="og:image:alt" content="${attribute(brand.name)}: a quiet club for people with work to do">
<meta name="twitter:card" content="summary_large_image">
${address ? `<link rel="canonical" href="${address}">\n<meta property="og:url" content="${address}">\n` : ''}</head>
<body>${page.markup}</body>
</html>
`
}
