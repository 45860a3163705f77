import { offlineCacheKey } from '@/lib/storage-keys'

/** The part of the browser's storage that the product uses. */
export type SafeStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'> & {
  /** Drops what only this page holds. */
  drop(key: string): void
}

/** This browser's storage, for all its tabs. */
export const browserStorage = safe(() => localStorage)

/** This tab's storage. */
export const tabStorage = safe(() => sessionStorage)

/**
 * A storage that never throws: what a blocked or full one does not take holds for as long as the page lives. The old
 * value goes then, so that a reload never finds a session that was replaced.
 */
function safe(open: () => Storage): SafeStorage {
  const held = new Map<string, string>()

  function attempt<Result>(use: (storage: Storage) => Result): Result | null {
    try {
      return use(open())
    } catch {
      return null
    }
  }

  function put(storage: Storage, key: string, value: string) {
    storage.setItem(key, value)
    return true
  }

  return {
    getItem: (key) => held.get(key) ?? attempt((storage) => storage.getItem(key)),
    setItem(key, value) {
      held.delete(key)
      if (attempt((storage) => put(storage, key, value))) return
      // What is kept for offline makes room.
      attempt((storage) => storage.removeItem(offlineCacheKey))
      if (attempt((storage) => put(storage, key, value))) return
      attempt((storage) => storage.removeItem(key))
      held.set(key, value)
    },
    removeItem(key) {
      held.delete(key)
      attempt((storage) => storage.removeItem(key))
    },
    drop: (key) => void held.delete(key),
  }
}
