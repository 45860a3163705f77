import tailwindcss from '@tailwindcss/vite'
import { build, type Plugin, type ResolvedConfig } from 'vite'

/** Builds a script and its style, sharing nothing with the app; Tailwind classes come from `markup` only, `define` replaces globals. */
export async function buildStandalone(
  config: ResolvedConfig,
  entry: string,
  markup: string,
  define: Record<string, string> = {},
) {
  const result = await build({
    configFile: false,
    root: config.root,
    mode: config.mode,
    logLevel: 'warn',
    publicDir: config.publicDir || undefined,
    define: { ...config.define, ...define },
    resolve: { tsconfigPaths: config.resolve.tsconfigPaths },
    plugins: [classesOf(markup), tailwindcss()],
    build: {
      write: false,
      copyPublicDir: false,
      target: config.build.target || undefined,
      modulePreload: false,
      rolldownOptions: { input: entry },
    },
  })
  if (!('output' in result)) throw new Error(`${entry} was not built once`)
  const [{ fileName, code }, ...others] = result.output
  const assets = others.filter((file) => file.type === 'asset')
  // An inline script cannot import a second.
  if (assets.length < others.length)
    throw new Error(`${entry} was split: something that it uses is imported lazily`)
  const [styles, files] = [assets.filter(isStyle), assets.filter((file) => !isStyle(file))]
  return {
    css: styles
      .map(({ source }) => source)
      .join('')
      .trim(),
    fileName,
    code: code.trim(),
    files,
  }
}

const isStyle = ({ fileName }: { fileName: string }) => fileName.endsWith('.css')

const characters: Record<string, string> = { amp: '&', gt: '>', lt: '<', quot: '"', '#x27': "'" }

function classesOf(markup: string): Plugin {
  // React has escaped some characters.
  const lists = [...markup.matchAll(/ class="([^"]*)"/g)].map(([, list = '']) =>
    list.replace(/&(amp|gt|lt|quot|#x27);/g, (_, name: string) => characters[name] ?? ''),
  )
  const classes = [...new Set(lists.join(' ').split(' '))].join(' ')
  return {
    name: 'guildhall:prerendered-classes',
    enforce: 'pre',
    transform: (code, id) =>
      id.endsWith('/prerendered.css') ? `${code}\n@source inline(${JSON.stringify(classes)});` : null,
  }
}
