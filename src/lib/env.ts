const url = import.meta.env.VITE_SUPABASE_URL
const anonKey = import.meta.env.VITE_SUPABASE_ANON_KEY

if (!anonKey) {
  throw new Error('VITE_SUPABASE_ANON_KEY is not set: see .env.example')
}

/** Without a URL, the app calls its own origin, which proxies the backend's paths. */
export const env = { supabaseUrl: url || window.location.origin, anonKey }
