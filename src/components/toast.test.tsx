import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, it, vi } from 'vitest'
import { onToastWaiting, receiveToasts, toastError, toastInfo, toastSuccess } from './toast'
import { Toaster } from './ui/toaster'

const stops: (() => void)[] = []
afterEach(() => {
  for (const stop of stops.splice(0)) stop()
  receiveToasts(() => undefined)()
})

it('loses nothing that comes before somebody shows it, and keeps the order', () => {
  const wake = vi.fn()
  stops.push(onToastWaiting(wake))
  toastSuccess('Welcome back!', 'Successfully signed in.')
  toastInfo('Later')
  expect(wake).toHaveBeenCalled()
  const seen: string[] = []
  stops.push(receiveToasts((notice) => seen.push(notice.title)))
  toastError('Error')
  expect(seen).toEqual(['Welcome back!', 'Later', 'Error'])
})

it('wakes at once when a notice already waits', () => {
  toastError('Access denied')
  const wake = vi.fn()
  stops.push(onToastWaiting(wake))
  expect(wake).toHaveBeenCalledOnce()
})

it('shows title and words, and a failure stays until it is dismissed', async () => {
  const user = userEvent.setup()
  toastError('Order Failed', 'Something went wrong. Please try again.')
  render(<Toaster />)
  expect(await screen.findByText('Order Failed')).toBeInTheDocument()
  expect(screen.getByText('Something went wrong. Please try again.')).toBeInTheDocument()
  screen.getByRole('button', { name: 'Dismiss' }).focus()
  await user.keyboard('{Enter}')
  await vi.waitFor(() => expect(screen.queryByText('Order Failed')).not.toBeInTheDocument())
})

it('shows the same failure once, however often it happens', async () => {
  render(<Toaster />)
  toastError('Error', 'Failed to load orders')
  toastError('Error', 'Failed to load orders')
  expect(await screen.findAllByText('Failed to load orders')).toHaveLength(1)
})

it('lets the Tab key go past a notice, and gives focus back when it is dismissed', async () => {
  const user = userEvent.setup()
  render(
    <>
      <button type="button">Before</button>
      <Toaster />
      <button type="button">After</button>
    </>,
  )
  toastError('Redemption Failed')
  await screen.findByText('Redemption Failed')
  const dismiss = screen.getByRole('button', { name: 'Dismiss' })
  screen.getByRole('button', { name: 'Before' }).focus()
  await user.tab()
  await user.tab()
  expect(dismiss).toHaveFocus()
  await user.tab()
  expect(screen.getByRole('button', { name: 'After' })).toHaveFocus()

  screen.getByRole('button', { name: 'Before' }).focus()
  await user.tab()
  await user.tab()
  await user.keyboard('{Enter}')
  expect(screen.getByRole('button', { name: 'Before' })).toHaveFocus()
})
