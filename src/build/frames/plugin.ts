import { fileURLToPath } from 'node:url'
import { type ResolvedConfig, type Rolldown, runnerImport } from 'vite'
import { buildStandalone } from '../standalone-build.ts'
import { frameHtml } from './html.ts'
import type * as Frames from './render.tsx'

const source = (file: string) => fileURLToPath(new URL(file, import.meta.url))

export async function frameDocuments(
  config: ResolvedConfig,
  app: string,
  bundle: Rolldown.OutputBundle,
): Promise<Map<string, string>> {
  const { module } = await runnerImport<typeof Frames>(source('render.tsx'), {
    configFile: false,
    resolve: {
      tsconfigPaths: config.resolve.tsconfigPaths,
      alias: [
        // Frames have a style sheet of their own.
        { find: /^\.+\/.*\.css$/, replacement: source('stubs.ts') },
        {
          find: /^@\/(lib\/(supabase|connection|env)|entities\/session\/session)$/,
          replacement: source('stubs.ts'),
        },
      ],
    },
  })
  const { frames } = module
  const markups = frames.flatMap(({ markup, gate = '' }) => [{ markup }, { markup: gate }])
  const { css, code } = await buildStandalone(config, source('prefetch-script.ts'), markups)
  const filesFor = ({ modules }: Frames.Frame) => filesOf(bundle, modules, app)
  const shared = new Set(frames.filter(({ gate }) => !gate).flatMap(filesFor))
  return new Map(
    frames.map((frame) => {
      const files = filesFor(frame)
      // Files that members load too need not wait for the role (D11).
      const preload = frame.gate ? files.filter((file) => shared.has(file)) : files
      const adminFiles = files.filter((file) => !preload.includes(file))
      return [frame.path, frameHtml(app, frame, { css, script: code, preload, adminFiles })]
    }),
  )
}

/** The scripts and styles of `modules` and their imports, except those in the app's document. */
function filesOf(bundle: Rolldown.OutputBundle, modules: string[], app: string): string[] {
  const chunks = Object.values(bundle).filter((file) => file.type === 'chunk')
  const found = new Set<string>()
  const visit = (name: string) => {
    const chunk = bundle[name]
    if (chunk?.type !== 'chunk' || found.has(name)) return
    found.add(name)
    for (const style of chunk.viteMetadata?.importedCss ?? []) found.add(style)
    for (const next of chunk.imports) visit(next)
  }
  for (const id of modules) {
    const chunk = chunks.find(({ moduleIds }) => moduleIds.some((one) => one.endsWith(id)))
    if (!chunk) throw new Error(`No built file holds ${id}`)
    visit(chunk.fileName)
  }
  return [...found].map((name) => `/${name}`).filter((file) => !app.includes(`"${file}"`))
}
