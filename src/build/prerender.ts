import { basename } from 'node:path'
import { fileURLToPath } from 'node:url'
import tailwindcss from '@tailwindcss/vite'
import { build, type Plugin, type ResolvedConfig, runnerImport } from 'vite'
import { staticDocument } from './document.ts'
import { earlyScript } from './early.ts'
import type * as Pages from './pages.tsx'
import type { StaticPage } from './pages.tsx'
import { servePages } from './serve-pages.ts'
import { robots, sitemap } from './site-map.ts'

const source = (file: string) => fileURLToPath(new URL(file, import.meta.url))

/**
 * Makes the public pages files that need no React (P1), and the app's shell, `app.html`, the answer at every other
 * address: a copy for each path of the site map, and 404.html for the rest.
 */
export function prerender(): Plugin {
  let config: ResolvedConfig
  return {
    name: 'guildhall:prerender',
    enforce: 'post',
    configResolved(resolved) {
      config = resolved
    },
    transformIndexHtml: () => [{ tag: 'script', children: earlyScript, injectTo: 'head-prepend' }],
    configurePreviewServer: servePages,
    generateBundle: {
      order: 'post',
      async handler(_options, bundle) {
        const { module } = await runnerImport<typeof Pages>(source('pages.tsx'), {
          configFile: false,
          resolve: { alias: config.resolve.alias },
        })
        const pages = module.renderPages()
        const emit = (fileName: string, text: string | Uint8Array) =>
          this.emitFile({ type: 'asset', fileName, source: text })

        const shell = bundle['index.html']
        if (shell?.type !== 'asset') throw new Error('The build made no index.html')
        for (const path of ['/app', '/404', ...module.appPaths()]) emit(`${path.slice(1)}.html`, shell.source)
        delete bundle['index.html']

        const { css, script, assets } = await buildPublic(config, pages)
        for (const [name, text] of assets) if (!bundle[name]) emit(name, text)
        const site = config.env.VITE_SITE_URL
        for (const page of pages) {
          const name = page.path === '/' ? 'index.html' : `${basename(page.path)}.html`
          emit(name, staticDocument(page, { css, script, site }))
        }
        emit('robots.txt', robots(site))
        if (site) emit('sitemap.xml', sitemap(site, pages))
      },
    },
  }
}

/** The style and the script of the public pages, built apart: nothing of theirs is shared with the app. */
async function buildPublic(config: ResolvedConfig, pages: StaticPage[]) {
  const result = await build({
    configFile: false,
    root: config.root,
    mode: config.mode,
    logLevel: 'warn',
    publicDir: config.publicDir || undefined,
    define: config.define,
    resolve: { alias: config.resolve.alias },
    plugins: [classesOf(pages), tailwindcss()],
    build: {
      write: false,
      copyPublicDir: false,
      target: config.build.target || undefined,
      modulePreload: false,
      rolldownOptions: { input: { public: source('public.ts') } },
    },
  })
  if (!('output' in result)) throw new Error('The public pages were not built once')
  let css = ''
  let script = ''
  const assets = new Map<string, string | Uint8Array>()
  for (const file of result.output) {
    if (file.type === 'chunk') {
      script = `/${file.fileName}`
      assets.set(file.fileName, file.code)
    } else if (file.fileName.endsWith('.css')) css += file.source
    else assets.set(file.fileName, file.source)
  }
  return { css: css.trim(), script, assets }
}

/** Gives Tailwind the classes that the pages really have, and no others. */
function classesOf(pages: StaticPage[]): Plugin {
  const found = new Set<string>()
  for (const { markup } of pages) {
    for (const [, list = ''] of markup.matchAll(/ class="([^"]*)"/g)) {
      for (const name of list.split(' ')) found.add(name.replaceAll('&amp;', '&').replaceAll('&gt;', '>'))
    }
  }
  return {
    name: 'guildhall:public-classes',
    enforce: 'pre',
    transform(code, id) {
      if (!id.endsWith('/public.css')) return null
      return `${code}\n@source inline(${JSON.stringify([...found].join(' '))});`
    },
  }
}
