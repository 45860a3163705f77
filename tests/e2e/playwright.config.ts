import { defineConfig } from '@playwright/test'
import { chromiumFlags, chromiumPath } from './support/chromium.ts'

const port = Number(process.env.E2E_PORT ?? 4173)
const baseURL = `http://localhost:${port}`

/** The built product on an ephemeral backend with demo data, driven by the machine's own Chromium. */
export default defineConfig({
  testDir: '.',
  testMatch: '*.spec.ts',
  outputDir: '../../test-results',
  timeout: 90_000,
  expect: { timeout: 10_000 },
  workers: 1,
  retries: 0,
  reporter: [['list']],
  use: {
    baseURL,
    locale: 'en-GB',
    launchOptions: { executablePath: chromiumPath(), args: chromiumFlags },
    trace: 'retain-on-failure',
  },
  webServer: {
    command: `npm run build && npm run preview -- --port ${port} --strictPort`,
    url: `${baseURL}/inbox/messages.json`,
    // While writing a test: a preview of your own on the same port saves the build.
    reuseExistingServer: process.env.E2E_REUSE === '1',
    cwd: '../..',
    env: { GUILDHALL_BACKEND: 'ephemeral' },
    timeout: 120_000,
    gracefulShutdown: { signal: 'SIGTERM', timeout: 10_000 },
  },
})
