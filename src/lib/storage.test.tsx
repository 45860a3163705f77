import { afterEach, expect, it, vi } from 'vitest'
import { browserStorage, tabStorage } from './storage'
import { offlineCacheKey } from './storage-keys'

afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
  browserStorage.drop('a')
})

/** As in Chrome and Safari with cookies blocked: accessing the storage throws. */
function block() {
  const denied = () => {
    throw new DOMException('Access is denied for this document.', 'SecurityError')
  }
  for (const name of ['localStorage', 'sessionStorage'] as const) {
    vi.spyOn(window, name, 'get').mockImplementation(denied)
  }
}

/** A full storage, unless the key `room` is removed from it. */
function fill(room?: string) {
  const write = Storage.prototype.setItem
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(function (this: Storage, key, value) {
    if (room === undefined || this.getItem(room) !== null)
      throw new DOMException('full', 'QuotaExceededError')
    write.call(this, key, value)
  })
}

it('uses the storage of the browser', () => {
  browserStorage.setItem('a', '1')
  tabStorage.setItem('b', '2')
  expect([localStorage.getItem('a'), sessionStorage.getItem('b')]).toEqual(['1', '2'])
  localStorage.setItem('a', 'from another tab')
  expect(browserStorage.getItem('a')).toBe('from another tab')
  browserStorage.removeItem('a')
  expect(localStorage.getItem('a')).toBeNull()
})

it.each([
  ['blocked', block],
  ['full', () => fill()],
])('keeps in memory what a %s storage rejects', (_what, spoil) => {
  spoil()
  for (const storage of [browserStorage, tabStorage]) {
    expect(storage.getItem('a')).toBeNull()
    storage.setItem('a', '1')
    expect(storage.getItem('a')).toBe('1')
    storage.removeItem('a')
    expect(storage.getItem('a')).toBeNull()
  }
})

it('removes the old value when the new one does not fit', () => {
  localStorage.setItem('a', 'old')
  fill()
  browserStorage.setItem('a', 'new')
  expect(browserStorage.getItem('a')).toBe('new')
  expect(localStorage.getItem('a')).toBeNull()
  browserStorage.drop('a')
  expect(browserStorage.getItem('a')).toBeNull()
})

it('drops the offline cache to make room', () => {
  localStorage.setItem(offlineCacheKey, 'much')
  fill(offlineCacheKey)
  browserStorage.setItem('a', 'a session')
  expect(localStorage.getItem('a')).toBe('a session')
  expect(localStorage.getItem(offlineCacheKey)).toBeNull()
})
