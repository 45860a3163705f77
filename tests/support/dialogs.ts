import { fireEvent, type Matcher, screen, waitFor, within } from '@testing-library/react'
import userEvent, { type UserEvent } from '@testing-library/user-event'
import { expect, vi } from 'vitest'

/** Opens the dialog of this name by a button, and returns ways to use it. */
export async function openDialog(user: UserEvent, opener: string, name: string) {
  await user.click(await screen.findByRole('button', { name: opener }))
  const dialog = await screen.findByRole('dialog', { name, busy: false })
  const inside = within(dialog)
  return {
    user,
    dialog,
    inside,
    field: (label: string | RegExp) => inside.getByLabelText(label),
    press: (button: string | RegExp) => user.click(inside.getByRole('button', { name: button })),
    seeAlert: async (text: string | RegExp) =>
      expect(await inside.findByRole('alert')).toHaveTextContent(text),
    close: () => user.click(inside.getAllByRole('button', { name: 'Close' }).at(-1) ?? dialog),
  }
}

/** The form of a dialog that is open, or opening. */
export async function openedDialog(name?: string | RegExp) {
  const user = userEvent.setup({ delay: null })
  const dialog = within(await screen.findByRole('dialog', { name, busy: false }))
  const field = (label: Matcher) => dialog.getByLabelText(label)
  return {
    dialog,
    field,
    fill: async (label: Matcher, value: string) =>
      fireEvent.change(await dialog.findByLabelText(label), { target: { value } }),
    select: async (label: Matcher, option: string) =>
      user.selectOptions(await dialog.findByLabelText(label), option),
    press: (button: string) => user.click(dialog.getByRole('button', { name: button })),
    /** Waits for the hint or message of a field. */
    describes: (label: Matcher, message: string | RegExp) =>
      waitFor(() => expect(field(label)).toHaveAccessibleDescription(message)),
    focuses: (label: Matcher) => waitFor(() => expect(field(label)).toHaveFocus()),
  }
}

export const seeNoDialog = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())

/** For a handler: while it has not responded, the button that sent it says so, and its dialog stays open. */
export async function seeBusy(label: string) {
  const busy = () => screen.getByRole('button', { name: label, busy: true })
  fireEvent.keyDown(await vi.waitFor(busy, { timeout: 30_000 }), { key: 'Escape' })
  expect(busy()).toBeVisible()
}
