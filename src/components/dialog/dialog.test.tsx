import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { held } from '@tests/support/held'
import { type ComponentType, type FormEvent, type ReactNode, useState } from 'react'
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { Switch } from '@/components/form/checkbox'
import { SelectField } from '@/components/form/select-field'
import { TextField } from '@/components/form/text-field'
import { Button } from '@/components/ui/button'
import { toastError } from '@/components/ui/toast'
import { Toaster } from '@/components/ui/toaster'
import * as initialLoad from '@/lib/after-initial-load'
import { ConfirmDialog } from './confirm-dialog'
import { CancelButton, Dialog } from './dialog'
import { lazyDialog } from './lazy-dialog'
import { listenToHistory, syncHistory } from './open-dialogs'

// The backdrop is the parent of the dialog, and pointer events of the page are off.
const user = userEvent.setup({ delay: null, pointerEventsCheck: 0 })
const button = (name: string) => screen.getByRole('button', { name, hidden: true })
const closings = [() => user.keyboard('{Escape}'), () => user.click(button('Close'))]
const noDialog = () => waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())

describe('a dialog', () => {
  type Props = { onSubmit?: () => void; disabled?: boolean; opened?: boolean; busy?: boolean }

  function Page({ onSubmit, disabled = false, opened = false, busy }: Props) {
    const [isOpen, setOpen] = useState(opened)
    function submit(event: FormEvent) {
      event.preventDefault()
      onSubmit?.()
    }
    return (
      <>
        <main id="main" tabIndex={-1}>
          <Button disabled={disabled} onClick={() => setOpen(true)}>
            Create Code
          </Button>
          {isOpen ? (
            <Dialog
              title="Create Code"
              description="A code works once."
              onClose={() => setOpen(false)}
              onSubmit={onSubmit && submit}
              busy={busy}
              footer={<CancelButton />}
            >
              <TextField label="Code" />
            </Dialog>
          ) : null}
        </main>
        <Toaster />
      </>
    )
  }

  async function open(props: Props = {}) {
    const { rerender } = render(<Page {...props} />)
    if (!props.opened) await user.click(button('Create Code'))
    return { rerender, dialog: screen.getByRole('dialog', { name: 'Create Code' }) }
  }
  const field = () => screen.getByLabelText('Code')
  const backdrop = () => screen.getByRole('dialog').parentElement!

  it('has a name and a description, traps the focus, and returns it on closing', async () => {
    const { dialog } = await open({ onSubmit: () => undefined })
    expect(dialog).toHaveAccessibleDescription('A code works once.')
    expect(field()).toHaveFocus()
    for (let press = 0; press < 4; press++) {
      await user.tab()
      expect(dialog).toContainElement(document.activeElement as HTMLElement)
    }
    for (const close of closings) {
      await close()
      await noDialog()
      await waitFor(() => expect(button('Create Code')).toHaveFocus())
      await user.click(button('Create Code'))
    }
  })

  it('gives the focus to the page on closing when there was no opener, or it is disabled', async () => {
    const { rerender } = await open({ opened: true })
    await user.keyboard('{Escape}')
    await waitFor(() => expect(screen.getByRole('main')).toHaveFocus())
    await user.click(button('Create Code'))
    rerender(<Page disabled />)
    await user.keyboard('{Escape}')
    await waitFor(() => expect(screen.getByRole('main')).toHaveFocus())
  })

  it('submits as a form, which a click on the backdrop does not close', async () => {
    const save = vi.fn()
    await open({ onSubmit: save })
    await user.click(backdrop())
    await user.type(field(), 'abc{Enter}')
    expect(save).toHaveBeenCalledOnce()
  })

  it('closes with a click on the backdrop when it is no form, and nothing was typed', async () => {
    await open()
    await user.type(field(), 'abc')
    await user.click(backdrop())
    expect(field()).toHaveValue('abc')
    await user.clear(field())
    await user.click(backdrop())
    await noDialog()
  })

  it('asks before a change is lost, unless it took effect at once or is as before', async () => {
    const close = vi.fn()
    render(
      <Dialog title="Edit" onClose={close}>
        <Switch label="Keys" data-saved />
        <Switch label="Active" />
        {['By hand', 'By link'].map((label, index) => (
          <label key={label}>
            <input type="radio" name="way" defaultChecked={index === 0} /> {label}
          </label>
        ))}
        <SelectField label="Valid for" defaultValue="30">
          <option>30</option>
          <option>60</option>
        </SelectField>
        <TextField label="Reason" defaultValue="Founder" />
      </Dialog>,
    )
    const control = (label: string) => screen.getByLabelText(label)
    await user.click(control('Keys'))
    await user.keyboard('{Escape}')
    expect(close).toHaveBeenCalledOnce()
    for (const [change, undo] of [
      [() => user.click(control('Active')), () => user.click(control('Active'))],
      [
        () => user.selectOptions(control('Valid for'), '60'),
        () => user.selectOptions(control('Valid for'), '30'),
      ],
      [() => user.clear(control('Reason')), () => user.type(control('Reason'), 'Founder')],
    ] as const) {
      close.mockClear()
      await change()
      await user.click(backdrop())
      await user.keyboard('{Escape}')
      expect(screen.getByRole('alertdialog', { name: 'Discard your changes?' })).toBeVisible()
      await user.click(button('Keep it'))
      expect(close).not.toHaveBeenCalled()
      await undo()
      await user.keyboard('{Escape}')
      expect(close).toHaveBeenCalledOnce()
    }
    await user.click(control('By link'))
    await user.keyboard('{Escape}')
    await user.click(button('Discard'))
    expect(close).toHaveBeenCalledTimes(2)
  })

  it('is closed by nothing while it is busy', async () => {
    const { dialog, rerender } = await open({ busy: true })
    await user.keyboard('{Escape}')
    for (const part of [button('Close'), button('Cancel'), backdrop()]) await user.click(part)
    expect(dialog).toBeInTheDocument()
    expect(button('Cancel')).toHaveAttribute('aria-disabled', 'true')
    rerender(<Page busy={false} />)
    expect(button('Cancel')).not.toHaveAttribute('aria-disabled')
    await user.click(button('Cancel'))
    await noDialog()
  })

  it('stays open when what opened it is clicked twice', async () => {
    const { dialog } = await open()
    fireEvent.mouseDown(backdrop(), { detail: 2 })
    expect(fireEvent.click(button('Close'), { detail: 2 }), 'where the opener was').toBe(false)
    expect(dialog).toBeVisible()
    fireEvent.click(button('Close'), { detail: 1 })
    await noDialog()
  })

  it('stays open when a toast above it is dismissed', async () => {
    const { dialog } = await open()
    toastError('Error', 'Failed to update order status')
    await user.click(await screen.findByRole('button', { name: 'Dismiss' }))
    await waitFor(() => expect(screen.queryByText('Failed to update order status')).not.toBeInTheDocument())
    expect(dialog).toBeVisible()
  })
})

describe('a lazy dialog', () => {
  type Props = { onClose: () => void }
  const frame = { title: 'Redeem Lantern' }
  let settle: () => void

  const Content = ({ onClose }: Props) => (
    <Dialog {...frame} onClose={onClose}>
      <TextField label="Delivery email" />
    </Dialog>
  )

  /** Renders a page with a dialog whose code arrives, or fails to load, when the test says so. */
  function renderDialog() {
    const code = { requests: 0, arrive: () => {}, fail: () => {} }
    const Lazy = lazyDialog<Props>(() => {
      code.requests += 1
      return new Promise<ComponentType<Props>>((resolve, reject) => {
        code.arrive = () => resolve(Content)
        code.fail = () => reject(new Error('no network'))
      })
    })
    function Page() {
      const [isOpen, setOpen] = useState(false)
      return (
        <div id="root">
          <Button onClick={() => setOpen(true)}>Redeem</Button>
          {isOpen ? <Lazy frame={frame} onClose={() => setOpen(false)} /> : null}
        </div>
      )
    }
    render(<Page />, { reactStrictMode: true })
    return code
  }

  /** Opens the page, and lets it settle, which requests the code. */
  async function prefetch() {
    const code = renderDialog()
    expect(code.requests).toBe(0)
    settle()
    await waitFor(() => expect(code.requests).toBe(1))
    return code
  }

  const open = () => user.click(button('Redeem'))
  const contentShown = () => screen.findByLabelText('Delivery email')
  const loaded = () => new Promise((resolve) => setTimeout(resolve))

  beforeEach(() => {
    const pageSettles = () => new Promise<void>((resolve) => (settle = resolve))
    vi.spyOn(initialLoad, 'afterInitialLoad').mockImplementation(pageSettles)
  })

  it('shows its frame with the focus before its code arrives, then fills it', async () => {
    const code = renderDialog()
    const root = document.getElementById('root')
    await open()
    expect(screen.getByRole('dialog', { name: 'Redeem Lantern', busy: true })).toHaveFocus()
    await waitFor(() => expect(root).toHaveProperty('inert', true))
    code.arrive()
    expect(await contentShown()).toBeVisible()
    expect(screen.getAllByRole('dialog')).toHaveLength(1)
    expect(root).toHaveProperty('inert', false)
    await user.keyboard('{Escape}')
    await waitFor(() => expect(button('Redeem')).toHaveFocus())
    await noDialog()
  })

  it('stays closed when its code arrives after closing', async () => {
    const code = renderDialog()
    for (const close of closings) {
      await open()
      await close()
      await noDialog()
      expect(button('Redeem')).toHaveFocus()
    }
    code.arrive()
    // After the paint that the content waits for.
    await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)))
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
  })

  it('shows an error in the frame when its code cannot be loaded, and retries', async () => {
    const code = renderDialog()
    await open()
    code.fail()
    expect(await screen.findByText('This could not be loaded.')).toBeVisible()
    expect(screen.getByRole('dialog', { busy: false })).toBeVisible()
    await user.click(button('Try again'))
    expect(screen.getByRole('dialog', { busy: true })).toBeVisible()
    code.arrive()
    expect(await contentShown()).toBeVisible()
  })

  it('prefetches its code once the page has settled, and still paints the frame first', async () => {
    const code = await prefetch()
    code.arrive()
    await loaded()
    const painted = new Set<boolean>()
    const watch = new MutationObserver(() => {
      painted.add(document.activeElement === screen.queryByRole('dialog', { busy: true }))
    })
    watch.observe(document.body, { childList: true, subtree: true })
    await open()
    expect(await contentShown()).toBeVisible()
    watch.disconnect()
    expect(painted).toContain(true)
    expect(code.requests).toBe(1)
  })

  it('repeats a failed prefetch when it opens, also in a window that is not painted', async () => {
    vi.spyOn(window, 'requestAnimationFrame').mockReturnValue(0)
    const code = await prefetch()
    code.fail()
    await loaded()
    await open()
    expect(code.requests).toBeGreaterThan(1)
    code.arrive()
    expect(await contentShown()).toBeVisible()
  })
})

describe('Back', () => {
  type Props = { title: string; onClose: () => void; children?: ReactNode }
  const Box = (props: Props) => <Dialog {...props}>{props.children}</Dialog>

  /** A page whose dialogs the test opens; 'First' leads to 'Second', in its place or above it. */
  function Page() {
    const [open, setOpen] = useState<string[]>([])
    const without = (title: string) => () => setOpen((now) => now.filter((one) => one !== title))
    return (
      <main id="main" tabIndex={-1}>
        <Button onClick={() => setOpen(['First'])}>Open</Button>
        {open.includes('First') ? (
          <Box title="First" onClose={without('First')}>
            <Button onClick={() => setOpen(['Second'])}>Replace</Button>
            <Button onClick={() => setOpen(['First', 'Second'])}>Add</Button>
          </Box>
        ) : null}
        {open.includes('Second') ? <Box title="Second" onClose={without('Second')} /> : null}
      </main>
    )
  }

  let count = 0
  /** The page at an address of its own, after another one. */
  async function openPage() {
    count += 1
    const url = `/page-${count}`
    window.history.pushState(null, '', `${url}-before`)
    window.history.pushState({ idx: count, key: 'k' }, '', url)
    render(<Page />, { reactStrictMode: true })
    return url
  }
  const shown = (...titles: string[]) =>
    waitFor(() =>
      expect(
        screen.queryAllByRole('heading', { level: 2, hidden: true }).map((one) => one.textContent),
      ).toEqual(titles),
    )
  /** Waits for the entries of what is open; `go` is asynchronous. */
  const layers = (number?: number) => waitFor(() => expect(window.history.state?.layers).toBe(number))
  const back = () => act(async () => window.history.back())

  beforeAll(listenToHistory)

  it('closes one of two dialogs at a time, and then leaves the page', async () => {
    const url = await openPage()
    await user.click(button('Open'))
    await user.click(button('Add'))
    await layers(2)
    await back()
    await shown('First')
    await back()
    await shown()
    expect(window.location.pathname).toBe(url)
    await back()
    await waitFor(() => expect(window.location.pathname).toBe(`${url}-before`))
  })

  it('leaves the page at once after a dialog was closed by its button, wherever it wrote into the address', async () => {
    const url = await openPage()
    await user.click(button('Open'))
    await layers(1)
    // As the router does, without what it does not know.
    window.history.replaceState({ idx: count, key: 'new' }, '', `${url}?tab=2`)
    await user.click(button('Close'))
    await layers(undefined)
    expect(window.location.search).toBe('?tab=2')
    expect(window.history.state).toMatchObject({ idx: count, key: 'new' })
    await back()
    await waitFor(() => expect(window.location.pathname).toBe(`${url}-before`))
  })

  it('of an earlier dialog does not close the one that was opened right after it', async () => {
    await openPage()
    await user.click(button('Open'))
    await layers(1)
    await user.click(button('Close'))
    await user.click(button('Open'))
    await layers(1)
    await user.click(button('Replace'))
    await shown('Second')
    await layers(1)
    await back()
    await shown()
  })

  it('reaches over what a dialog has left below another page', async () => {
    const url = await openPage()
    await user.click(button('Open'))
    await layers(1)
    // A link in the dialog.
    window.history.pushState({ idx: count + 1, key: 'next' }, '', `${url}-next`)
    cleanup()
    syncHistory()
    await back()
    await waitFor(() => expect(window.location.pathname).toBe(url))
    await layers(undefined)
    await back()
    await waitFor(() => expect(window.location.pathname).toBe(`${url}-before`))
  })

  it('reaches a busy dialog at each press, which stays open', async () => {
    await openPage()
    const leave = vi.fn()
    render(<Box title="Busy" onClose={leave} />)
    await layers(1)
    await back()
    await waitFor(() => expect(leave).toHaveBeenCalledOnce())
    await layers(1)
    await shown('Busy')
  })
})

describe('a confirmation', () => {
  function open(onConfirm: () => Promise<unknown>) {
    const onClose = vi.fn()
    const labels = { confirmLabel: 'Delete', cancelLabel: 'Keep', busyLabel: 'Deleting...' }
    const texts = { title: 'Delete Lantern', message: 'Are you sure?', ...labels }
    const problem = (error: unknown) => (error as Error).message
    render(<ConfirmDialog {...texts} onConfirm={onConfirm} problem={problem} onClose={onClose} />)
    return onClose
  }
  const press = (name: string) => user.click(button(name))

  it('confirms once and cannot be closed while that is pending', async () => {
    const { released, release } = held()
    const confirm = vi.fn(() => released.then(() => undefined))
    const onClose = open(confirm)
    const remove = button('Delete')
    // In one task: nothing is rendered in between.
    act(() => {
      remove.click()
      remove.click()
    })
    await press('Deleting...')
    await user.keyboard('{Enter}')
    for (const name of ['Keep', 'Close']) await press(name)
    await user.keyboard('{Escape}')
    expect(confirm).toHaveBeenCalledOnce()
    expect(onClose).not.toHaveBeenCalled()
    release()
    await waitFor(() => expect(onClose).toHaveBeenCalledOnce())
  })

  it('closes without confirming, and stays open with the reason of a failure until it succeeds', async () => {
    const confirm = vi
      .fn()
      .mockRejectedValueOnce(new Error('Someone else was first.'))
      .mockResolvedValueOnce(undefined)
    const onClose = open(confirm)
    await press('Keep')
    expect(onClose).toHaveBeenCalledOnce()
    expect(confirm).not.toHaveBeenCalled()
    await press('Delete')
    expect(await screen.findByRole('alert')).toHaveTextContent('Someone else was first.')
    expect(onClose).toHaveBeenCalledOnce()
    await press('Delete')
    await waitFor(() => expect(onClose).toHaveBeenCalledTimes(2))
  })
})
