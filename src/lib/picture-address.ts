/** Browsers strip tabs and line ends, which changes the URL. */
const control = /\p{Cc}/u

/** A URL, or a path of this site; nothing that could run a script. Plain http only from this site and the backend. */
export function isPictureAddress(text: string): boolean {
  if (control.test(text)) return false
  if (/^\/(?![/\\])/.test(text)) return true
  if (!/^https?:\/\//i.test(text) || !URL.canParse(text)) return false
  const { protocol, origin } = new URL(text)
  if (protocol === 'https:' || origin === location.origin) return true
  // Not from lib/env, which prerendered pages cannot load.
  const backend = import.meta.env.VITE_SUPABASE_URL
  return Boolean(backend) && origin === new URL(backend).origin
}
