import { render, screen } from '@testing-library/react'
import { Suspense } from 'react'
import { beforeEach, expect, it, vi } from 'vitest'
import { ErrorBoundary } from '@/app/error-page'
import { lazyPage } from '@/app/pages'
import { type ErrorReport, setErrorReporter } from '@/lib/error-reporter'

function Broken(): never {
  throw new Error('broken on purpose')
}

beforeEach(() => void vi.spyOn(console, 'error').mockImplementation(() => undefined))

it('says what is safe and offers to reload; another address is another attempt', () => {
  const { rerender } = render(
    <ErrorBoundary attempt="/dashboard">
      <Broken />
    </ErrorBoundary>,
  )
  expect(screen.getByRole('heading', { name: 'Something went wrong on this page' })).toBeInTheDocument()
  expect(screen.getByRole('button', { name: 'Reload' })).toBeInTheDocument()
  expect(screen.getByRole('link', { name: 'Go to the home page' })).toHaveAttribute('href', '/')
  rerender(
    <ErrorBoundary attempt="/dashboard/orders">
      <p>orders</p>
    </ErrorBoundary>,
  )
  expect(screen.getByText('orders')).toBeInTheDocument()
})

it('reports what broke, with the components around it', () => {
  const reports: ErrorReport[] = []
  setErrorReporter((report) => void reports.push(report))
  render(
    <ErrorBoundary>
      <Broken />
    </ErrorBoundary>,
  )
  setErrorReporter(() => undefined)
  expect(reports).toEqual([
    {
      error: new Error('broken on purpose'),
      source: 'render',
      componentStack: expect.stringContaining('Broken'),
    },
  ])
})

it('tells a page that is gone after a new release from one that broke', async () => {
  const { Page } = lazyPage(() =>
    Promise.reject(new TypeError('Failed to fetch dynamically imported module')),
  )
  render(
    <ErrorBoundary>
      <Suspense>
        <Page />
      </Suspense>
    </ErrorBoundary>,
  )
  expect(await screen.findByRole('heading', { name: 'This page could not be loaded' })).toBeInTheDocument()
})
