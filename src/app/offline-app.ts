import { whenSettled } from '@/lib/supabase-later/settled'

/** Has the browser keep the app's files once the page has settled, so that it opens offline. Only in the built app. */
export async function keepAppFiles() {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return
  await whenSettled()
  // Where the browser refuses (private window, storage full) the app works online as before.
  await navigator.serviceWorker.register('/sw.js').catch(() => undefined)
}
