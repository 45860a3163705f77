import { screen, waitFor, within } from '@testing-library/react'
import { expect } from 'vitest'

/** Waits for a toast with this title, and with this sentence. */
export async function seeToast(title: string, sentence?: string | RegExp) {
  // By its label: asking for roles would look at all of the page at each change.
  const region = within(await screen.findByLabelText(/^Notifications/, { selector: 'section' }))
  await waitFor(() => {
    const titles = region.getAllByText(title)
    const sentences = ({ parentElement }: HTMLElement) =>
      within(parentElement!).queryAllByText(sentence ?? '')
    const [found = null] = sentence ? titles.flatMap(sentences) : titles
    expect(found).toBeVisible()
  })
}

/** How many toasts have this title. */
export function toastsTitled(title: string): number {
  return screen.queryAllByText(title).length
}
