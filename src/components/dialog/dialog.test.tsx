import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import userEvent, { type UserEvent } from '@testing-library/user-event'
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
import { followHistory, matchHistory } from './open-dialogs'

const button = (name: string) => screen.getByRole('button', { name, hidden: true })
const noDialog = () => waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())

describe('a dialog', () => {
  type Props = { onSubmit?: () => void; disabled?: boolean; opened?: boolean; busy?: boolean }

  function Page({ onSubmit, disabled = false, opened = false, busy }: Props) {
    const [isOpen, setOpen] = useState(opened)
    function submit(event: FormEvent) {
      event.preventDefault()
      onSubmit?.()
    }
    const form = {
      title: 'Create Code',
      description: 'A code works once.',
      onClose: () => setOpen(false),
      onSubmit: onSubmit && submit,
      busy,
      footer: (
        <>
          <CancelButton />
          <Button type="submit">Save</Button>
        </>
      ),
    }
    return (
      <>
        <main id="main" tabIndex={-1}>
          <Button disabled={disabled} onClick={() => setOpen(true)}>
            Create Code
          </Button>
          {isOpen ? (
            <Dialog {...form}>
              <TextField label="Code" />
            </Dialog>
          ) : null}
        </main>
        <Toaster />
      </>
    )
  }

  async function open(props: Props = {}) {
    // The backdrop is the parent of the dialog, and pointer events of the page are off.
    const user = userEvent.setup({ pointerEventsCheck: 0 })
    const { rerender } = render(<Page {...props} />)
    if (!props.opened) await user.click(button('Create Code'))
    return { user, rerender, dialog: screen.getByRole('dialog', { name: 'Create Code' }) }
  }
  const field = () => screen.getByLabelText('Code')

  it('has a name and a description, and traps the focus', async () => {
    const { user, dialog } = await open()
    expect(dialog).toHaveAccessibleDescription('A code works once.')
    expect(field()).toHaveFocus()
    for (let press = 0; press < 4; press++) {
      await user.tab()
      expect(dialog).toContainElement(document.activeElement as HTMLElement)
    }
  })

  it.each(['Escape', 'its button'])('closes with %s and returns the focus', async (way) => {
    const { user } = await open({ onSubmit: () => undefined })
    if (way === 'Escape') await user.keyboard('{Escape}')
    else await user.click(button('Close'))
    await noDialog()
    await waitFor(() => expect(button('Create Code')).toHaveFocus())
  })

  it.each([
    ['the opener is disabled', {}],
    ['there is no opener', { opened: true }],
  ])('gives the focus to the page on closing when %s', async (_case, props) => {
    const { user, rerender } = await open(props)
    rerender(<Page disabled />)
    await user.keyboard('{Escape}')
    await waitFor(() => expect(screen.getByRole('main')).toHaveFocus())
  })

  it('submits as a form, which a click on the backdrop does not close', async () => {
    const save = vi.fn()
    const { user, dialog } = await open({ onSubmit: save })
    await user.type(field(), 'abc{Enter}')
    expect(save).toHaveBeenCalledOnce()
    await user.click(dialog.parentElement!)
    expect(field()).toHaveValue('abc')
  })

  it('closes with a click on the backdrop when it is no form, and nothing was typed', async () => {
    const { user, dialog } = await open()
    await user.type(field(), 'abc')
    await user.click(dialog.parentElement!)
    expect(field()).toHaveValue('abc')
    await user.clear(field())
    await user.click(dialog.parentElement!)
    await noDialog()
  })

  it.each([
    ['switch', async (user: UserEvent) => user.click(screen.getByLabelText('Active'))],
    ['radio', async (user: UserEvent) => user.click(screen.getByLabelText('By link'))],
    ['select', async (user: UserEvent) => user.selectOptions(screen.getByLabelText('Valid for'), '60')],
    ['cleared text', async (user: UserEvent) => user.clear(screen.getByLabelText('Reason'))],
  ])('asks before a changed %s is lost, and not for one that takes effect at once', async (_kind, change) => {
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
    const user = userEvent.setup({ pointerEventsCheck: 0 })
    await user.click(screen.getByLabelText('Keys'))
    await user.keyboard('{Escape}')
    expect(close).toHaveBeenCalledTimes(1)
    await change(user)
    await user.click(screen.getByRole('dialog').parentElement!)
    await user.keyboard('{Escape}')
    expect(screen.getByRole('alertdialog')).toHaveAccessibleName('Discard your changes?')
    expect(close).toHaveBeenCalledTimes(1)
    await user.click(screen.getByRole('button', { name: 'Discard' }))
    expect(close).toHaveBeenCalledTimes(2)
  })

  it('closes without asking once what was changed is as before', async () => {
    const close = vi.fn()
    render(
      <Dialog title="Edit" onClose={close}>
        <Switch label="Active" defaultChecked />
      </Dialog>,
    )
    const user = userEvent.setup()
    await user.dblClick(screen.getByLabelText('Active'))
    await user.keyboard('{Escape}')
    expect(close).toHaveBeenCalledOnce()
  })

  it('is closed by nothing while it is busy', async () => {
    const { user, dialog, rerender } = await open({ busy: true })
    await user.keyboard('{Escape}')
    await user.click(button('Close'))
    await user.click(button('Cancel'))
    await user.click(dialog.parentElement as HTMLElement)
    expect(dialog).toBeInTheDocument()
    rerender(<Page busy={false} />)
    await user.click(button('Cancel'))
    await noDialog()
  })

  it('stays open when what opened it is clicked twice', async () => {
    const { dialog } = await open()
    fireEvent.mouseDown(dialog.parentElement!, { detail: 2 })
    expect(fireEvent.click(button('Close'), { detail: 2 }), 'where the opener was').toBe(false)
    expect(dialog).toBeVisible()
    fireEvent.click(button('Close'), { detail: 1 })
    await noDialog()
  })

  it('stays open when a toast above it is dismissed', async () => {
    const { user, dialog } = await open()
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
          <button type="button" onClick={() => setOpen(true)}>
            Redeem
          </button>
          {isOpen ? <Lazy frame={frame} onClose={() => setOpen(false)} /> : null}
        </div>
      )
    }
    render(<Page />, { reactStrictMode: true })
    const user = userEvent.setup()
    return { code, user, open: () => user.click(button('Redeem')) }
  }

  /** Opens the page, and lets it settle, which requests the code. */
  async function prefetch() {
    const page = renderDialog()
    expect(page.code.requests).toBe(0)
    settle()
    await waitFor(() => expect(page.code.requests).toBe(1))
    return page
  }

  const contentShown = () => screen.findByLabelText('Delivery email')
  const loaded = () => new Promise((resolve) => setTimeout(resolve))

  beforeEach(() => {
    const pageSettles = () => new Promise<void>((resolve) => (settle = resolve))
    vi.spyOn(initialLoad, 'afterInitialLoad').mockImplementation(pageSettles)
  })

  it('shows its frame with the focus before its code arrives, then fills it', async () => {
    const { code, user, open } = renderDialog()
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

  it.each(['Escape', 'its button'])(
    'stays closed when its code arrives after closing with %s',
    async (way) => {
      const { code, user, open } = renderDialog()
      await open()
      if (way === 'Escape') await user.keyboard('{Escape}')
      else await user.click(button('Close'))
      await noDialog()
      expect(button('Redeem')).toHaveFocus()
      code.arrive()
      // After the paint that the content waits for.
      await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)))
      expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
    },
  )

  it('shows an error in the frame when its code cannot be loaded, and retries', async () => {
    const { code, user, open } = renderDialog()
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
    const { code, open } = await prefetch()
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
    const { code, open } = await prefetch()
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
    return { user: userEvent.setup(), url }
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

  beforeAll(followHistory)

  it('closes a dialog, and then leaves the page', async () => {
    const { user, url } = await openPage()
    await user.click(button('Open'))
    await layers(1)
    await back()
    await shown()
    expect(window.location.pathname).toBe(url)
    await back()
    await waitFor(() => expect(window.location.pathname).toBe(`${url}-before`))
  })

  it('leaves the page at once after a dialog was closed by its button, wherever it wrote into the address', async () => {
    const { user, url } = await openPage()
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
    const { user } = await openPage()
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

  it('closes one of two dialogs at a time', async () => {
    const { user } = await openPage()
    await user.click(button('Open'))
    await user.click(button('Add'))
    await layers(2)
    await back()
    await shown('First')
    await back()
    await shown()
  })

  it('reaches over what a dialog has left below another page', async () => {
    const { user, url } = await openPage()
    await user.click(button('Open'))
    await layers(1)
    // A link in the dialog.
    window.history.pushState({ idx: count + 1, key: 'next' }, '', `${url}-next`)
    cleanup()
    matchHistory()
    await back()
    await waitFor(() => expect(window.location.pathname).toBe(url))
    await layers(undefined)
    await back()
    await waitFor(() => expect(window.location.pathname).toBe(`${url}-before`))
  })

  it('is told of again by a dialog that does not close while it works', async () => {
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
  type Confirm = () => Promise<string | undefined>

  function open(onConfirm: Confirm) {
    const onClose = vi.fn()
    const labels = { confirmLabel: 'Delete', cancelLabel: 'Keep', busyLabel: 'Deleting...' }
    const texts = { title: 'Delete Lantern', question: 'Are you sure?', ...labels }
    render(<ConfirmDialog {...texts} onConfirm={onConfirm} onClose={onClose} />)
    const user = userEvent.setup()
    const closed = () => waitFor(() => expect(onClose).toHaveBeenCalledOnce())
    return { onClose, user, closed, press: (name: string) => user.click(button(name)) }
  }

  it('confirms once and cannot be closed while that is pending', async () => {
    const { released, release } = held()
    const confirm = vi.fn(() => released.then(() => undefined))
    const { press, user, onClose, closed } = open(confirm)
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
    await closed()
  })

  it('stays open with the reason of a failure, and can be confirmed again', async () => {
    const confirm = vi.fn<Confirm>(async () => 'Someone else was first.')
    const { press, onClose, closed } = open(confirm)
    await press('Delete')
    expect(await screen.findByRole('alert')).toHaveTextContent('Someone else was first.')
    expect(onClose).not.toHaveBeenCalled()
    confirm.mockResolvedValueOnce(undefined)
    await press('Delete')
    await closed()
    expect(confirm).toHaveBeenCalledTimes(2)
  })

  it('closes without confirming', async () => {
    const confirm = vi.fn<Confirm>(async () => undefined)
    const { press, closed } = open(confirm)
    await press('Keep')
    await closed()
    expect(confirm).not.toHaveBeenCalled()
  })
})
