import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { PreviewServer } from 'vite'
import { headersFor } from './policy.ts'

/** Applies the rules of `_redirects` as Netlify and Cloudflare Pages do. */
export function rewrite(rules: string, pathname: string): string {
  for (const [, start = '', to = ''] of rules.matchAll(/^(\S+\/):id\s+(\S+)\s+200$/gm)) {
    const id = pathname.startsWith(start) ? pathname.slice(start.length) : ''
    if (id !== '' && !id.includes('/')) return to
  }
  return pathname
}

/** As a static host: /terms is terms.html, /dashboard/orders/1 what `_redirects` names, an unknown path 404.html; with `_headers`. */
export function servePages({ config, middlewares }: PreviewServer) {
  const folder = resolve(config.root, config.build.outDir)
  const read = (name: string) => readFileSync(join(folder, name), 'utf8')
  const proxied = Object.keys(config.preview.proxy ?? {}).map((pattern) => new RegExp(pattern))
  middlewares.use((request, response, next) => {
    const { pathname, search } = new URL(request.url ?? '/', 'http://localhost')
    // The backend has documents and headers of its own.
    if (proxied.some((pattern) => pattern.test(pathname))) return next()
    for (const [name, value] of headersFor(read('_headers'), pathname)) response.setHeader(name, value)
    const path = rewrite(read('_redirects'), pathname.replace(/\/+$/, ''))
    if (path === '') return next()
    if (existsSync(join(folder, `${path}.html`))) request.url = `${path}.html${search}`
    else if (!existsSync(join(folder, path)) && request.headers.accept?.includes('text/html'))
      return void response.writeHead(404, { 'content-type': 'text/html' }).end(read('404.html'))
    next()
  })
}
