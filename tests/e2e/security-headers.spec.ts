import { readFile } from 'node:fs/promises'
import { headersFor, parseHeaders } from '../../src/build/headers.ts'
import { settled } from './support/axe.ts'
import { pngFile } from './support/pictures.ts'
import { newAdmin } from './support/seed.ts'
import { expect, test } from './support/test.ts'
import { expectDetected, watchPolicy } from './support/violations.ts'

// Every test of this folder fails on a violation of the content security policy (`support/test.ts`).

test('a violation of the policy is detected', async ({ browser }) => {
  const context = await browser.newContext()
  await expectDetected(context, await watchPolicy(context))
  await context.close()
})

test('every picture of the main screens loads, uploads included', async ({ open }) => {
  const page = await open(await newAdmin('Ada Pictures'))
  const broken = () =>
    page.evaluate(() =>
      [...document.images].filter((one) => one.complete && !one.naturalWidth).map((one) => one.src),
    )
  for (const path of ['/', '/dashboard/benefits', '/admin/benefits', '/admin/email-branding']) {
    await page.goto(path)
    await settled(page)
    await page.mouse.wheel(0, 10_000)
    await expect.poll(broken, path).toEqual([])
  }
  await page.getByLabel('Upload a file').setInputFiles(pngFile('logo.png'))
  await expect(page.getByText('Email branding logo URL has been updated')).toBeVisible()
  await settled(page)
  await expect.poll(broken).toEqual([])
})

test('every kind of response has the headers of the built file', async ({ request }) => {
  const rules = parseHeaders(await readFile('dist/_headers', 'utf8'))
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
  const picture = await request.get('/storage/v1/object/public/branding/email-logo')
  expect(picture.headers()).toMatchObject({
    'content-type': 'image/png',
    'x-content-type-options': 'nosniff',
  })
})
