import { readClaims } from '@/lib/claims'
import { browserStorage } from '@/lib/storage'
import { sessionStorageKey } from '@/lib/storage-keys'

/**
 * Now by the clock of the server, in milliseconds: the session's end is kept on the clock of this device (lib/renewal),
 * and stands in its token on the server's. Without a session it is this device's word.
 */
export function serverNow(): number {
  try {
    const { access_token, expires_at } = JSON.parse(browserStorage.getItem(sessionStorageKey) ?? '')
    const ahead = expires_at - Number(readClaims(access_token)?.exp)
    return Date.now() - (Number.isFinite(ahead) ? ahead * 1000 : 0)
  } catch {
    return Date.now()
  }
}
