import { fireEvent, render, screen, waitFor } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { Providers } from './providers'

const module = vi.hoisted(() => ({ isThere: false, requests: 0 }))

vi.mock('@/components/ui/toaster', () => ({
  get Toaster() {
    module.requests += 1
    if (!module.isThere) throw new Error('no network')
    return () => <p>toasts</p>
  },
}))

it('works without toasts while their module cannot be loaded, and shows them once it can', async () => {
  render(
    <Providers>
      <p>the page</p>
    </Providers>,
  )
  // It is requested again once the first failure is known.
  await waitFor(() => {
    fireEvent.pointerDown(document.body)
    expect(module.requests).toBe(2)
  })
  expect(screen.getByText('the page')).toBeVisible()

  module.isThere = true
  fireEvent.pointerDown(document.body)
  expect(await screen.findByText('toasts')).toBeVisible()
})
