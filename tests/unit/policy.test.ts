import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { headersFor, parseHeaders } from '../../src/build/headers.ts'
import { fillHeaders, fillRedirects } from '../../src/build/policy.ts'

const source = readFileSync('public/_headers', 'utf8')
const redirects = readFileSync('public/_redirects', 'utf8')
const project = 'https://abcdefghijklmnopqrst.supabase.co'

/** The directives of the policy that a build for `backend` writes. */
function policy(backend?: string, documents: string[] = []) {
  const rules = parseHeaders(fillHeaders(source, documents, backend))
  const [, text = ''] = headersFor(rules, '/dashboard').find(([name]) => name.startsWith('Content-Sec')) ?? []
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
