import { screen, waitFor, within } from '@testing-library/react'
import { expect } from 'vitest'

/** Waits for a toast with this title and a toast with this sentence. */
export async function seeToast(title: string, sentence: string | RegExp) {
  const region = await screen.findByRole('region', { name: /Notifications/ })
  await waitFor(() => {
    expect(within(region).getByText(sentence)).toBeVisible()
    expect(within(region).getAllByText(title)[0]).toBeVisible()
  })
}

/** How many toasts have this title. */
export function toastsTitled(title: string): number {
  return screen.queryAllByText(title).length
}
