import { screen, waitFor, within } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { expect } from 'vitest'

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

export const seeNoDialog = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
