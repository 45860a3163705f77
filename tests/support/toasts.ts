import { screen, waitFor, within } from '@testing-library/react'
import { expect } from 'vitest'

/** Waits for a toast with this title and this sentence. */
export async function seeToast(title: string, sentence: string | RegExp) {
  await waitFor(() => {
    const region = within(screen.getByRole('region', { name: /Notifications/ }))
    const toasts = region.getAllByText(title).map(({ parentElement }) => within(parentElement!))
    const [found = null] = toasts.flatMap((toast) => toast.queryAllByText(sentence))
    expect(found).toBeVisible()
  })
}

/** How many toasts have this title. */
export function toastsTitled(title: string): number {
  return screen.queryAllByText(title).length
}
