import { act, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { held } from '@tests/support/held'
import { expect, it, vi } from 'vitest'
import { ConfirmDialog } from './confirm-dialog'

function ask(onConfirm: () => Promise<string | undefined>) {
  const onClose = vi.fn()
  render(
    <ConfirmDialog
      title="Delete Lantern"
      question="Are you sure?"
      confirmLabel="Delete"
      cancelLabel="Keep"
      busyLabel="Deleting..."
      onConfirm={onConfirm}
      onClose={onClose}
    />,
  )
  const button = (name: string) => screen.getByRole('button', { name })
  return { onClose, button, user: userEvent.setup() }
}

it('calls once when it is confirmed again while that is pending, by pointer and by key', async () => {
  const answer = held()
  const confirm = vi.fn(() => answer.released.then(() => undefined))
  const { button, user, onClose } = ask(confirm)
  const first = button('Delete')
  // In one task: nothing is rendered in between.
  act(() => {
    first.click()
    first.click()
  })
  await user.click(button('Deleting...'))
  await user.keyboard('{Enter}')
  expect(confirm).toHaveBeenCalledTimes(1)
  expect(onClose).not.toHaveBeenCalled()
  answer.release()
  await waitFor(() => expect(onClose).toHaveBeenCalledTimes(1))
})

it.each(['Keep', 'Close'])('cannot be left by %s while that is pending', async (way) => {
  const answer = held()
  const { button, user, onClose } = ask(() => answer.released.then(() => undefined))
  await user.click(button('Delete'))
  await user.click(button(way))
  await user.keyboard('{Escape}')
  expect(onClose).not.toHaveBeenCalled()
  answer.release()
  await waitFor(() => expect(onClose).toHaveBeenCalledTimes(1))
})

it('stays open with the reason when it failed, and can be confirmed again', async () => {
  const confirm = vi.fn(async (): Promise<string | undefined> => 'Somebody else was quicker.')
  const { button, user, onClose } = ask(confirm)
  await user.click(button('Delete'))
  expect(await screen.findByRole('alert')).toHaveTextContent('Somebody else was quicker.')
  expect(onClose).not.toHaveBeenCalled()
  confirm.mockResolvedValueOnce(undefined)
  await user.click(button('Delete'))
  await waitFor(() => expect(onClose).toHaveBeenCalledTimes(1))
  expect(confirm).toHaveBeenCalledTimes(2)
})

it('is left without a call', async () => {
  const confirm = vi.fn(async () => undefined)
  const { button, user, onClose } = ask(confirm)
  await user.click(button('Keep'))
  expect(onClose).toHaveBeenCalledTimes(1)
  expect(confirm).not.toHaveBeenCalled()
})
