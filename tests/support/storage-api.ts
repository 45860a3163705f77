import { HttpResponse, http } from 'msw'
import { server } from './server.ts'

/** Serves the buckets; records uploads and removals. */
export function serveStorage() {
  const served = {
    stored: [] as { bucket: string; name: string; upsert: boolean }[],
    removed: [] as unknown[],
  }
  server.use(
    http.post('*/storage/v1/object/:bucket/:name', ({ request, params }) => {
      const [bucket, name] = [String(params.bucket), String(params.name)]
      served.stored.push({ bucket, name, upsert: request.headers.get('x-upsert') === 'true' })
      return HttpResponse.json({ Key: `${bucket}/${name}`, Id: 'x' })
    }),
    http.delete('*/storage/v1/object/:bucket', async ({ request }) => {
      served.removed.push(((await request.json()) as { prefixes: unknown }).prefixes)
      return HttpResponse.json([])
    }),
  )
  return served
}
