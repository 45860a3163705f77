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
  vi.useRealTimers()
})

/** Receives the toasts without rendering them. */
function receive() {
  const titles: string[] = []
  stops.push(receiveToasts({ show: ({ title }) => titles.push(title), forgetErrors: () => undefined }))
  return titles
}

const passTime = (ms: number) => vi.setSystemTime(Date.now() + ms)
const visit = (path: string) => window.history.replaceState(null, '', path)
const expectGone = (text: string) => waitFor(() => expect(screen.queryByText(text)).not.toBeInTheDocument())

it('queues toasts, in order, until a receiver is there', () => {
  const wake = vi.fn()
  stops.push(onToastWaiting(wake))
  toastSuccess('Welcome back!', 'Successfully signed in.')
  toastInfo('Later')
  expect(wake).toHaveBeenCalled()
  const titles = receive()
  toastError('Error')
  expect(titles).toEqual(['Welcome back!', 'Later', 'Error'])
})

it('wakes at once when a toast is already waiting', () => {
  toastError('Access denied')
  const wake = vi.fn()
  stops.push(onToastWaiting(wake))
  expect(wake).toHaveBeenCalledOnce()
})

it('shows title and description of the same error once, until it is dismissed', async () => {
  const user = userEvent.setup()
  for (const _ of [1, 2]) toastError('Order Failed', 'Something went wrong. Please try again.')
  render(<Toaster />)
  expect(await screen.findByText('Order Failed')).toBeInTheDocument()
  expect(screen.getByText('Something went wrong. Please try again.')).toBeInTheDocument()
  screen.getByRole('button', { name: 'Dismiss' }).focus()
  await user.keyboard('{Enter}')
  await expectGone('Order Failed')
})

it('shows an error again that was dismissed a moment ago', async () => {
  const user = userEvent.setup()
  render(<Toaster />)
  toastError('Order Failed')
  await user.click(await screen.findByRole('button', { name: 'Dismiss' }))
  toastError('Order Failed')
  // The old one is still closing.
  await waitFor(() => expect(screen.getAllByText('Order Failed')).toHaveLength(2))
  await waitFor(() => expect(screen.getAllByText('Order Failed')).toHaveLength(1))
})

it('performs the action of a toast once, and dismisses it', async () => {
  const user = userEvent.setup()
  render(<Toaster />)
  const act = vi.fn()
  toastSuccess('Placed', undefined, { label: 'View', act })
  await user.click(await screen.findByRole('button', { name: 'View' }))
  expect(act).toHaveBeenCalledOnce()
  await expectGone('Placed')
})

it('lets Tab pass a toast, and returns the focus when it is dismissed', async () => {
  const user = userEvent.setup()
  render(
    <>
      <button type="button">Before</button>
      <Toaster />
      <button type="button">After</button>
    </>,
  )
  toastError('Redemption Failed')
  const dismiss = await screen.findByRole('button', { name: 'Dismiss' })
  const before = screen.getByRole('button', { name: 'Before' })
  before.focus()
  await user.tab()
  await user.tab()
  expect(dismiss).toHaveFocus()
  await user.tab()
  expect(screen.getByRole('button', { name: 'After' })).toHaveFocus()

  before.focus()
  await user.tab()
  await user.tab()
  await user.keyboard('{Enter}')
  expect(before).toHaveFocus()
})

it('drops the errors before a success, and no later one', async () => {
  vi.setSystemTime(1_000)
  toastError('Sign In Error', 'Invalid login credentials')
  toastInfo('Info')
  render(<Toaster />, { reactStrictMode: true })
  expect(await screen.findByText('Sign In Error')).toBeInTheDocument()
  vi.setSystemTime(3_000)
  toastError('Error', 'Failed to load orders')
  expect(await screen.findByText('Failed to load orders')).toBeInTheDocument()
  forgetErrors(2_000)
  await expectGone('Sign In Error')
  expect(screen.getByText('Failed to load orders')).toBeInTheDocument()
  expect(screen.getByText('Info')).toBeInTheDocument()
})

it('drops the errors of a page that is left, except the one that led away', async () => {
  visit('/dashboard/benefits')
  toastError('Order Failed')
  toastSuccess('Saved')
  render(<Toaster />)
  expect(await screen.findByText('Order Failed')).toBeInTheDocument()
  passTime(60_000)
  toastError('Access denied')
  visit('/dashboard')
  forgetErrorsOutside('/dashboard')
  await expectGone('Order Failed')
  expect(screen.getByText('Access denied')).toBeInTheDocument()
  expect(screen.getByText('Saved')).toBeInTheDocument()
  visit('/')
})

it('drops waiting errors of a page that was left, and those before a success', () => {
  visit('/dashboard/benefits')
  toastError('Order Failed')
  passTime(60_000)
  visit('/')
  forgetErrorsOutside('/')
  toastError('Sign In Error')
  forgetErrors(Date.now() + 1)
  expect(receive()).toEqual([])
})

it('is at the bottom, but on phones at the top while a sheet is open', async () => {
  const position = () => document.querySelector('[data-sonner-toaster]')?.getAttribute('data-y-position')
  const page = (isOpen: boolean) => (
    <>
      {isOpen ? (
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
  expect(position()).toBe('bottom')
  vi.stubGlobal('innerWidth', 390)
  window.dispatchEvent(new Event('resize'))
  await waitFor(() => expect(position()).toBe('top'))
  rerender(page(false))
  await waitFor(() => expect(position()).toBe('bottom'))
})
