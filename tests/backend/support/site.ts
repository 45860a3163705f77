import { readFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { fillHeaders, headersFor } from '../../../src/build/policy.ts'
import { PROJECT_DIR } from '../../../supabase/local/paths.ts'

export type Reply = { status?: number; headers?: Record<string, string>; body?: string }

const page = '<html><script>1</script><style>p{}</style></html>'
const policed = fillHeaders(readFileSync(join(PROJECT_DIR, 'public/_headers'), 'utf8'), [page], undefined)

type Instead = Reply | (() => Reply)

/** A host with a page at every path but one, and a proxy to a backend; `instead` overrides its responses by path. */
export type Site = {
  origin: string
  server: Server
  instead: Map<string, Instead>
  serve(backend: string): void
}

export async function startSite(): Promise<Site> {
  let backend = ''
  const instead = new Map<string, Instead>()
  const replies = new Map<string, Reply>()
  const server = createServer(async (request, response) => {
    const { pathname, search } = new URL(request.url ?? '/', 'http://localhost')
    const given = instead.get(pathname)
    const other = typeof given === 'function' ? given() : given
    const { status, headers, body } = other ?? (await proxy(pathname, search))
    const all = { ...Object.fromEntries(headersFor(policed, pathname)), ...headers }
    for (const [name, value] of Object.entries(all)) if (value) response.setHeader(name, value)
    response.writeHead(status ?? 200).end(body ?? page)

    async function proxy(path: string, query: string): Promise<Reply & { body?: string }> {
      if (!/^\/(rest|auth|storage|functions)\/v1\//.test(path))
        return { status: path === '/no-such-page' ? 404 : 200 }
      const body = await text(request)
      const { method = 'GET', headers: sent } = request
      // The check sends most requests again for each case; the backend does not change.
      const asked = ['prefer', 'accept-profile'].flatMap((name) =>
        sent[name] ? [[name, String(sent[name])]] : [],
      )
      const key = JSON.stringify([method, path, query, sent.apikey, asked, body])
      const cached = replies.get(key)
      if (cached) return cached
      const given = await fetch(backend + path + query, {
        method,
        redirect: 'manual',
        headers: {
          apikey: String(sent.apikey ?? ''),
          'content-type': 'application/json',
          ...Object.fromEntries(asked),
        },
        ...(method === 'POST' ? { body } : {}),
      })
      const passed = ['location', 'content-type', 'x-content-type-options'].flatMap((name) => {
        const value = given.headers.get(name)
        return value ? [[name, value]] : []
      })
      const recorded = { status: given.status, headers: Object.fromEntries(passed), body: await given.text() }
      replies.set(key, recorded)
      return recorded
    }
  })
  await new Promise<void>((resolve) => server.listen(0, resolve))
  const origin = `http://localhost:${(server.address() as AddressInfo).port}`
  return {
    origin,
    server,
    instead,
    serve(url) {
      backend = url
    },
  }
}
