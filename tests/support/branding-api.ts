import { HttpResponse, http } from 'msw'
import { bytesOf } from './pictures.ts'
import { server } from './server.ts'
import { serveStorage } from './storage-api.ts'

type Setting = { key: string; value: string; updated_at: string; updated_by: string | null }

export const settingTime = '2026-11-12T09:00:00Z'

/** Serves the settings, their admin, the bucket, and a picture at every path of this site; records writes in their order. */
export function serveBranding(settings: Record<string, string> = {}, { hasEmailLogo = true } = {}) {
  const rows = new Map<string, Setting>()
  const served = { settings: [] as { key: string; value: string }[], at: settingTime, ...serveStorage() }
  const set = (key: string, value: string) =>
    rows.set(key, { key, value, updated_at: served.at, updated_by: 'henrik' })
  for (const [key, value] of Object.entries(settings)) set(key, value)
  server.use(
    http.get('*/rest/v1/app_settings', () => HttpResponse.json([...rows.values()])),
    http.get('*/rest/v1/profiles', () => HttpResponse.json([{ name: 'Henrik Vos' }])),
    http.post('*/rest/v1/app_settings', async ({ request }) => {
      const row = (await request.json()) as { key: string; value: string }
      served.settings.push(row)
      set(row.key, row.value)
      return new HttpResponse(null, { status: 201 })
    }),
    http.head('*/storage/v1/object/public/branding/email-logo', () => {
      return new HttpResponse(null, { status: hasEmailLogo ? 200 : 400 })
    }),
    http.get(`${window.location.origin}/:folder/*`, ({ params }) =>
      params.folder === 'rest' ? undefined : new HttpResponse(bytesOf('png')),
    ),
  )
  return served
}
