import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { PreviewServer } from 'vite'
import { rewrite } from './documents.ts'

/** As a static host: /terms is terms.html, /dashboard/orders/1 what `_redirects` names, an unknown path 404.html. */
export function servePages(server: PreviewServer) {
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
