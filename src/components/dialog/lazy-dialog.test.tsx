import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { type ComponentType, useState } from 'react'
import { beforeEach, expect, it, vi } from 'vitest'
import { TextField } from '@/components/form/text-field'
import { Dialog } from './dialog'
import { lazyDialog } from './lazy-dialog'

type Props = { onClose: () => void }

const page = vi.hoisted((): { settle: () => void } => ({ settle: () => undefined }))
vi.mock('@/lib/supabase-lazy/settled', () => ({
  whenSettled: () => new Promise<void>((resolve) => (page.settle = resolve)),
}))

function Content({ onClose }: Props) {
  return (
    <Dialog title="Redeem Lantern" onClose={onClose}>
      <TextField label="Delivery email" />
    </Dialog>
  )
}

/** A dialog whose code arrives, or fails to, when the test says so. */
function slowDialog() {
  const code: { asked: number; arrive: () => void; fail: () => void } = {
    asked: 0,
    arrive: () => undefined,
    fail: () => undefined,
  }
  const Lazy = lazyDialog<Props>(() => {
    code.asked += 1
    return new Promise<ComponentType<Props>>((resolve, reject) => {
      code.arrive = () => resolve(Content)
      code.fail = () => reject(new Error('no network'))
    })
  })

  function Page() {
    const [open, setOpen] = useState(false)
    return (
      <div id="root">
        <button type="button" onClick={() => setOpen(true)}>
          Redeem
        </button>
        {open ? <Lazy frame={{ title: 'Redeem Lantern' }} onClose={() => setOpen(false)} /> : null}
      </div>
    )
  }
  return { code, Page }
}

function openPage(Page: ComponentType) {
  render(<Page />, { reactStrictMode: true })
  return { user: userEvent.setup(), opener: screen.getByRole('button', { name: 'Redeem' }) }
}

beforeEach(() => {
  page.settle = () => undefined
})

it('opens its frame before its code is there, with the focus, and the page out of reach', async () => {
  const { Page } = slowDialog()
  const { user, opener } = openPage(Page)
  await user.click(opener)
  const frame = screen.getByRole('dialog', { name: 'Redeem Lantern', busy: true })
  expect(frame).toHaveFocus()
  expect(document.getElementById('root')).toHaveProperty('inert', true)
})

it('fills the frame when the code arrives, and gives the focus back where it was', async () => {
  const { code, Page } = slowDialog()
  const { user, opener } = openPage(Page)
  await user.click(opener)
  code.arrive()
  expect(await screen.findByLabelText('Delivery email')).toBeVisible()
  expect(screen.getAllByRole('dialog')).toHaveLength(1)
  expect(document.getElementById('root')).toHaveProperty('inert', false)
  await user.keyboard('{Escape}')
  await waitFor(() => expect(opener).toHaveFocus())
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
})

it.each(['Escape', 'the cross'])(
  'closes by %s while it waits, and what arrives later stays closed',
  async (way) => {
    const { code, Page } = slowDialog()
    const { user, opener } = openPage(Page)
    await user.click(opener)
    if (way === 'Escape') await user.keyboard('{Escape}')
    else await user.click(screen.getByRole('button', { name: 'Close' }))
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
    expect(opener).toHaveFocus()
    code.arrive()
    await new Promise((resolve) => setTimeout(resolve, 20))
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
  },
)

it('says so in the frame when its code cannot be had, and tries again', async () => {
  const { code, Page } = slowDialog()
  const { user, opener } = openPage(Page)
  await user.click(opener)
  code.fail()
  expect(await screen.findByText('This could not be loaded.')).toBeVisible()
  expect(screen.getByRole('dialog', { busy: false })).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  expect(screen.getByRole('dialog', { busy: true })).toBeVisible()
  code.arrive()
  expect(await screen.findByLabelText('Delivery email')).toBeVisible()
})

it('fetches its code once the page has settled, and then opens complete', async () => {
  const { code, Page } = slowDialog()
  const { user, opener } = openPage(Page)
  expect(code.asked).toBe(0)
  page.settle()
  await waitFor(() => expect(code.asked).toBe(1))
  code.arrive()
  await new Promise((resolve) => setTimeout(resolve, 0))
  await user.click(opener)
  expect(screen.getByLabelText('Delivery email')).toBeVisible()
  expect(code.asked).toBe(1)
})

it('a prefetch that failed is made up for when the dialog opens', async () => {
  const { code, Page } = slowDialog()
  const { user, opener } = openPage(Page)
  page.settle()
  await waitFor(() => expect(code.asked).toBe(1))
  code.fail()
  await new Promise((resolve) => setTimeout(resolve, 0))
  await user.click(opener)
  expect(code.asked).toBeGreaterThan(1)
  code.arrive()
  expect(await screen.findByLabelText('Delivery email')).toBeVisible()
})
