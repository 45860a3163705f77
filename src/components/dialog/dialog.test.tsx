import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { expect, it, vi } from 'vitest'
import { TextField } from '@/components/form/text-field'
import { Button } from '@/components/ui/button'
import { toastError } from '@/components/ui/toast'
import { Toaster } from '@/components/ui/toaster'
import { Dialog } from './dialog'

type Props = { onSubmit?: () => void; spent?: boolean; opened?: boolean }

function Page({ onSubmit, spent = false, opened = false }: Props) {
  const [open, setOpen] = useState(opened)
  return (
    <main id="main" tabIndex={-1}>
      <Button disabled={spent} onClick={() => setOpen(true)}>
        Create Code
      </Button>
      {open ? (
        <Dialog
          title="Create Code"
          description="A code works once."
          onClose={() => setOpen(false)}
          onSubmit={
            onSubmit &&
            ((event) => {
              event.preventDefault()
              onSubmit()
            })
          }
          footer={
            <Button type="submit" variant="primary">
              Save
            </Button>
          }
        >
          <TextField label="Code" />
        </Dialog>
      ) : null}
    </main>
  )
}

it('is named, described, and keeps focus inside', async () => {
  const user = userEvent.setup()
  render(<Page />)
  await user.click(screen.getByRole('button', { name: 'Create Code' }))
  const dialog = screen.getByRole('dialog', { name: 'Create Code' })
  expect(dialog).toHaveAccessibleDescription('A code works once.')
  expect(screen.getByLabelText('Code')).toHaveFocus()
  for (let press = 0; press < 4; press++) {
    await user.tab()
    expect(dialog).toContainElement(document.activeElement as HTMLElement)
  }
})

it.each(['Escape', 'the cross'])('closes by %s and gives focus back', async (way) => {
  const user = userEvent.setup()
  render(<Page onSubmit={() => undefined} />)
  const opener = screen.getByRole('button', { name: 'Create Code' })
  await user.click(opener)
  if (way === 'Escape') await user.keyboard('{Escape}')
  else await user.click(screen.getByRole('button', { name: 'Close' }))
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
  await waitFor(() => expect(opener).toHaveFocus())
})

it('gives focus to the page when what opened it can no longer take it', async () => {
  const user = userEvent.setup()
  const { rerender } = render(<Page />)
  await user.click(screen.getByRole('button', { name: 'Create Code' }))
  rerender(<Page spent />)
  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.getByRole('main')).toHaveFocus())
})

it('gives focus to the page when nothing opened it: its address did', async () => {
  const user = userEvent.setup()
  render(<Page opened />)
  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.getByRole('main')).toHaveFocus())
})

it('as a form it submits, and the scrim does not lose what was typed', async () => {
  const user = userEvent.setup({ pointerEventsCheck: 0 })
  const save = vi.fn()
  render(<Page onSubmit={save} />)
  await user.click(screen.getByRole('button', { name: 'Create Code' }))
  await user.type(screen.getByLabelText('Code'), 'abc{Enter}')
  expect(save).toHaveBeenCalledOnce()
  const scrim = screen.getByRole('dialog').parentElement
  await user.click(scrim!)
  expect(screen.getByLabelText('Code')).toHaveValue('abc')
})

it('without a form the scrim closes it', async () => {
  const user = userEvent.setup({ pointerEventsCheck: 0 })
  render(<Page />)
  await user.click(screen.getByRole('button', { name: 'Create Code' }))
  await user.click(screen.getByRole('dialog').parentElement!)
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
})

it('stays when a notice over it is dismissed', async () => {
  const user = userEvent.setup({ pointerEventsCheck: 0 })
  render(
    <>
      <Page opened />
      <Toaster />
    </>,
  )
  toastError('Error', 'Failed to update order status')
  await user.click(await screen.findByRole('button', { name: 'Dismiss' }))
  await waitFor(() => expect(screen.queryByText('Failed to update order status')).not.toBeInTheDocument())
  expect(screen.getByRole('dialog', { name: 'Create Code' })).toBeVisible()
})
