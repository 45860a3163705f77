import { offlineCacheKey } from '@/lib/storage-keys'

type SafeStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'> & {
  /** Drops the in-memory value only. */
  drop(key: string): void
}

export const browserStorage = createSafeStorage(() => localStorage)

export const tabStorage = createSafeStorage(() => sessionStorage)

/** Never throws: if blocked or full, uses memory and removes the stored value, which is outdated then. */
function createSafeStorage(open: () => Storage): SafeStorage {
  const inMemory = new Map<string, string>()

  function attempt<Result>(use: (storage: Storage) => Result): Result | null {
    try {
      return use(open())
    } catch {
      return null
    }
  }

  function setItem(storage: Storage, key: string, value: string) {
    storage.setItem(key, value)
    return true
  }

  return {
    getItem: (key) => inMemory.get(key) ?? attempt((storage) => storage.getItem(key)),
    setItem(key, value) {
      inMemory.delete(key)
      if (attempt((storage) => setItem(storage, key, value))) return
      // Makes room by dropping the offline cache.
      attempt((storage) => storage.removeItem(offlineCacheKey))
      if (attempt((storage) => setItem(storage, key, value))) return
      attempt((storage) => storage.removeItem(key))
      inMemory.set(key, value)
    },
    removeItem(key) {
      inMemory.delete(key)
      attempt((storage) => storage.removeItem(key))
    },
    drop: (key) => void inMemory.delete(key),
  }
}
