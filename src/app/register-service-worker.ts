import { afterInitialLoad } from '@/lib/after-initial-load'

/** The subset of Trusted Types in use; TypeScript's DOM types lack it. */
type TrustedTypes = { createPolicy(name: string, rules: { createScriptURL(url: string): string }): Policy }
type Policy = { createScriptURL(url: string): string }
declare global {
  interface Window {
    trustedTypes?: TrustedTypes
  }
}

/** Registers the service worker once the page has settled, so that the app opens offline. Production builds only. */
export async function registerServiceWorker() {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return
  await afterInitialLoad()
  // The content security policy allows this Trusted Types policy only.
  const policy = window.trustedTypes?.createPolicy('guildhall', { createScriptURL: () => '/sw.js' })
  // Registration may be refused (private window, storage full): the app still works online.
  await navigator.serviceWorker.register(policy?.createScriptURL('') ?? '/sw.js').catch(() => undefined)
}
