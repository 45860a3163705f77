import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, it, vi } from 'vitest'
import { Dialog } from '@/components/dialog/dialog'
import {
  forgetErrors,
  forgetErrorsOutside,
  onToastWaiting,
  receiveToasts,
  toastError,
  toastInfo,
  toastSuccess,
} from './toast'
import { Toaster } from './toaster'

const stops: (() => void)[] = []
afterEach(() => {
  for (const stop of stops.splice(0)) stop()
  receiveToasts({ show: () => undefined, forgetErrors: () => undefined })()
})

it('loses nothing that comes before somebody shows it, and keeps the order', () => {
  const wake = vi.fn()
  stops.push(onToastWaiting(wake))
  toastSuccess('Welcome back!', 'Successfully signed in.')
  toastInfo('Later')
  expect(wake).toHaveBeenCalled()
  const seen: string[] = []
  stops.push(receiveToasts({ show: ({ title }) => seen.push(title), forgetErrors: () => undefined }))
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
  await waitFor(() => expect(screen.queryByText('Order Failed')).not.toBeInTheDocument())
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

it('takes away the failures from before what then worked, and no later one', async () => {
  vi.setSystemTime(1_000)
  toastError('Sign In Error', 'Invalid login credentials')
  toastInfo('Info')
  render(<Toaster />, { reactStrictMode: true })
  expect(await screen.findByText('Sign In Error')).toBeInTheDocument()
  vi.setSystemTime(3_000)
  toastError('Error', 'Failed to load orders')
  expect(await screen.findByText('Failed to load orders')).toBeInTheDocument()
  forgetErrors(2_000)
  await waitFor(() => expect(screen.queryByText('Sign In Error')).not.toBeInTheDocument())
  expect(screen.getByText('Failed to load orders')).toBeInTheDocument()
  expect(screen.getByText('Info')).toBeInTheDocument()
  vi.useRealTimers()
})

function passTime(milliseconds: number) {
  vi.setSystemTime(Date.now() + milliseconds)
  stops.push(() => vi.useRealTimers())
}

it('takes away the failures of a page that is left, and neither the reason for leaving it nor anything else', async () => {
  window.history.replaceState(null, '', '/dashboard/benefits')
  toastError('Order Failed')
  toastSuccess('Saved')
  render(<Toaster />)
  expect(await screen.findByText('Order Failed')).toBeInTheDocument()
  passTime(60_000)
  toastError('Access denied')
  window.history.replaceState(null, '', '/dashboard')
  forgetErrorsOutside('/dashboard')
  await waitFor(() => expect(screen.queryByText('Order Failed')).not.toBeInTheDocument())
  expect(screen.getByText('Access denied')).toBeInTheDocument()
  expect(screen.getByText('Saved')).toBeInTheDocument()
  window.history.replaceState(null, '', '/')
})

it('takes away a failure of a page that was left before anybody could show it', () => {
  window.history.replaceState(null, '', '/dashboard/benefits')
  toastError('Order Failed')
  passTime(60_000)
  window.history.replaceState(null, '', '/')
  forgetErrorsOutside('/')
  const show = vi.fn()
  stops.push(receiveToasts({ show, forgetErrors: () => undefined }))
  expect(show).not.toHaveBeenCalled()
})

it('takes away a failure that nobody could show yet', () => {
  toastError('Sign In Error')
  forgetErrors(Date.now() + 1)
  const show = vi.fn()
  stops.push(receiveToasts({ show, forgetErrors: () => undefined }))
  expect(show).not.toHaveBeenCalled()
})

it('stands below on a desk and on a phone, and above a sheet while one is open', async () => {
  const spot = () => document.querySelector('[data-sonner-toaster]')?.getAttribute('data-y-position')
  const page = (open: boolean) => (
    <>
      {open ? (
        <Dialog title="Redeem" onClose={() => undefined}>
          Sum
        </Dialog>
      ) : null}
      <Toaster />
    </>
  )
  const { rerender } = render(page(true))
  toastError('Order Failed')
  await screen.findByText('Order Failed')
  expect(spot(), 'beside the dialog of a desk').toBe('bottom')
  vi.stubGlobal('innerWidth', 390)
  window.dispatchEvent(new Event('resize'))
  await waitFor(() => expect(spot(), 'above a sheet').toBe('top'))
  rerender(page(false))
  await waitFor(() => expect(spot(), 'on the page of a phone').toBe('bottom'))
  vi.unstubAllGlobals()
})
