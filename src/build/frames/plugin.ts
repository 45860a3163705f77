import { fileURLToPath } from 'node:url'
import { type ResolvedConfig, type Rolldown, runnerImport } from 'vite'
import { buildStandalone } from '../standalone-build.ts'
import type { Plan } from './prefetch-script.ts'
import type * as Frames from './render.tsx'
import type { Frame } from './render.tsx'

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
  const filesFor = ({ modules }: Frames.Frame) =>
    filesOf(bundle, modules)
      .map((name) => `/${name}`)
      .filter((file) => !app.includes(`"${file}"`))
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

/** The files of the chunks with `modules`, and of all that those import; with `isFollowed`, also lazily and assets, of chunks that it accepts. */
export function filesOf(
  bundle: Rolldown.OutputBundle,
  modules: string[],
  isFollowed?: (chunk: Rolldown.OutputChunk) => boolean,
): string[] {
  const chunks = Object.values(bundle).filter((file) => file.type === 'chunk')
  const found = new Set<string>()
  const visit = (name: string) => {
    const chunk = bundle[name]
    if (chunk?.type !== 'chunk' || found.has(name) || isFollowed?.(chunk) === false) return
    found.add(name)
    const { importedCss = [], importedAssets = [] } = chunk.viteMetadata ?? {}
    for (const file of [...importedCss, ...(isFollowed ? importedAssets : [])]) found.add(file)
    for (const next of [...chunk.imports, ...(isFollowed ? chunk.dynamicImports : [])]) visit(next)
  }
  for (const id of modules) {
    const chunk = chunks.find(({ moduleIds }) => moduleIds.some((one) => one.endsWith(id)))
    if (!chunk) throw new Error(`No built file holds ${id}`)
    visit(chunk.fileName)
  }
  return [...found]
}

const stylesheet = /\s*<link rel="stylesheet"[^>]*>/
const root = '<div id="root"></div>'
/** Tailwind's order, which stays when the app removes the frame's style: lazy style sheets precede the app's. */
const layers = '@layer properties,theme,base,components,utilities'

/** Escaped for an attribute. */
export const attribute = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;')

const isStyle = (file: string) => file.endsWith('.css')

type Files = {
  css: string
  script: string
  /** Beside those of the app's entry. */
  preload: string[]
  /** Loaded once the role is known (D11). */
  adminFiles: string[]
}

/** The app's styles follow the frame, so that the first paint does not wait for them. */
function frameHtml(app: string, frame: Frame, { css, script, preload, adminFiles }: Files): string {
  const [link] = stylesheet.exec(app) ?? []
  if (!link || !app.includes(root)) throw new Error('The app has no stylesheet or no #root')
  const plan: Plan = { requests: frame.requests, ...(frame.gate ? { adminFiles } : {}) }
  const meta = frame.requests.length
    ? `\n    <meta name="prefetch" content="${attribute(JSON.stringify(plan))}">`
    : ''
  const scripts = preload.filter((file) => !isStyle(file))
  const links = scripts.map((file) => `\n    <link rel="modulepreload" crossorigin href="${file}">`).join('')
  const styles = preload.filter(isStyle).map((file) => `<link rel="stylesheet" href="${file}">`)
  const body = frame.gate
    ? `${frame.gate}<template id="admin-frame">${frame.markup}</template>`
    : frame.markup
  return app
    .replace(link, '')
    .replace(
      '</title>',
      () =>
        `</title>${meta}\n    <script>(()=>{${script}})()</script>\n    <style>${layers}</style><style>${css}</style>`,
    )
    .replace('</head>', () => `${links.slice(1)}\n  </head>`)
    .replace(
      root,
      () => `<div data-frame="${frame.audience}" inert>${body}</div>\n    ${root}${link}${styles.join('')}`,
    )
}
