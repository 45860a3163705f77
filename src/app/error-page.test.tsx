import { render, screen } from '@testing-library/react'
import { type ReactNode, Suspense } from 'react'
import { beforeEach, expect, it, vi } from 'vitest'
import { ErrorBoundary } from '@/app/error-page'
import { lazyPage } from '@/app/pages'
import { setErrorReporter } from '@/lib/error-reporter'

function Broken(): never {
  throw new Error('broken on purpose')
}

const boundary = (children: ReactNode, attempt?: string) => (
  <ErrorBoundary attempt={attempt}>{children}</ErrorBoundary>
)

beforeEach(() => void vi.spyOn(console, 'error').mockImplementation(() => undefined))

it('offers to reload, and retries at another address', () => {
  const { rerender } = render(boundary(<Broken />, '/dashboard'))
  expect(screen.getByRole('heading', { name: 'Something went wrong on this page' })).toBeInTheDocument()
  expect(screen.getByRole('button', { name: 'Reload' })).toBeInTheDocument()
  expect(screen.getByRole('link', { name: 'Go to the home page' })).toHaveAttribute('href', '/')
  rerender(boundary(<p>orders</p>, '/dashboard/orders'))
  expect(screen.getByText('orders')).toBeInTheDocument()
})

it('reports the error once, with its component stack', () => {
  const report = vi.fn()
  setErrorReporter(report)
  render(boundary(<Broken />))
  setErrorReporter(() => undefined)
  expect(report).toHaveBeenCalledExactlyOnceWith({
    error: new Error('broken on purpose'),
    source: 'render',
    componentStack: expect.stringContaining('Broken'),
  })
})

it('explains that a page could not be loaded', async () => {
  const { Page } = lazyPage(() => Promise.reject(new TypeError('Failed to fetch')))
  render(
    boundary(
      <Suspense>
        <Page />
      </Suspense>,
    ),
  )
  expect(await screen.findByRole('heading', { name: 'This page could not be loaded' })).toBeInTheDocument()
})
