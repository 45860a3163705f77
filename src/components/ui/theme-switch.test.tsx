import { act, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, it } from 'vitest'
import { ThemeSwitch } from './theme-switch'

const root = document.documentElement
afterEach(() => root.classList.remove('light', 'dark'))

it('follows the system by default, and remembers a choice', async () => {
  const user = userEvent.setup()
  const { unmount } = render(<ThemeSwitch />)
  expect(screen.getByRole('button', { name: 'Follow the system', pressed: true })).toBeInTheDocument()

  await user.click(screen.getByRole('button', { name: 'Dark' }))
  expect(root).toHaveClass('dark')
  unmount()
  render(<ThemeSwitch />)
  expect(screen.getByRole('button', { name: 'Dark', pressed: true })).toBeInTheDocument()
  expect(localStorage.getItem('theme')).toBe('dark')

  await user.click(screen.getByRole('button', { name: 'Light' }))
  expect(root).toHaveClass('light')
  expect(root).not.toHaveClass('dark')

  await user.click(screen.getByRole('button', { name: 'Follow the system' }))
  expect(root).not.toHaveClass('light')
  expect(localStorage.getItem('theme')).toBeNull()
})

it('follows another tab', () => {
  render(<ThemeSwitch />)
  localStorage.setItem('theme', 'dark')
  act(() => void window.dispatchEvent(new StorageEvent('storage', { key: 'theme', newValue: 'dark' })))
  expect(root).toHaveClass('dark')
  expect(screen.getByRole('button', { name: 'Dark', pressed: true })).toBeInTheDocument()
})
