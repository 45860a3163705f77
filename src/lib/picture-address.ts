/** A browser drops tabs and line ends, and reads what is left as another address. */
const control = /\p{Cc}/u

/**
 * A web address, or a path of this site. Anything else could run a script or lead elsewhere unseen. Plain http only from
 * here and from the backend, as in development: the policy of the pages shows no other.
 */
export function isPictureAddress(text: string): boolean {
  if (control.test(text)) return false
  if (/^\/(?![/\\])/.test(text)) return true
  if (!/^https?:\/\//i.test(text) || !URL.canParse(text)) return false
  const { protocol, origin } = new URL(text)
  if (protocol === 'https:' || origin === location.origin) return true
  // Not from lib/env, which the pages that the build draws cannot load.
  const backend = import.meta.env.VITE_SUPABASE_URL
  return Boolean(backend) && origin === new URL(backend).origin
}
