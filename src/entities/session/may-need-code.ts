import { browserStorage } from '@/lib/storage'
import { sessionStorageKey } from '@/lib/storage-keys'

/** A quick check of the stored session; `lacksCode` decides, with more code. */
export function mayNeedCode(): boolean {
  return browserStorage.getItem(sessionStorageKey)?.includes('"status":"verified"') ?? false
}
