import { availableParallelism } from 'node:os'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vitest/config'
import { prerender } from './src/build/prerender.ts'
import { embeddedBackend } from './supabase/local/vite-plugin.ts'
import { projects, sequence } from './tests/projects.ts'

export default defineConfig((env) => ({
  plugins: [
    // First: its process starts while Tailwind loads.
    embeddedBackend(env),
    import('@tailwindcss/vite').then(({ default: tailwindcss }) => tailwindcss()),
    react(),
    prerender(),
  ],
  resolve: { tsconfigPaths: true },
  // The rest of the files are read at the start, and none is of the app.
  server: {
    watch: { ignored: ['**/{.ci,dist,docs,tests}/**', '**/supabase/{demo,deployment,local,migrations}/**'] },
  },
  build: {
    target: 'es2022',
    sourcemap: false,
    // Without it, old browsers only load files later (P2).
    modulePreload: { polyfill: false },
    rolldownOptions: {
      // Packages contain code for servers, which is left out.
      transform: { define: { 'typeof window': '"object"' } },
      output: {
        // As short as can be: the first script names all others (P2).
        chunkFileNames: 'assets/[hash:7].js',
        codeSplitting: {
          groups: [
            { name: 'index', tags: ['$initial'], priority: 2 },
            {
              name: 'shared',
              test: /\/(node_modules\/(?!zod|react-hook-form|@hookform|papaparse)|src\/lib\/(?!read-csv|csv-|text-file|spreadsheet))/,
              minShareCount: 4,
            },
          ],
        },
      },
    },
  },
  // All cores; the projects of the database start a backend for each worker.
  test: { allowOnly: false, maxWorkers: availableParallelism(), sequence, projects },
}))
