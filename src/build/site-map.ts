import type { StaticPage } from './static-pages.tsx'

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
