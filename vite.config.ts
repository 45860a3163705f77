import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vitest/config'
import { adoptedStyles } from './src/build/adopted-styles.ts'
import { chunkGroups } from './src/build/chunks.ts'
import { writeGraph } from './src/build/graph.ts'
import { prerender } from './src/build/prerender.ts'
import { securityHeaders } from './src/build/security-headers.ts'
import { serviceWorker } from './src/build/service-worker.ts'
import { supabaseLazy } from './src/build/supabase-lazy.ts'
import { embeddedBackend } from './supabase/local/vite-plugin.ts'
import { complete } from './tests/support/complete.ts'
import { mockingFiles } from './tests/support/mocking-files.ts'
import { retried } from './tests/support/retried.ts'
import { usual, viewers } from './tests/support/viewers.ts'

const folder = (name: string) => fileURLToPath(new URL(name, import.meta.url))

/** One more than there are processors, as tests wait for timers, processes and the database. */
const maxWorkers = availableParallelism() + 1
const screens = {
  environment: 'jsdom',
  setupFiles: ['tests/support/browser-storage.ts', 'tests/support/setup.ts'],
  maxWorkers,
  testTimeout: 60_000,
  hookTimeout: 60_000,
  retry: process.env.CI ? 1 : 0,
}
const unitTests = ['src/**/*.test.{ts,tsx}', 'tests/unit/**/*.test.{ts,tsx}']
const mocking = mockingFiles(import.meta.dirname)
const env = (viewer: typeof usual) => ({ ...viewer, VITE_SUPABASE_ANON_KEY: 'test-key' })

export default defineConfig({
  plugins: [
    react(),
    tailwindcss(),
    supabaseLazy(),
    adoptedStyles(),
    embeddedBackend(),
    writeGraph(),
    securityHeaders(),
    prerender(),
    serviceWorker(),
  ],
  resolve: {
    alias: {
      '@': folder('./src'),
      '@send-mail': folder('./supabase/functions/send-mail'),
      '@tests': folder('./tests'),
    },
  },
  build: {
    target: 'es2022',
    sourcemap: false,
    // Without it, old browsers only load files later (P2).
    modulePreload: { polyfill: false },
    // Chromium then compiles the functions while the file arrives, off the main thread (P4).
    rolldownOptions: {
      // Packages contain code for servers, which is left out.
      transform: { define: { 'typeof window': '"object"' } },
      output: {
        // A shorter hash than the default of eight characters: the first script names all others.
        chunkFileNames: 'assets/[name]-[hash:7].js',
        codeSplitting: { groups: chunkGroups },
        postBanner: '//# allFunctionsCalledOnLoad',
      },
    },
  },
  test: {
    reporters: ['default', retried, complete],
    allowOnly: false,
    projects: [
      {
        extends: true,
        // The files of a worker share one jsdom and one copy of each module, which is most of the work of a file.
        test: {
          ...screens,
          name: 'unit-shared',
          env: env(usual),
          include: unitTests,
          exclude: mocking,
          isolate: false,
          unstubGlobals: true,
          unstubEnvs: true,
        },
      },
      {
        extends: true,
        test: { ...screens, name: 'unit-mocks', env: env(usual), include: mocking },
      },
      ...Object.entries(viewers).map(([name, viewer]) => ({
        extends: true as const,
        test: {
          ...screens,
          name,
          env: env(viewer),
          include: ['tests/viewers/*.test.{ts,tsx}'],
          isolate: false,
        },
      })),
      {
        extends: true,
        test: {
          name: 'db',
          environment: 'node',
          isolate: false,
          env: usual,
          include: ['tests/{db,backend,rights}/**/*.test.ts'],
          globalSetup: ['tests/db/support/global-setup.ts'],
          setupFiles: ['tests/db/support/setup.ts'],
          testTimeout: 120_000,
          hookTimeout: 120_000,
          maxWorkers,
        },
      },
    ],
  },
})
