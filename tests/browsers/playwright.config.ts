import { defineConfig } from '@playwright/test'

// Read by `e2e/support/address.ts`, here and in the workers; not the ports of the journeys.
process.env.E2E_PORT ??= '4193'
const port = process.env.E2E_PORT
const url = `http://localhost:${port}`

/**
 * The shortest journeys in Firefox and WebKit. Playwright runs the tests and the product, but cannot drive Debian's
 * builds of these browsers: its commands for Firefox are newer than the ESR (of November 2026), and it has none for WebKitGTK. `npm run test:browsers` builds first.
 */
export default defineConfig({
  projects: [{ name: 'firefox' }, { name: 'webkit' }],
  testMatch: '*.spec.ts',
  outputDir: '../../test-results',
  timeout: 180_000,
  expect: { timeout: 30_000 },
  workers: 1,
  forbidOnly: Boolean(process.env.CI),
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
