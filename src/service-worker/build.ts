import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ResolvedConfig, Rolldown } from 'vite'
import { filesOf } from '../build/frames/plugin.ts'
import { buildStandalone } from '../build/standalone-build.ts'

/** Not precached: members' browsers do not fetch admin code (D11). */
const adminOnly = /\/src\/(features\/admin\/|app\/layouts\/admin-layout)/

/** The code of the service worker, which precaches the shell, the drawings, and everything that members load, also lazily. */
export async function serviceWorker(
  config: ResolvedConfig,
  app: string,
  bundle: Rolldown.OutputBundle,
): Promise<string> {
  const drawings = ['art', 'benefits'].flatMap((folder) =>
    readdirSync(join(config.publicDir, folder)).map((file) => `${folder}/${file}`),
  )
  const fixed = new Map<string, string | Buffer>([['app.html', app]])
  for (const file of ['icon.svg', ...drawings]) fixed.set(file, readFileSync(join(config.publicDir, file)))
  const hashed = filesOf(bundle, ['/src/main.tsx'], (chunk) => !adminOnly.test(chunk.facadeModuleId ?? ''))
  const worker = join(import.meta.dirname, 'worker.ts')
  const define = { __PRECACHED__: JSON.stringify(precached(fixed, hashed)) }
  return (await buildStandalone(config, worker, '', define)).code
}

/** Hashed files by name, others by content as well. */
export function precached(fixed: Map<string, string | Buffer>, hashed: string[]) {
  const revision = (text: string | Buffer) => createHash('sha256').update(text).digest('hex').slice(0, 16)
  return [
    ...hashed.map((file) => ({ url: `/${file}`, revision: null })),
    ...[...fixed].map(([file, text]) => ({ url: `/${file}`, revision: revision(text) })),
  ]
}
