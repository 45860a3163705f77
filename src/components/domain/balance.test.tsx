import { act, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { Balance } from './balance'

beforeEach(
  () =>
    void vi.useFakeTimers({
      toFake: ['requestAnimationFrame', 'cancelAnimationFrame', 'performance', 'setTimeout', 'clearTimeout'],
    }),
)
afterEach(() => {
  vi.restoreAllMocks()
  vi.useRealTimers()
})

const figure = () => Number(screen.getByText(/^\d+$/).textContent)

it('counts to the new balance in 200 ms, and screen readers get only the new one', () => {
  const { rerender } = render(<Balance value={87} />)
  rerender(<Balance value={47} />)
  expect(screen.getByText('47 tokens')).toBeInTheDocument()
  expect(figure()).toBe(87)
  act(() => void vi.advanceTimersByTime(100))
  expect(figure()).toBeLessThan(87)
  expect(figure()).toBeGreaterThan(47)
  act(() => void vi.advanceTimersByTime(150))
  expect(figure()).toBe(47)
})

it('counts to the latest balance after another change', () => {
  const { rerender } = render(<Balance value={87} />)
  rerender(<Balance value={47} />)
  act(() => void vi.advanceTimersByTime(60))
  rerender(<Balance value={137} />)
  act(() => void vi.advanceTimersByTime(250))
  expect(figure()).toBe(137)
})

it('shows the new balance in a window that is not painted', () => {
  vi.spyOn(window, 'requestAnimationFrame').mockReturnValue(0)
  const { rerender } = render(<Balance value={87} />)
  rerender(<Balance value={47} />)
  act(() => void vi.advanceTimersByTime(250))
  expect(figure()).toBe(47)
})

it('shows the new balance at once with reduced motion', () => {
  vi.stubGlobal('matchMedia', () => ({ matches: true }))
  const { rerender } = render(<Balance value={87} />)
  rerender(<Balance value={47} />)
  expect(figure()).toBe(47)
  vi.unstubAllGlobals()
})
