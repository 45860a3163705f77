import { join } from 'node:path'
import type { ResolvedConfig, Rolldown } from 'vite'
import { buildStandalone } from '../standalone-build.ts'
import { attribute } from '../static-document.ts'
import type { Plan } from './prefetch-script.ts'
import type { Frame } from './render.tsx'

/** By path. */
export async function frameDocuments(
  config: ResolvedConfig,
  app: string,
  bundle: Rolldown.OutputBundle,
  frames: Frame[],
): Promise<Map<string, string>> {
  const markup = frames.map((frame) => frame.markup + (frame.gate ?? '')).join('')
  const inline = await buildStandalone(config, join(import.meta.dirname, 'prefetch-script.ts'), markup)
  // Beside those of the app's entry.
  const filesFor = ({ modules }: Frame) =>
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
      return [frame.path, frameHtml(app, frame, { ...inline, preload, adminFiles })]
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

const root = '<div id="root"></div>'
/** Tailwind's order, which stays when the app removes the frame's style: lazy style sheets precede the app's. */
const layers = '@layer properties,theme,base,components,utilities'

type Files = { css: string; code: string; preload: string[]; adminFiles: string[] }

/** The app's styles follow the frame, so that the first paint does not wait for them. */
function frameHtml(app: string, frame: Frame, { css, code, preload, adminFiles }: Files): string {
  const [link] = /\s*<link rel="stylesheet"[^>]*>/.exec(app) ?? []
  if (!link || !app.includes(root)) throw new Error('The app has no stylesheet or no #root')
  const { audience, gate, markup, requests } = frame
  const plan: Plan = { requests, ...(gate ? { adminFiles } : {}) }
  const meta = requests.length ? `<meta name="prefetch" content="${attribute(JSON.stringify(plan))}">` : ''
  const isStyle = (file: string) => file.endsWith('.css')
  const styles = preload.filter(isStyle).map((file) => `<link rel="stylesheet" href="${file}">`)
  const scripts = preload.filter((file) => !isStyle(file))
  const links = scripts.map((file) => `<link rel="modulepreload" crossorigin href="${file}">`)
  const body = gate ? `${gate}<template id="admin-frame">${markup}</template>` : markup
  const head = `</title>${meta}<script>(()=>{${code}})()</script><style>${layers}</style><style>${css}</style>`
  return app
    .replace(link, '')
    .replace('</title>', () => head)
    .replace('</head>', () => `${links.join('')}</head>`)
    .replace(root, () => `<div data-frame="${audience}" inert>${body}</div>${root}${link}${styles.join('')}`)
}
