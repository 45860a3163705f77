import { defineConfig } from 'vitest/config'

// Apart from the projects of vite.config.ts: these tests need a stack (run.ts), and one of them runs at a time.
export default defineConfig({
  test: {
    name: 'stack',
    include: ['tests/stack/*.test.ts'],
    fileParallelism: false,
    globalSetup: ['tests/stack/support/global-setup.ts'],
    // An email may take the minute of the schedule that sends it.
    testTimeout: 180_000,
    hookTimeout: 180_000,
  },
})
