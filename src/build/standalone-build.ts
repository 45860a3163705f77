import tailwindcss from '@tailwindcss/vite'
import { build, type Plugin, type ResolvedConfig } from 'vite'

type Standalone = { css: string; code: string; script: string; assets: Map<string, string | Uint8Array> }

/** Builds a script and its style, sharing nothing with the app; Tailwind classes come from `drawn` only, `define` replaces globals. */
export async function buildStandalone(
  config: ResolvedConfig,
  entry: string,
  drawn: { markup: string }[],
  define: Record<string, string> = {},
): Promise<Standalone> {
  const result = await build({
    configFile: false,
    root: config.root,
    mode: config.mode,
    logLevel: 'warn',
    publicDir: config.publicDir || undefined,
    define: { ...config.define, ...define },
    resolve: { tsconfigPaths: config.resolve.tsconfigPaths },
    plugins: [classesOf(drawn), tailwindcss()],
    build: {
      write: false,
      copyPublicDir: false,
      target: config.build.target || undefined,
      modulePreload: false,
      rolldownOptions: { input: entry },
    },
  })
  if (!('output' in result)) throw new Error(`${entry} was not built once`)
  let css = ''
  let code = ''
  let script = ''
  const assets = new Map<string, string | Uint8Array>()
  for (const file of result.output) {
    if (file.type === 'chunk') {
      // An inline script cannot import the second.
      if (code) throw new Error(`${entry} was split: something that it uses is imported lazily`)
      code = file.code.trim()
      script = `/${file.fileName}`
      assets.set(file.fileName, file.code)
    } else if (file.fileName.endsWith('.css')) css += file.source
    else assets.set(file.fileName, file.source)
  }
  return { css: css.trim(), code, script, assets }
}

const characters: Record<string, string> = { amp: '&', gt: '>', lt: '<', quot: '"', '#x27': "'" }
/** The character that React escaped. */
const character = (_: string, name: string) => characters[name] ?? ''

function classesOf(drawn: { markup: string }[]): Plugin {
  const found = new Set<string>()
  for (const { markup } of drawn) {
    for (const [, list = ''] of markup.matchAll(/ class="([^"]*)"/g)) {
      for (const name of list.split(' ')) found.add(name.replace(/&(amp|gt|lt|quot|#x27);/g, character))
    }
  }
  return {
    name: 'guildhall:prerendered-classes',
    enforce: 'pre',
    transform(code, id) {
      if (!id.endsWith('/prerendered.css')) return null
      return `${code}\n@source inline(${JSON.stringify([...found].join(' '))});`
    },
  }
}
