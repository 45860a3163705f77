import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { build, type Plugin, type ResolvedConfig, type Rolldown } from 'vite'

const worker = join(import.meta.dirname, '../service-worker/worker.ts')

/** Not precached: members' browsers do not fetch admin code (D11). */
const adminOnly = /\/src\/(features\/admin\/|app\/layouts\/admin-layout)/

/** Files without a hash in their name. */
const fixed = ['app.html', 'icon.svg']
const drawings = ['art', 'benefits']

export function serviceWorker(): Plugin {
  let config: ResolvedConfig
  let chunks: string[] = []
  return {
    name: 'guildhall:service-worker',
    apply: 'build',
    enforce: 'post',
    configResolved(resolved) {
      config = resolved
    },
    writeBundle(_options, bundle) {
      chunks = memberFiles(bundle)
    },
    async closeBundle() {
      // The build failed and reports its own error.
      if (chunks.length === 0) return
      const folder = resolve(config.root, config.build.outDir)
      await build({
        configFile: false,
        root: config.root,
        logLevel: 'warn',
        publicDir: false,
        define: {
          __PRECACHED__: JSON.stringify(precached(folder, chunks)),
          'process.env.NODE_ENV': '"production"',
        },
        build: {
          outDir: folder,
          emptyOutDir: false,
          target: config.build.target || undefined,
          modulePreload: false,
          rolldownOptions: {
            input: { sw: worker },
            output: { format: 'iife', entryFileNames: '[name].js' },
          },
        },
      })
    },
  }
}

/** Hashed files by name, others by content as well. */
export function precached(folder: string, chunks: string[]): { url: string; revision: string | null }[] {
  const revision = (file: string) =>
    createHash('sha256')
      .update(readFileSync(join(folder, file)))
      .digest('hex')
      .slice(0, 16)
  const drawn = drawings.flatMap((name) => readdirSync(join(folder, name)).map((file) => `${name}/${file}`))
  return [
    ...chunks.map((url) => ({ url: `/${url}`, revision: null })),
    ...[...fixed, ...drawn].map((url) => ({ url: `/${url}`, revision: revision(url) })),
  ]
}

/** Everything main.tsx imports for members, also lazily. Its chunk may not be an entry: Vite inlines import-only entries. */
function memberFiles(bundle: Rolldown.OutputBundle): string[] {
  const found = new Set<string>()
  const visit = (name: string) => {
    const chunk = bundle[name]
    if (chunk?.type !== 'chunk' || found.has(name) || adminOnly.test(chunk.facadeModuleId ?? '')) return
    found.add(name)
    for (const next of [...chunk.imports, ...chunk.dynamicImports]) visit(next)
    for (const file of chunk.viteMetadata?.importedCss ?? []) found.add(file)
    for (const file of chunk.viteMetadata?.importedAssets ?? []) found.add(file)
  }
  for (const file of Object.values(bundle)) {
    if (file.type === 'chunk' && file.moduleIds.some((id) => id.endsWith('/src/main.tsx')))
      visit(file.fileName)
  }
  if (found.size === 0) throw new Error('No built file holds src/main.tsx')
  return [...found]
}
