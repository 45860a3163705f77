import { afterEach, expect, it, vi } from 'vitest'
import { chooseTheme, currentTheme, onThemeChange } from './theme.ts'

const root = document.documentElement
const themed = () => ['light', 'dark'].filter((theme) => root.classList.contains(theme))

const stops: (() => void)[] = []
afterEach(() => {
  for (const stop of stops.splice(0)) stop()
  root.classList.remove('light', 'dark')
})

function follow() {
  const told = vi.fn()
  stops.push(onThemeChange(told))
  return told
}

it.each(['light', 'dark'] as const)(
  'follows the system again once another tab has cleared the storage, after %s',
  (theme) => {
    const told = follow()
    chooseTheme(theme)
    expect(themed()).toEqual([theme])
    told.mockClear()

    localStorage.clear()
    window.dispatchEvent(new StorageEvent('storage', { key: null }))
    expect(themed()).toEqual([])
    expect(currentTheme()).toBe('system')
    expect(told).toHaveBeenCalled()
  },
)

it('follows the system again once the storage was cleared here, and somebody comes back to the page', () => {
  const told = follow()
  chooseTheme('dark')
  told.mockClear()
  localStorage.clear()
  window.dispatchEvent(new Event('focus'))
  expect(themed()).toEqual([])
  expect(told).toHaveBeenCalled()
})

it('changes nothing when another tab stores something else', () => {
  const told = follow()
  chooseTheme('dark')
  told.mockClear()
  window.dispatchEvent(new StorageEvent('storage', { key: 'another' }))
  expect(themed()).toEqual(['dark'])
  expect(told).not.toHaveBeenCalled()
})

it('hears nothing once it has stopped', () => {
  const told = vi.fn()
  onThemeChange(told)()
  chooseTheme('dark')
  localStorage.clear()
  window.dispatchEvent(new StorageEvent('storage', { key: null }))
  window.dispatchEvent(new Event('focus'))
  expect(told).not.toHaveBeenCalled()
  expect(themed()).toEqual(['dark'])
})
