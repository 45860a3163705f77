import { existsSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import type { Client } from 'pg'
import type { Handler } from '../gateway.ts'
import { SUPABASE_DIR } from '../paths.ts'

const MISSING = `
  select d.file_path as path, d.file_type as type from private.benefit_delivery as d
  where d.file_path is not null and not exists (
    select from storage.objects as o where o.bucket_id = 'deliveries' and o.name = d.file_path)`

/** Uploads the files that the demo benefits deliver (D30): a seed cannot, because it only writes to the database. */
export async function placeDemoFiles(owner: Client, handle: Handler, secretKey: string): Promise<void> {
  const { rows } = await owner.query<{ path: string; type: string }>(MISSING)
  for (const { path, type } of rows) {
    const file = join(SUPABASE_DIR, 'demo', basename(path))
    if (!existsSync(file)) continue
    const response = await handle(
      new Request(`http://localhost/storage/v1/object/deliveries/${path}`, {
        method: 'POST',
        headers: { apikey: secretKey, authorization: `Bearer ${secretKey}`, 'content-type': type },
        body: readFileSync(file),
      }),
    )
    if (!response.ok) throw new Error(`the demo file ${basename(path)} was refused: ${await response.text()}`)
  }
}
