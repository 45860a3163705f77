import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { type FormEvent, useState } from 'react'
import { expect, it, vi } from 'vitest'
import { TextField } from '@/components/form/text-field'
import { Button } from '@/components/ui/button'
import { toastError } from '@/components/ui/toast'
import { Toaster } from '@/components/ui/toaster'
import { Dialog } from './dialog'

type Props = { onSubmit?: () => void; disabled?: boolean; opened?: boolean }

function Page({ onSubmit, disabled = false, opened = false }: Props) {
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
            footer={<Button type="submit">Save</Button>}
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
  // The backdrop is the parent of the dialog, and pointer events of the page are off.
  const user = userEvent.setup({ pointerEventsCheck: 0 })
  const { rerender } = render(<Page {...props} />)
  const opener = screen.getByRole('button', { name: 'Create Code', hidden: true })
  if (!props.opened) await user.click(opener)
  return { user, opener, rerender, dialog: screen.getByRole('dialog', { name: 'Create Code' }) }
}

it('has a name and a description, and traps the focus', async () => {
  const { user, dialog } = await open()
  expect(dialog).toHaveAccessibleDescription('A code works once.')
  expect(screen.getByLabelText('Code')).toHaveFocus()
  for (let press = 0; press < 4; press++) {
    await user.tab()
    expect(dialog).toContainElement(document.activeElement as HTMLElement)
  }
})

it.each(['Escape', 'its button'])('closes with %s and returns the focus', async (way) => {
  const { user, opener, dialog } = await open({ onSubmit: () => undefined })
  if (way === 'Escape') await user.keyboard('{Escape}')
  else await user.click(screen.getByRole('button', { name: 'Close' }))
  expect(dialog).not.toBeInTheDocument()
  await waitFor(() => expect(opener).toHaveFocus())
})

it.each([
  ['the opener is disabled', {}],
  ['there is no opener', { opened: true }],
])('focuses the page on closing when %s', async (_case, props) => {
  const { user, rerender } = await open(props)
  rerender(<Page disabled />)
  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.getByRole('main')).toHaveFocus())
})

it('submits as a form, which a click on the backdrop does not close', async () => {
  const save = vi.fn()
  const { user, dialog } = await open({ onSubmit: save })
  await user.type(screen.getByLabelText('Code'), 'abc{Enter}')
  expect(save).toHaveBeenCalledOnce()
  await user.click(dialog.parentElement!)
  expect(screen.getByLabelText('Code')).toHaveValue('abc')
})

it('closes with a click on the backdrop when it is no form, and nothing was typed', async () => {
  const { user, dialog } = await open()
  await user.type(screen.getByLabelText('Code'), 'abc')
  await user.click(dialog.parentElement!)
  expect(screen.getByLabelText('Code')).toHaveValue('abc')
  await user.clear(screen.getByLabelText('Code'))
  await user.click(dialog.parentElement!)
  expect(dialog).not.toBeInTheDocument()
})

it('stays open when a toast above it is dismissed', async () => {
  const { user, dialog } = await open()
  toastError('Error', 'Failed to update order status')
  await user.click(await screen.findByRole('button', { name: 'Dismiss' }))
  await waitFor(() => expect(screen.queryByText('Failed to update order status')).not.toBeInTheDocument())
  expect(dialog).toBeVisible()
})
