import { defineConfig } from '@playwright/test'

// Read by the address support of the journeys, here and in the workers; other ports than the journeys' own.
process.env.E2E_PORT ??= '4193'
const port = process.env.E2E_PORT
const url = `http://localhost:${port}`

/**
 * One journey each in the two engines that the other browser tests do not use. Playwright only runs the tests and the
 * product: it has no Firefox and no WebKit of Debian's. `npm run test:browsers` builds first.
 */
export default defineConfig({
  projects: [{ name: 'firefox' }, { name: 'webkit' }],
  testMatch: '*.spec.ts',
  outputDir: '../../test-results',
  timeout: 180_000,
  expect: { timeout: 30_000 },
  workers: 1,
  forbidOnly: Boolean(process.env.CI),
  retries: process.env.CI ? 1 : 0,
  reporter: [['list'], ['../support/complete.ts']],
  use: { baseURL: url },
  webServer: {
    command: `npm run preview -- --port ${port} --strictPort`,
    url: `${url}/inbox/messages.json`,
    cwd: '../..',
    env: { GUILDHALL_BACKEND: 'ephemeral' },
    timeout: 180_000,
    gracefulShutdown: { signal: 'SIGTERM', timeout: 10_000 },
  },
})
