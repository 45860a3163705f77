import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vitest/config'
import { adoptedStyles } from './src/build/adopted-styles.ts'
import { armour } from './src/build/armour.ts'
import { firstLoadChunks } from './src/build/chunks.ts'
import { writeGraph } from './src/build/graph.ts'
import { prerender } from './src/build/prerender.ts'
import { serviceWorker } from './src/build/service-worker.ts'
import { supabaseLater } from './src/build/supabase-later.ts'
import { embeddedBackend } from './supabase/local/vite-plugin.ts'
import { retried } from './tests/support/retried.ts'

const folder = (name: string) => fileURLToPath(new URL(name, import.meta.url))

export default defineConfig({
  plugins: [
    react(),
    tailwindcss(),
    supabaseLater(),
    adoptedStyles(),
    embeddedBackend(),
    writeGraph(),
    armour(),
    prerender(),
    serviceWorker(),
  ],
  resolve: { alias: { '@': folder('./src'), '@tests': folder('./tests') } },
  build: {
    target: 'es2022',
    sourcemap: false,
    rolldownOptions: { output: { codeSplitting: { groups: firstLoadChunks } } },
  },
  test: {
    reporters: ['default', retried],
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          environment: 'jsdom',
          env: { VITE_SUPABASE_ANON_KEY: 'test-key' },
          include: ['src/**/*.test.{ts,tsx}', 'tests/unit/**/*.test.{ts,tsx}'],
          setupFiles: ['tests/support/setup.ts'],
          maxWorkers: availableParallelism(),
          testTimeout: 60_000,
          retry: process.env.CI ? 1 : 0,
        },
      },
      {
        extends: true,
        test: {
          name: 'db',
          environment: 'node',
          include: ['tests/{db,backend,prove}/**/*.test.ts'],
          globalSetup: ['tests/db/support/global-setup.ts'],
          testTimeout: 120_000,
          hookTimeout: 120_000,
          maxWorkers: 2,
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
})
