import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vite'

const standIns = ['auth', 'realtime', 'storage', 'functions']

/**
 * What `createClient` brings but no first page needs comes later (decision 10): in the built app, supabase-js gets
 * the stand-ins of lib/supabase-lazy, each of which fetches its real package on first use.
 */
export function supabaseLazy(): Plugin {
  return {
    name: 'guildhall:supabase-lazy',
    apply: 'build',
    enforce: 'pre',
    resolveId(source, importer) {
      if (!importer?.includes('/@supabase/supabase-js/')) return null
      const name = standIns.find((part) => source === `@supabase/${part}-js`)
      return name ? fileURLToPath(new URL(`../lib/supabase-lazy/${name}.ts`, import.meta.url)) : null
    },
  }
}
