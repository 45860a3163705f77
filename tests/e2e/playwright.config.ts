import { existsSync } from 'node:fs'
import { defineConfig } from '@playwright/test'
import { addressOf, origin, workers } from './support/address.ts'
import { chromiumFlags, enginePath } from './support/chromium.ts'

if (!existsSync(new URL('../../dist/index.html', import.meta.url)))
  throw new Error('There is no build to test: run `npm run build` first, or `npm run test:e2e` for both.')

/** What runs only when `E2E_ONLY` names it: `npm run pictures` writes files, and `npm run prove` compares times. */
const optInSpecs = ['pictures', 'responsiveness']
const only = process.env.E2E_ONLY

/**
 * The built product on ephemeral backends with demo data, driven by the machine's own Chromium.
 * `npm run test:e2e` builds first; with a build, run `npx playwright test -c tests/e2e/playwright.config.ts`.
 */
export default defineConfig({
  projects: [
    only
      ? { name: only, testMatch: `${only}.spec.ts` }
      : { name: 'journeys', testIgnore: optInSpecs.map((name) => `${name}.spec.ts`) },
  ],
  testMatch: '*.spec.ts',
  outputDir: '../../test-results',
  timeout: 300_000,
  expect: { timeout: 20_000 },
  workers,
  forbidOnly: Boolean(process.env.CI),
  reporter: [['list'], ['../support/complete.ts']],
  use: {
    baseURL: origin,
    locale: 'en-GB',
    // Animations take time.
    contextOptions: { reducedMotion: 'reduce' },
    // One downloads all files again for each context, and its requests are not routed; some tests allow it.
    serviceWorkers: 'block',
    // A click that waits for ever would say only that the test took too long.
    actionTimeout: 60_000,
    navigationTimeout: 60_000,
    launchOptions: { executablePath: enginePath(), args: chromiumFlags },
    // Slows down every test.
    trace: process.env.CI ? 'off' : 'retain-on-failure',
  },
  webServer: Array.from({ length: workers }, (_, index) => ({
    command: `npm run preview -- --port ${new URL(addressOf(index)).port} --strictPort`,
    url: `${addressOf(index)}/inbox/messages.json`,
    // While writing a test: reuses preview servers that run on these ports.
    reuseExistingServer: process.env.E2E_REUSE === '1',
    cwd: '../..',
    env: { GUILDHALL_BACKEND: 'ephemeral' },
    timeout: 180_000,
    gracefulShutdown: { signal: 'SIGTERM', timeout: 10_000 } as const,
  })),
})
