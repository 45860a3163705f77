import { whenSettled } from '@/lib/supabase-lazy/settled'

/** The part of Trusted Types that is used here; browsers that do not know them take the address as it is. */
type TrustedTypes = { createPolicy(name: string, rules: { createScriptURL(url: string): string }): Policy }
type Policy = { createScriptURL(url: string): string }
declare global {
  interface Window {
    trustedTypes?: TrustedTypes
  }
}

/** Has the browser keep the app's files once the page has settled, so that it opens offline. Only in the built app. */
export async function registerServiceWorker() {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return
  await whenSettled()
  // The only address of a script that the page makes; the content security policy knows this policy and no other.
  const policy = window.trustedTypes?.createPolicy('guildhall', { createScriptURL: () => '/sw.js' })
  // Where the browser refuses (private window, storage full) the app works online as before.
  await navigator.serviceWorker.register(policy?.createScriptURL('') ?? '/sw.js').catch(() => undefined)
}
