import type { TestProjectConfiguration } from 'vitest/config'
import { usual, viewers } from './support/viewers.ts'

/** A busy machine needs more time. */
const patient = { testTimeout: 120_000, hookTimeout: 120_000, expect: { poll: { timeout: 30_000 } } }
const mocks = { restoreMocks: true, unstubGlobals: true, unstubEnvs: true }
const node = { ...patient, ...mocks, environment: 'node', setupFiles: ['tests/support/no-document.ts'] }
const screens = {
  ...patient,
  ...mocks,
  environment: 'jsdom',
  setupFiles: ['tests/support/browser-storage.ts', 'tests/support/setup.ts'],
}
const database = {
  ...patient,
  environment: 'node',
  env: usual,
  globalSetup: ['tests/db/support/global-setup.ts'],
  setupFiles: ['tests/db/support/setup.ts'],
}
const env = (viewer: typeof usual) => ({ ...viewer, VITE_SUPABASE_ANON_KEY: 'test-key' })

/** Files and tests run in random order. The report begins with its seed, and `--sequence.seed=<seed>` repeats it. */
export const sequence = { shuffle: { files: true, tests: true } }

/** The levels of tests/README.md, without the plugins that build and serve the product. */
export const projects = [
  { ...node, name: 'node', env: env(usual), include: ['{src,tests/unit}/**/*.test.ts'] },
  { ...screens, name: 'screens', env: env(usual), include: ['{src,tests/unit}/**/*.test.tsx'] },
  {
    ...screens,
    name: 'viewers-screens',
    env: env(viewers['auckland-de']),
    include: ['tests/viewers/*.test.tsx'],
  },
  ...Object.entries(viewers).map(([name, viewer]) => ({
    ...node,
    name: `viewers-${name}`,
    env: env(viewer),
    include: ['tests/viewers/*.test.ts'],
  })),
  { ...database, name: 'db', include: ['tests/db/**/*.test.ts'] },
  { ...database, name: 'backend', include: ['tests/backend/**/*.test.ts'] },
  // Only with the demo data, in a backend of its own.
  { ...database, name: 'rights', include: ['tests/rights/*.test.ts'], globalSetup: [], setupFiles: [] },
  // Written for Deno, which runs them in CI.
  {
    ...node,
    name: 'functions',
    setupFiles: [],
    include: ['tests/functions/*.test.ts'],
    alias: { 'node:test': 'vitest' },
  },
  { ...database, name: 'crash', include: ['tests/crash/*.test.ts'] },
].map((test): TestProjectConfiguration => ({ resolve: { tsconfigPaths: true }, test: { ...test, sequence } }))
