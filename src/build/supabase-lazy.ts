import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vite'

const standIns = ['auth', 'realtime', 'storage', 'functions']

/** In the built app, supabase-js imports lib/supabase-lazy, which fetches each real package on first use. */
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
