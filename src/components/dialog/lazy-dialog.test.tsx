import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { type ComponentType, useEffect, useState } from 'react'
import { beforeEach, expect, it, onTestFinished, vi } from 'vitest'
import { TextField } from '@/components/form/text-field'
import * as settled from '@/lib/supabase-lazy/settled'
import { Dialog } from './dialog'
import { lazyDialog } from './lazy-dialog'

type Props = { onClose: () => void }

const page = { settle: () => {} }

function Content({ onClose }: Props) {
  return (
    <Dialog title="Redeem Lantern" onClose={onClose}>
      <TextField label="Delivery email" />
    </Dialog>
  )
}

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
        {isOpen ? <Lazy frame={{ title: 'Redeem Lantern' }} onClose={() => setOpen(false)} /> : null}
      </div>
    )
  }
  render(<Page />, { reactStrictMode: true })
  const user = userEvent.setup()
  const opener = screen.getByRole('button', { name: 'Redeem' })
  return { code, user, opener, open: () => user.click(opener) }
}

const contentShown = () => screen.findByLabelText('Delivery email')
const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

beforeEach(() => {
  const pageSettles = () => new Promise<void>((resolve) => (page.settle = resolve))
  vi.spyOn(settled, 'whenSettled').mockImplementation(pageSettles)
})

it('shows its frame with the focus before its code arrives, then fills it', async () => {
  const { code, user, opener, open } = renderDialog()
  const root = document.getElementById('root')
  await open()
  expect(screen.getByRole('dialog', { name: 'Redeem Lantern', busy: true })).toHaveFocus()
  await waitFor(() => expect(root).toHaveProperty('inert', true))
  code.arrive()
  expect(await contentShown()).toBeVisible()
  expect(screen.getAllByRole('dialog')).toHaveLength(1)
  expect(root).toHaveProperty('inert', false)
  await user.keyboard('{Escape}')
  await waitFor(() => expect(opener).toHaveFocus())
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
})

it.each(['Escape', 'its button'])('stays closed when its code arrives after closing with %s', async (way) => {
  const { code, user, opener, open } = renderDialog()
  await open()
  if (way === 'Escape') await user.keyboard('{Escape}')
  else await user.click(screen.getByRole('button', { name: 'Close' }))
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
  expect(opener).toHaveFocus()
  code.arrive()
  // After the paint that the content waits for.
  await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)))
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
})

it('shows an error in the frame when its code cannot be loaded, and retries', async () => {
  const { code, user, open } = renderDialog()
  await open()
  code.fail()
  expect(await screen.findByText('This could not be loaded.')).toBeVisible()
  expect(screen.getByRole('dialog', { busy: false })).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  expect(screen.getByRole('dialog', { busy: true })).toBeVisible()
  code.arrive()
  expect(await contentShown()).toBeVisible()
})

it('prefetches its code once the page has settled, and still paints the frame first', async () => {
  const { code, open } = renderDialog()
  expect(code.requests).toBe(0)
  page.settle()
  await waitFor(() => expect(code.requests).toBe(1))
  code.arrive()
  await wait(0)
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

it('shows its content in a window that is not painted', async () => {
  const frames = vi.spyOn(window, 'requestAnimationFrame').mockReturnValue(0)
  onTestFinished(() => frames.mockRestore())
  const { code, open } = renderDialog()
  await open()
  code.arrive()
  expect(await contentShown()).toBeVisible()
})

it('repeats a failed prefetch when it opens', async () => {
  const { code, open } = renderDialog()
  page.settle()
  await waitFor(() => expect(code.requests).toBe(1))
  code.fail()
  await wait(0)
  await open()
  expect(code.requests).toBeGreaterThan(1)
  code.arrive()
  expect(await contentShown()).toBeVisible()
})

it('stays as it is until history has gone back, and is not opened again meanwhile', async () => {
  const opened = vi.fn()
  function Counted(props: Props) {
    useEffect(opened, [])
    return <Content {...props} />
  }
  const Lazy = lazyDialog<Props>(async () => Counted, { goesBack: true })
  function Page() {
    const [isOpen, setOpen] = useState(true)
    // As `popstate` comes in a later task.
    const close = () => void setTimeout(() => setOpen(false), 50)
    return isOpen ? <Lazy frame={{ title: 'Redeem Lantern' }} onClose={close} /> : null
  }
  render(<Page />)
  expect(await contentShown()).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
  expect(opened).toHaveBeenCalledTimes(1)
})
