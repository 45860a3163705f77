import { act, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { held } from '@tests/support/held'
import { expect, it, vi } from 'vitest'
import { ConfirmDialog } from './confirm-dialog'

type Confirm = () => Promise<string | undefined>

function open(onConfirm: Confirm) {
  const onClose = vi.fn()
  const labels = { confirmLabel: 'Delete', cancelLabel: 'Keep', busyLabel: 'Deleting...' }
  const texts = { title: 'Delete Lantern', question: 'Are you sure?', ...labels }
  render(<ConfirmDialog {...texts} onConfirm={onConfirm} onClose={onClose} />)
  const user = userEvent.setup()
  const press = (name: string) => user.click(screen.getByRole('button', { name }))
  return { onClose, press, user, closed: () => waitFor(() => expect(onClose).toHaveBeenCalledOnce()) }
}

it('confirms once and cannot be closed while that is pending', async () => {
  const { released, release } = held()
  const confirm = vi.fn(() => released.then(() => undefined))
  const { press, user, onClose, closed } = open(confirm)
  const button = screen.getByRole('button', { name: 'Delete' })
  // In one task: nothing is rendered in between.
  act(() => {
    button.click()
    button.click()
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
