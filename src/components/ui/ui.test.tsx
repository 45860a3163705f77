import { act, fireEvent, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { heldTimer } from '@tests/support/held'
import type { FormEvent } from 'react'
import { renderToString } from 'react-dom/server'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { Dialog } from '@/components/dialog/dialog'
import { Balance } from '@/components/domain/balance'
import { BenefitImage } from '@/components/domain/benefit-card'
import { Button } from './button'
import { CopyButton } from './copy-button'
import { Tabs } from './tabs'
import { ThemeSwitch } from './theme-switch'
import * as toast from './toast'
import { Toaster } from './toaster'
import { WithName } from './with-name'

const user = userEvent.setup({ delay: null })
const button = (name: string) => screen.getByRole('button', { name })

it('a busy button shows its busy label, keeps the focus, and neither clicks nor submits', async () => {
  const click = vi.fn()
  const submit = vi.fn((event: FormEvent) => event.preventDefault())
  const form = (busy: boolean) => (
    <form onSubmit={submit}>
      <input aria-label="Code" />
      <Button type="submit" busy={busy} busyLabel="Validating..." onClick={click}>
        Continue
      </Button>
    </form>
  )
  const { rerender } = render(form(false))
  await user.click(button('Continue'))
  expect(submit).toHaveBeenCalledOnce()
  rerender(form(true))
  expect(button('Validating...')).toHaveFocus()
  expect(button('Validating...')).toHaveAttribute('aria-busy', 'true')
  await user.click(button('Validating...'))
  await user.type(screen.getByLabelText('Code'), '{Enter}')
  expect(click).toHaveBeenCalledOnce()
  expect(submit).toHaveBeenCalledOnce()
})

it('a button that copies is ready again when what it copies could not be read', async () => {
  const read = vi.fn(() => Promise.reject(new Error('no response')))
  render(
    <CopyButton text={read} failureText="">
      Copy
    </CopyButton>,
  )
  for (const times of [1, 2]) {
    await user.click(button('Copy'))
    await waitFor(() => expect(button('Copy')).not.toHaveAttribute('aria-busy'))
    expect(read).toHaveBeenCalledTimes(times)
  }
})

it('tabs have their count in the name, name their panel, and move with the arrows round the ends', async () => {
  const tabs = [
    { id: 'available', label: 'Available Codes', count: 23 },
    { id: 'used', label: 'Used Codes' },
    { id: 'all', label: 'All' },
  ]
  const chosen = vi.fn()
  const show = (value: string) => (
    <Tabs label="Codes" tabs={tabs} value={value} onChange={chosen}>
      {value}
    </Tabs>
  )
  const { rerender } = render(show('available'))
  expect(screen.getByRole('tabpanel', { name: 'Available Codes (23)' })).toHaveTextContent('available')
  expect(screen.getByRole('tab', { name: 'Used Codes', selected: false })).toHaveAttribute('tabindex', '-1')
  await user.tab()
  expect(screen.getByRole('tab', { name: 'Available Codes (23)', selected: true })).toHaveFocus()
  // Also while the chosen one is still loading.
  await user.keyboard('{ArrowRight}{ArrowRight}')
  expect(screen.getByRole('tab', { name: 'All' })).toHaveFocus()
  rerender(show('all'))
  await user.keyboard('{ArrowRight}{ArrowLeft}')
  expect(chosen.mock.calls).toEqual([['used'], ['all'], ['available'], ['all']])
})

it.each([
  ['Delete שלום', 'שלום', 'Delete <bdi>שלום</bdi>'],
  ['Make שלום an admin?', 'שלום', 'Make <bdi>שלום</bdi> an admin?'],
  ['שלום has 5 tokens', 'שלום', '<bdi>שלום</bdi> has 5 tokens'],
  ['The account is deleted.', 'שלום', 'The account is deleted.'],
  ['Delete', '', 'Delete'],
  ['Delete', undefined, 'Delete'],
])('isolates in "%s" the name "%s"', (text, name, html) => {
  expect(render(<WithName text={text} name={name} />).container.innerHTML).toBe(`<span>${html}</span>`)
})

describe('the theme', () => {
  const root = document.documentElement
  afterEach(() => root.classList.remove('light', 'dark'))

  const pressed = (name: string) => screen.getByRole('button', { name, pressed: true })
  function expectTheme(name: string, themeClass: string) {
    expect(pressed(name)).toBeInTheDocument()
    expect([...root.classList].filter((each) => /^(light|dark)$/.test(each)).join()).toBe(themeClass)
  }

  it('follows the system by default, and remembers a choice', async () => {
    const { unmount } = render(<ThemeSwitch />)
    expect(pressed('Follow the system')).toBeInTheDocument()
    // Before the page has run anything, too.
    expect(renderToString(<ThemeSwitch />)).toMatch(/Follow the system" aria-pressed="true"/)
    await user.click(button('Dark'))
    unmount()
    render(<ThemeSwitch />)
    expectTheme('Dark', 'dark')
    expect(localStorage.getItem('theme')).toBe('dark')
    await user.click(button('Follow the system'))
    expectTheme('Follow the system', '')
    expect(localStorage.getItem('theme')).toBeNull()
  })

  it('follows what another tab chooses or clears, and a storage that was cleared', async () => {
    render(<ThemeSwitch />)
    const store = (key: string | null) =>
      act(() => window.dispatchEvent(new StorageEvent('storage', { key })))
    await user.click(button('Light'))
    localStorage.setItem('theme', 'dark')
    store('another')
    expectTheme('Light', 'light')
    store('theme')
    expectTheme('Dark', 'dark')
    for (const notice of [() => store(null), () => act(() => window.dispatchEvent(new Event('focus')))]) {
      await user.click(button('Light'))
      localStorage.clear()
      notice()
      expectTheme('Follow the system', '')
    }
  })
})

describe('toasts', () => {
  const stops: (() => void)[] = []
  const ignore = () => undefined
  afterEach(() => {
    for (const stop of stops.splice(0)) stop()
    toast.receiveToasts({ show: ignore, forgetErrors: ignore })()
  })

  /** Receives the toasts without rendering them. */
  function receive() {
    const titles: string[] = []
    stops.push(toast.receiveToasts({ show: ({ title }) => titles.push(title), forgetErrors: ignore }))
    return titles
  }

  const passTime = (ms: number) => vi.setSystemTime(Date.now() + ms)
  const visit = (path: string) => window.history.replaceState(null, '', path)
  const expectGone = (text: string) => waitFor(() => expect(screen.queryByText(text)).not.toBeInTheDocument())
  const dismiss = () => screen.findByRole('button', { name: 'Dismiss' })

  it('wait, in order, until a receiver is there', () => {
    toast.toastSuccess('Welcome back!', 'Successfully signed in.')
    const wake = vi.fn()
    stops.push(toast.onToastWaiting(wake))
    expect(wake).toHaveBeenCalledOnce()
    toast.toastInfo('Later')
    expect(wake).toHaveBeenCalledTimes(2)
    const titles = receive()
    toast.toastError('Error')
    expect(titles).toEqual(['Welcome back!', 'Later', 'Error'])
  })

  it('show the same error once, until it is dismissed, and again a moment later', async () => {
    for (const _ of [1, 2]) toast.toastError('Order Failed', 'Something went wrong. Please try again.')
    render(<Toaster />)
    expect(await screen.findByText('Order Failed')).toBeInTheDocument()
    expect(screen.getByText('Something went wrong. Please try again.')).toBeInTheDocument()
    await user.click(await dismiss())
    toast.toastError('Order Failed')
    // The old one is still closing.
    await waitFor(() => expect(screen.getAllByText('Order Failed')).toHaveLength(2))
    await waitFor(() => expect(screen.getAllByText('Order Failed')).toHaveLength(1))
  })

  it('perform their action once, for which there are ten seconds, and leave', async () => {
    const end = heldTimer(10_000)
    render(<Toaster />)
    const view = vi.fn()
    toast.toastSuccess('Placed', undefined, { label: 'View', onClick: view })
    const action = await screen.findByRole('button', { name: 'View' })
    await waitFor(() => expect(end.isRunning()).toBe(true))
    await user.click(action)
    expect(view).toHaveBeenCalledOnce()
    await expectGone('Placed')
  })

  it('let Tab pass, and return the focus when they are dismissed', async () => {
    render(
      <>
        <button type="button">Before</button>
        <Toaster />
        <button type="button">After</button>
      </>,
    )
    toast.toastError('Redemption Failed')
    await dismiss()
    button('Before').focus()
    await user.tab()
    await user.tab()
    expect(button('Dismiss')).toHaveFocus()
    await user.tab()
    expect(button('After')).toHaveFocus()
    button('Before').focus()
    await user.tab()
    await user.tab()
    await user.keyboard('{Enter}')
    await waitFor(() => expect(button('Before')).toHaveFocus())
  })

  it('of errors go with a later success and with their page, except the one that led away', async () => {
    vi.setSystemTime(1_000)
    visit('/dashboard/benefits')
    toast.toastError('Sign In Error', 'Invalid login credentials')
    toast.toastInfo('Info')
    render(<Toaster />, { reactStrictMode: true })
    expect(await screen.findByText('Sign In Error')).toBeInTheDocument()
    vi.setSystemTime(3_000)
    toast.toastError('Error', 'Failed to load orders')
    expect(await screen.findByText('Failed to load orders')).toBeInTheDocument()
    toast.forgetErrors(3_000)
    await expectGone('Sign In Error')
    expect(screen.getByText('Failed to load orders')).toBeInTheDocument()
    passTime(60_000)
    toast.toastError('Access denied')
    visit('/dashboard')
    toast.forgetErrorsOutside('/dashboard')
    await expectGone('Failed to load orders')
    expect(await screen.findByText('Access denied')).toBeInTheDocument()
    expect(screen.getByText('Info')).toBeInTheDocument()
    visit('/')
  })

  it('that wait go with their page, and with a success', () => {
    const stop = toast.onToastWaiting(ignore)
    visit('/dashboard/benefits')
    toast.toastError('Order Failed')
    visit('/')
    toast.toastError('Sign In Error')
    passTime(60_000)
    toast.forgetErrorsOutside('/')
    toast.toastInfo('Info')
    expect(receive()).toEqual(['Sign In Error', 'Info'])
    for (const each of [...stops.splice(0), stop]) each()
    toast.toastError('Sign In Error')
    toast.forgetErrors(Date.now() + 1)
    expect(receive()).toEqual([])
  })

  it('are at the bottom, but on phones at the top while a sheet is open', async () => {
    const position = () => document.querySelector('[data-sonner-toaster]')?.getAttribute('data-y-position')
    const page = (isOpen: boolean) => (
      <>
        {isOpen ? (
          <Dialog title="Redeem" onClose={ignore}>
            Sum
          </Dialog>
        ) : null}
        <Toaster />
      </>
    )
    const { rerender } = render(page(true))
    toast.toastError('Order Failed')
    await screen.findByText('Order Failed')
    expect(position()).toBe('bottom')
    vi.stubGlobal('innerWidth', 390)
    act(() => void window.dispatchEvent(new Event('resize')))
    await waitFor(() => expect(position()).toBe('top'))
    toast.toastInfo('Info')
    await screen.findByText('Info')
    expect(document.querySelectorAll('[data-visible="true"]')).toHaveLength(1)
    rerender(page(false))
    await waitFor(() => expect(position()).toBe('bottom'))
  })
})

describe('a balance', () => {
  beforeEach(() => void vi.useFakeTimers())

  const figure = () => Number(screen.getByText(/^\d+$/).textContent)
  const pass = (ms: number) => act(() => void vi.advanceTimersByTime(ms))
  function change() {
    const { rerender } = render(<Balance value={87} />)
    rerender(<Balance value={47} />)
    return rerender
  }

  it('counts to the latest value in 200 ms, and screen readers get only that', () => {
    const rerender = change()
    expect(screen.getByText('47 tokens')).toBeInTheDocument()
    expect(figure()).toBe(87)
    pass(100)
    expect(figure()).toBeLessThan(87)
    expect(figure()).toBeGreaterThan(47)
    rerender(<Balance value={137} />)
    pass(250)
    expect(figure()).toBe(137)
  })

  it('is new at once with reduced motion, and in time in a window that is not painted', () => {
    vi.stubGlobal('matchMedia', () => ({ matches: true }))
    const rerender = change()
    expect(figure()).toBe(47)
    vi.unstubAllGlobals()
    vi.spyOn(window, 'requestAnimationFrame').mockReturnValue(0)
    rerender(<Balance value={137} />)
    pass(250)
    expect(figure()).toBe(137)
  })
})

it('a picture that does not load becomes a coin, and another one is tried again', () => {
  const { container, rerender } = render(<BenefitImage src="/gone.png" />)
  const picture = () => container.querySelector('img')
  fireEvent.error(picture()!)
  expect(picture()).toBeNull()
  expect(container.querySelector('svg')).not.toBeNull()
  rerender(<BenefitImage src="/other.png" />)
  expect(picture()).toHaveAttribute('src', '/other.png')
  for (const src of [null, '', 'javascript:alert(1)', '//elsewhere.example/a.png']) {
    rerender(<BenefitImage src={src} />)
    expect(picture()).toBeNull()
    expect(container.querySelector('svg')).not.toBeNull()
  }
})
