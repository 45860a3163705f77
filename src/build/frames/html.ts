import type { Plan } from './prefetch-script.ts'
import type { Frame } from './render.tsx'

const stylesheet = /\s*<link rel="stylesheet"[^>]*>/
const root = '<div id="root"></div>'
/** Tailwind's order, which stays when the app removes the frame's style: lazy style sheets precede the app's. */
const layers = '@layer properties,theme,base,components,utilities'

const attribute = (text: string) =>
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
export function frameHtml(app: string, frame: Frame, { css, script, preload, adminFiles }: Files): string {
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
