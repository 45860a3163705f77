import { expect, it } from 'vitest'
import { robots, sitemap } from '../../src/build/site-map.ts'

const rules =
  'User-agent: *\nDisallow: /dashboard\nDisallow: /admin\nDisallow: /auth\nDisallow: /unsubscribe\n'

it('keeps crawlers out of everything that needs a session', () => {
  expect(robots()).toBe(rules)
  expect(robots('')).toBe(rules)
})

it.each(['https://guild.example', 'https://guild.example/'])(
  'lists the site map of %s by its full URL',
  (site) => {
    expect(robots(site)).toBe(`${rules}Sitemap: https://guild.example/sitemap.xml\n`)
    expect(sitemap(site, [{ path: '/' }, { path: '/terms' }] as Parameters<typeof sitemap>[1])).toContain(
      '<loc>https://guild.example/</loc></url>\n  <url><loc>https://guild.example/terms</loc>',
    )
  },
)
