import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Client } from 'pg'
import type { Handler } from '../gateway.ts'
import { PROJECT_DIR } from '../paths.ts'

const WANTED = `
  select exists (select from storage.buckets where id = 'branding')
    and not exists (select from storage.objects where bucket_id = 'branding' and name = 'email-logo') as wanted`

/** Uploads the product's logo for the email templates, unless there is one already (D24). */
export async function uploadEmailLogo(owner: Client, handle: Handler, secretKey: string): Promise<void> {
  const { rows } = await owner.query<{ wanted: boolean }>(WANTED)
  if (!rows[0]?.wanted) return
  const response = await handle(
    new Request('http://localhost/storage/v1/object/branding/email-logo', {
      method: 'POST',
      headers: {
        apikey: secretKey,
        authorization: `Bearer ${secretKey}`,
        'content-type': 'image/png',
        'cache-control': 'max-age=300',
      },
      body: readFileSync(join(PROJECT_DIR, 'public/images/email-logo.png')),
    }),
  )
  if (!response.ok) throw new Error(`the logo of the emails was refused: ${await response.text()}`)
}
