import { afterEach, expect, it, vi } from 'vitest'
import { chooseTheme, currentTheme, onThemeChange } from './theme.ts'

const root = document.documentElement
const themeClasses = () => ['light', 'dark'].filter((theme) => root.classList.contains(theme))

let stop = () => {}
afterEach(() => {
  stop()
  root.classList.remove('light', 'dark')
})

/** Chooses a theme and listens to later changes. */
function choose(theme: 'light' | 'dark') {
  const listener = vi.fn()
  stop = onThemeChange(listener)
  chooseTheme(theme)
  expect(themeClasses()).toEqual([theme])
  listener.mockClear()
  return listener
}

const storageEvent = (key: string | null) => window.dispatchEvent(new StorageEvent('storage', { key }))
const focus = () => window.dispatchEvent(new Event('focus'))

it.each([
  ['another tab has cleared the storage, after light', 'light', () => storageEvent(null)],
  ['another tab has cleared the storage, after dark', 'dark', () => storageEvent(null)],
  ['the storage was cleared here and the page gets focus', 'dark', focus],
] as const)('follows the system again when %s', (_case, theme, notify) => {
  const listener = choose(theme)
  localStorage.clear()
  notify()
  expect(themeClasses()).toEqual([])
  expect(currentTheme()).toBe('system')
  expect(listener).toHaveBeenCalled()
})

it('ignores other keys of the storage', () => {
  const listener = choose('dark')
  storageEvent('another')
  expect(themeClasses()).toEqual(['dark'])
  expect(listener).not.toHaveBeenCalled()
})

it('stops listening', () => {
  const listener = choose('dark')
  stop()
  localStorage.clear()
  storageEvent(null)
  focus()
  expect(listener).not.toHaveBeenCalled()
  expect(themeClasses()).toEqual(['dark'])
})
