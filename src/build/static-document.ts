import { brand } from '../lib/brand.ts'
import { sessionStorageKey, themeStorageKey } from '../lib/storage-keys.ts'
import type { StaticPage } from './static-pages.tsx'

/** Sets theme and session classes before the first paint. */
export const bootScript = `try{let c=document.documentElement.classList,s=localStorage,t=s.getItem('${themeStorageKey}');if(t=='light'||t=='dark')c.add(t);if(s.getItem('${sessionStorageKey}'))c.add('signed-in')}catch{}`

type Files = {
  css: string
  script: string /** VITE_SITE_URL: where the site is, for addresses that must be absolute. */
  site?: string
}

const attribute = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;')

/** Style inline, markup readable without the script. */
export function staticDocument(page: StaticPage, { css, script, site }: Files): string {
  const title = attribute(`${page.title} · ${brand.name}`)
  const description = attribute(page.description)
  const address = site && new URL(page.path, site).href
  const picture = site ? new URL('/og.png', site).href : '/og.png'
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<meta name="description" content="${description}">
<meta name="theme-color" content="#FBFAF7" media="(prefers-color-scheme: light)">
<meta name="theme-color" content="#151412" media="(prefers-color-scheme: dark)">
<script>${bootScript}</script>
<style>${css}</style>
<script type="module" src="${script}"></script>
<link rel="icon" href="/icon.svg" type="image/svg+xml">
<link rel="apple-touch-icon" href="/apple-touch-icon.png">
<link rel="manifest" href="/site.webmanifest">
<meta property="og:type" content="website">
<meta property="og:site_name" content="${attribute(brand.name)}">
<meta property="og:title" content="${title}">
<meta property="og:description" content="${description}">
<meta property="og:image" content="${picture}">
<meta property="og:image:width" content="1200">
<meta property="og:image:height" content="630">
<meta property="og:image:alt" content="${attribute(brand.name)}: a quiet club for people with work to do">
<meta name="twitter:card" content="summary_large_image">
${address ? `<link rel="canonical" href="${address}">\n<meta property="og:url" content="${address}">\n` : ''}</head>
<body>${page.markup}</body>
</html>
`
}

/** Names the site map only if the site's URL is known. */
export function robots(site?: string): string {
  const lines = [
    'User-agent: *',
    'Disallow: /dashboard',
    'Disallow: /admin',
    'Disallow: /auth',
    'Disallow: /unsubscribe',
  ]
  if (site) lines.push(`Sitemap: ${new URL('/sitemap.xml', site).href}`)
  return `${lines.join('\n')}\n`
}

export function sitemap(site: string, pages: StaticPage[]): string {
  const urls = pages.map(({ path }) => `  <url><loc>${new URL(path, site).href}</loc></url>`)
  return `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
${urls.join('\n')}
</urlset>
`
}
