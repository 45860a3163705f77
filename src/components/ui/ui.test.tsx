import { act, fireEvent, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { type FormEvent, useState } from 'react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { Dialog } from '@/components/dialog/dialog'
import { Balance } from '@/components/domain/balance'
import { BenefitImage } from '@/components/domain/benefit-image'
import { Button } from './button'
import { Tabs } from './tabs'
import { ThemeSwitch } from './theme-switch'
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
import { WithName } from './with-name'

describe('a button', () => {
  it('while busy, shows its busy label, keeps the focus, and neither clicks nor submits', async () => {
    const user = userEvent.setup()
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
    await user.click(screen.getByRole('button', { name: 'Continue' }))
    expect(submit).toHaveBeenCalledOnce()
    rerender(form(true))
    const button = screen.getByRole('button', { name: 'Validating...' })
    expect(button).toHaveFocus()
    expect(button).toHaveAttribute('aria-busy', 'true')
    await user.click(button)
    await user.type(screen.getByLabelText('Code'), '{Enter}')
    expect(click).toHaveBeenCalledOnce()
    expect(submit).toHaveBeenCalledOnce()
  })
})

describe('tabs', () => {
  function Codes() {
    const [tab, setTab] = useState<'available' | 'used'>('available')
    return (
      <Tabs
        label="Codes"
        tabs={[
          { id: 'available', label: 'Available Codes', count: 23 },
          { id: 'used', label: 'Used Codes' },
        ]}
        value={tab}
        onChange={setTab}
      >
        {tab}
      </Tabs>
    )
  }

  it('has the count in the name, once it is known, and names its panel', () => {
    render(<Codes />)
    expect(screen.getByRole('tab', { name: 'Available Codes (23)', selected: true })).toBeInTheDocument()
    expect(screen.getByRole('tab', { name: 'Used Codes', selected: false })).toBeInTheDocument()
    expect(screen.getByRole('tabpanel', { name: 'Available Codes (23)' })).toHaveTextContent('available')
  })

  it('moves with the arrows, round the ends, and only the chosen tab is a tab stop', async () => {
    const user = userEvent.setup()
    render(<Codes />)
    await user.tab()
    expect(screen.getByRole('tab', { selected: true })).toHaveFocus()
    await user.keyboard('{ArrowRight}')
    expect(screen.getByRole('tab', { name: 'Used Codes', selected: true })).toHaveFocus()
    await user.keyboard('{ArrowRight}')
    expect(screen.getByRole('tab', { name: /Available/, selected: true })).toHaveFocus()
    expect(screen.getByRole('tab', { name: 'Used Codes' })).toHaveAttribute('tabindex', '-1')
  })

  it('moves on from the focused tab while the chosen one is still loading', async () => {
    const chosen = vi.fn()
    const tabs = ['details', 'notifications', 'privacy'].map((id) => ({ id, label: id }))
    render(
      <Tabs label="Profile" tabs={tabs} value="details" onChange={chosen}>
        Details
      </Tabs>,
    )
    const user = userEvent.setup()
    await user.tab()
    await user.keyboard('{ArrowRight}{ArrowRight}')
    expect(chosen.mock.calls).toEqual([['notifications'], ['privacy']])
    expect(screen.getByRole('tab', { name: 'privacy' })).toHaveFocus()
  })
})

describe('a name in a sentence', () => {
  const html = (text: string, name?: string) =>
    render(<WithName text={text} name={name} />).container.innerHTML

  it('isolates the name in a sentence, wherever it is', () => {
    expect(html('Delete שלום', 'שלום')).toBe('Delete <bdi>שלום</bdi>')
    expect(html('Make שלום an admin?', 'שלום')).toBe('Make <bdi>שלום</bdi> an admin?')
    expect(html('שלום has 5 tokens', 'שלום')).toBe('<bdi>שלום</bdi> has 5 tokens')
  })

  it('leaves a sentence without the name as it is', () => {
    expect(html('The account is deleted.', 'שלום')).toBe('The account is deleted.')
    expect(html('Delete', '')).toBe('Delete')
    expect(html('Delete')).toBe('Delete')
  })
})

describe('the theme', () => {
  const root = document.documentElement
  afterEach(() => root.classList.remove('light', 'dark'))
  const pressed = (name: string) => screen.getByRole('button', { name, pressed: true })
  const stored = (key: string | null) => window.dispatchEvent(new StorageEvent('storage', { key }))

  it('follows the system by default, and remembers a choice', async () => {
    const user = userEvent.setup()
    const { unmount } = render(<ThemeSwitch />)
    expect(pressed('Follow the system')).toBeInTheDocument()
    await user.click(screen.getByRole('button', { name: 'Dark' }))
    expect(root).toHaveClass('dark')
    unmount()
    render(<ThemeSwitch />)
    expect(pressed('Dark')).toBeInTheDocument()
    expect(localStorage.getItem('theme')).toBe('dark')
    await user.click(screen.getByRole('button', { name: 'Light' }))
    expect(root).toHaveClass('light')
    expect(root).not.toHaveClass('dark')
    await user.click(screen.getByRole('button', { name: 'Follow the system' }))
    expect(root).not.toHaveClass('light')
    expect(localStorage.getItem('theme')).toBeNull()
  })

  it.each<[string, string, string | null, () => void]>([
    ['changes when another tab chooses it', 'Dark', 'dark', () => stored('theme')],
    ['is the system’s when another tab clears the storage', 'Follow the system', null, () => stored(null)],
    [
      'is the system’s when the storage was cleared and the page gets the focus',
      'Follow the system',
      null,
      () => window.dispatchEvent(new Event('focus')),
    ],
    ['stays with other keys of the storage', 'Light', 'dark', () => stored('another')],
  ])('%s', async (_case, shown, theme, notify) => {
    render(<ThemeSwitch />)
    await userEvent.click(screen.getByRole('button', { name: 'Light' }))
    if (theme) localStorage.setItem('theme', theme)
    else localStorage.clear()
    act(() => void notify())
    expect(pressed(shown)).toBeInTheDocument()
    const classes = { Dark: 'dark', Light: 'light' }[shown]
    expect([...root.classList].filter((name) => /light|dark/.test(name)).join()).toBe(classes ?? '')
  })
})

describe('toasts', () => {
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
})

describe('a balance', () => {
  beforeEach(
    () =>
      void vi.useFakeTimers({
        toFake: [
          'requestAnimationFrame',
          'cancelAnimationFrame',
          'performance',
          'setTimeout',
          'clearTimeout',
        ],
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
})

describe('a picture', () => {
  it('falls back to a coin when the picture does not load, and tries another picture again', () => {
    const { container, rerender } = render(<BenefitImage src="/gone.png" />)
    const picture = container.querySelector('img')
    expect(picture).toHaveAttribute('src', '/gone.png')
    fireEvent.error(picture!)
    expect(container.querySelector('img')).toBeNull()
    expect(container.querySelector('svg')).not.toBeNull()
    rerender(<BenefitImage src="/other.png" />)
    expect(container.querySelector('img')).toHaveAttribute('src', '/other.png')
  })

  it.each([null, '', 'javascript:alert(1)', 'data:image/svg+xml,<svg/>', '//elsewhere.example/a.png'])(
    'shows no picture at %j',
    (src) => {
      const { container } = render(<BenefitImage src={src} />)
      expect(container.querySelector('img')).toBeNull()
      expect(container.querySelector('svg')).not.toBeNull()
    },
  )
})
