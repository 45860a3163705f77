import { brand } from '../lib/brand.ts'
import type { StaticPage } from './static-pages.tsx'

/** Escaped for an attribute. */
export const attribute = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;')

/** What only the app's page has. */
const appOnly =
  /^\s*<(meta name="robots"|link rel="(stylesheet|modulepreload)"|script type="module"|noscript).*\n/gm

/** `site`: VITE_SITE_URL, where the site is, for addresses that must be absolute. */
type Files = { css: string; script: string; site?: string }

/** The app's page with a public one in its place: style inline, markup readable without the script. */
export function staticDocument(app: string, page: StaticPage, { css, script, site }: Files): string {
  const title = attribute(`${page.title} · ${brand.name}`)
  const name = attribute(brand.name)
  const description = attribute(page.description)
  const address = site && new URL(page.path, site).href
  const head = `<title>${title}</title>
<meta name="description" content="${description}">
<style>${css}</style>
<script type="module" src="${script}"></script>
<meta property="og:type" content="website">
<meta property="og:site_name" content="${name}">
<meta property="og:title" content="${title}">
<meta property="og:description" content="${description}">
<meta property="og:image" content="${site ? new URL('/og.png', site).href : '/og.png'}">
<meta property="og:image:width" content="1200">
<meta property="og:image:height" content="630">
<meta property="og:image:alt" content="${name}: a quiet club for people with work to do">
<meta name="twitter:card" content="summary_large_image">
${address ? `<link rel="canonical" href="${address}">\n<meta property="og:url" content="${address}">\n` : ''}`
  return app
    .replace(appOnly, '')
    .replace(/<title>.*<\/title>/, () => head)
    .replace('<div id="root"></div>', () => page.markup)
}
