import { fireEvent, render, screen } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { Providers } from './providers'

const file = vi.hoisted(() => ({ there: false, asked: 0 }))

vi.mock('@/components/ui/toaster', () => ({
  get Toaster() {
    file.asked += 1
    if (!file.there) throw new Error('no network')
    return () => <p>notices</p>
  },
}))

it('goes on without notices while their file cannot be had, and shows them once it can', async () => {
  render(
    <Providers>
      <p>the page</p>
    </Providers>,
  )
  fireEvent.pointerDown(document.body)
  await vi.waitFor(() => expect(file.asked).toBe(1))
  await new Promise((resolve) => setTimeout(resolve, 50))
  expect(screen.getByText('the page')).toBeVisible()

  file.there = true
  fireEvent.pointerDown(document.body)
  expect(await screen.findByText('notices')).toBeVisible()
})
