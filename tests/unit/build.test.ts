import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { ResolvedConfig } from 'vite'
import { describe, expect, it, onTestFinished } from 'vitest'
import { documentOf, rewrite } from '@/build/documents'
import { headersFor, parseHeaders } from '@/build/headers'
import { fillHeaders, fillRedirects } from '@/build/policy'
import { isSecretKey } from '@/build/secret-key'
import { securityHeaders } from '@/build/security-headers'
import { precached } from '@/build/service-worker'
import { robots, sitemap } from '@/build/site-map'
import { paths } from '@/lib/paths'

describe('headers', () => {
  const source = readFileSync('public/_headers', 'utf8')
  const redirects = readFileSync('public/_redirects', 'utf8')
  const project = 'https://abcdefghijklmnopqrst.supabase.co'

  /** The directives of the policy that a build for `backend` writes. */
  function policy(backend?: string, documents: string[] = []) {
    const rules = parseHeaders(fillHeaders(source, documents, backend))
    const [, text = ''] =
      headersFor(rules, '/dashboard').find(([name]) => name.startsWith('Content-Sec')) ?? []
    return Object.fromEntries(text.split('; ').map((part) => [part.split(' ', 1)[0], part]))
  }

  it('allows connections to the own origin, the hosted project and its live channel', () => {
    expect(policy()['connect-src']).toBe("connect-src 'self'")
    expect(policy(project)['connect-src']).toBe(
      `connect-src 'self' ${project} wss://abcdefghijklmnopqrst.supabase.co`,
    )
    expect(policy(project)['img-src']).toBe("img-src 'self' https:")
    expect(policy('http://127.0.0.1:54321/')['img-src']).toBe("img-src 'self' https: http://127.0.0.1:54321")
  })

  it('lists the hash of each inline script and style once', () => {
    const page = '<script>a()</script><script src="/b.js"></script><style>p{}</style>'
    const { 'script-src': scripts, 'style-src': styles } = policy(undefined, [page, page])
    // echo -n 'a()' | openssl dgst -sha256 -binary | base64
    expect(scripts).toBe("script-src 'self' 'sha256-qVpDBgj7bpq5hMAcGp3AOc79J3Y1Z4HvySTwKrWDoy4='")
    expect(styles).toBe("style-src 'self' 'sha256-gG2yISYereRMiG2lMXrbiUgi0Ubw9p7QCeWcroOvy9Y='")
  })

  it('allows nothing unsafe', () => {
    expect(Object.values(policy(project)).join()).not.toMatch(/unsafe|\*|\{|data:|blob:/)
    expect(policy()['default-src']).toBe("default-src 'none'")
  })

  it('redirects pictures to the hosted project first', () => {
    expect(fillRedirects(redirects, undefined)).toBe(redirects)
    expect(fillRedirects(redirects, `${project}/`).split('\n')[0]).toBe(
      `/storage/v1/object/public/*  ${project}/storage/v1/object/public/:splat  200`,
    )
  })
})

describe('written headers', () => {
  /** The headers of a written site after the plugin's last hook. */
  function headersAfter(command: 'build' | 'serve') {
    const root = mkdtempSync(join(tmpdir(), 'guildhall-headers-'))
    onTestFinished(() => rmSync(root, { recursive: true }))
    const files = {
      _headers: "script-src 'self' {scripts}",
      _redirects: '',
      'app.html': '<script>a()</script>',
    }
    for (const [name, text] of Object.entries(files)) writeFileSync(join(root, name), text)
    const { configResolved, closeBundle } = securityHeaders()
    if (typeof configResolved !== 'function' || typeof closeBundle !== 'object')
      throw new Error('Other hooks')
    const config = { command, root, build: { outDir: '.' }, env: {} }
    configResolved.call({} as never, config as unknown as ResolvedConfig)
    closeBundle.handler.call({} as never)
    return readFileSync(join(root, '_headers'), 'utf8')
  }

  it('a build writes the hashes into the headers', () => {
    expect(headersAfter('build')).toMatch(/^script-src 'self' 'sha256-/)
  })

  it('a dev server or a test run does not change the built site', () => {
    expect(headersAfter('serve')).toContain('{scripts}')
  })
})

describe('secret keys', () => {
  const encoded = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const token = (claims: object) => `${encoded({ alg: 'HS256' })}.${encoded(claims)}.c2ln`

  /** Configures a build with this key, as Vite does. */
  function build(key?: string) {
    const { configResolved } = securityHeaders()
    if (typeof configResolved !== 'function') throw new Error('The plugin reads no configuration')
    return configResolved.call(
      {} as never,
      { env: { VITE_SUPABASE_ANON_KEY: key } } as unknown as ResolvedConfig,
    )
  }

  it.each([undefined, '', 'sb_publishable_x', token({ role: 'anon' })])('builds with the key %s', (key) => {
    expect(() => build(key)).not.toThrow()
  })

  // In two parts, so that a scan for leaked tokens does not find the source.
  it.each([
    ['a secret key', 'sb_secret_x'],
    ['a token of the service role', token({ role: `service_${'role'}` })],
    ['a token of a database role', token({ role: 'postgres' })],
    ['a session of a member', token({ role: 'authenticated', sub: 'id' })],
    ['a token without a role', token({ iss: 'supabase' })],
    ['a token with an array as role', token({ role: ['anon'] })],
    ['a padded token', token({ role: `service_${'role'}` }).replace('.c2ln', '==.c2ln')],
    ['an invalid token', 'eyJhbGciOiJIUzI1NiJ9.e.c2ln'],
  ])('refuses to build with %s', (_, key) => {
    expect(isSecretKey(key)).toBe(true)
    expect(() => build(key)).toThrow('VITE_SUPABASE_ANON_KEY is a secret key')
  })
})

describe('documents', () => {
  const rules = readFileSync('public/_redirects', 'utf8')
  const patterns = Object.values(paths).filter((path) => typeof path === 'string' && path.endsWith('/:id'))

  it.each(patterns)('serves the document of %s for every id', (pattern) => {
    const path = String(pattern)
    expect(rewrite(rules, path.replace(':id', 'one'))).toBe(documentOf(path))
    expect(documentOf(path)).not.toBe(path)
  })

  it.each(['/dashboard/orders', '/dashboard/orders/', '/dashboard/orders/one/more', '/dashboard/order', '/'])(
    'does not rewrite %s',
    (path) => {
      expect(rewrite(rules, path)).toBe(path)
    },
  )
})

describe('robots', () => {
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
})

describe('the service worker', () => {
  const names = ['app.html', 'icon.svg', 'art/hall.svg', 'benefits/vault.svg']

  /** Writes a built site, and returns how to change its files. */
  function site() {
    const folder = mkdtempSync(join(tmpdir(), 'guildhall-built-'))
    onTestFinished(() => rmSync(folder, { recursive: true }))
    const write = (name: string, text: string) => {
      mkdirSync(dirname(join(folder, name)), { recursive: true })
      writeFileSync(join(folder, name), text)
    }
    for (const name of names) write(name, 'first')
    const revisions = () =>
      new Map(precached(folder, ['assets/main-x1.js']).map(({ url, revision }) => [url, revision]))
    return { write, revisions }
  }

  it('precaches the shell, the drawings and the hashed files', () => {
    const { revisions } = site()
    expect([...revisions().keys()].sort()).toEqual(
      ['/assets/main-x1.js', ...names.map((name) => `/${name}`)].sort(),
    )
    expect(revisions().get('/assets/main-x1.js')).toBeNull()
  })

  it.each(names)('changes the revision of %s only with its content', (name) => {
    const { write, revisions } = site()
    const first = revisions()
    expect(revisions()).toEqual(first)
    write(name, 'other')
    const second = revisions()
    expect(second.get(`/${name}`)).toEqual(expect.any(String))
    expect([...first.keys()].filter((url) => first.get(url) !== second.get(url))).toEqual([`/${name}`])
  })
})
