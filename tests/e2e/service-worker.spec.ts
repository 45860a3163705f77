import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { preview } from 'vite'
import { expect, test } from './support/test.ts'

test.use({ serviceWorkers: 'allow' })

const dist = join(import.meta.dirname, '../../dist')

/** Serves a copy of the built site, without a backend. */
async function serveCopy() {
  const root = await mkdtemp(join(tmpdir(), 'guildhall-site-'))
  const site = join(root, 'dist')
  await cp(dist, site, { recursive: true })
  const server = await preview({ configFile: false, root, logLevel: 'silent', preview: { port: 0 } })
  const change = async (file: string, edit: (text: string) => string) => {
    const before = await readFile(join(site, file), 'utf8')
    expect(edit(before), file).not.toBe(before)
    await writeFile(join(site, file), edit(before))
  }
  return {
    url: server.resolvedUrls?.local[0] ?? '',
    change,
    async close() {
      await server.close()
      await rm(root, { recursive: true })
    },
  }
}

const ready = (page: Page) => page.evaluate(async () => void (await navigator.serviceWorker.ready))

test('offline, the newest version that was loaded is shown', async ({ context }) => {
  const { url, change, close } = await serveCopy()
  const first = await context.newPage()
  await first.goto(`${url}app.html`)
  await ready(first)

  await change('app.html', (html) => html.replace('<head>', '<head><meta name="version" content="next">'))
  // The build of that version writes another revision of the shell.
  await change('sw.js', (code) => code.replace(/(\/app\.html[`"'],\s*revision:\s*[`"'])/, '$1next'))
  await first.evaluate(async () => {
    const registration = await navigator.serviceWorker.ready
    const found = new Promise<ServiceWorker>((resolve) => {
      registration.addEventListener(
        'updatefound',
        () => registration.installing && resolve(registration.installing),
      )
    })
    await registration.update()
    const worker = await found
    const installed = new Promise((resolve) =>
      worker.addEventListener('statechange', resolve, { once: true }),
    )
    if (worker.state === 'installing') await installed
  })
  await first.close()

  const second = await context.newPage()
  // The new worker takes over after the last tab of the old version.
  await expect(async () => {
    // Else a tab that the old one still served would keep it.
    await second.goto('about:blank')
    await second.goto(`${url}app.html`)
    expect(await second.evaluate(async () => (await navigator.serviceWorker.ready).waiting)).toBeNull()
  }).toPass()
  await context.setOffline(true)
  await second.goto(`${url}dashboard/orders`)
  await expect(second.locator('meta[name=version]')).toHaveAttribute('content', 'next')
  await close()
})

test('offline, the worker returns no page for a URL of the backend', async ({ page, context }) => {
  await page.goto('/auth')
  await ready(page)
  await page.reload()
  await context.setOffline(true)
  for (const path of [
    '/auth/v1/verify?token=x&type=signup',
    '/auth/v1',
    '/rest/v1/benefits',
    '/storage/v1/object/public/branding/email-logo',
  ]) {
    const tab = await context.newPage()
    const opened = await tab.goto(path).then(() => 'opened', String)
    expect(opened, path).toContain('ERR_INTERNET_DISCONNECTED')
    await tab.close()
  }
  // It does for the pages of the app.
  await page.goto('/auth')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
})
