import { screen, waitFor } from '@testing-library/react'
import { expect } from 'vitest'

/** Waits until each of these texts is visible. */
export async function see(...texts: (string | RegExp)[]) {
  for (const text of texts) expect(await screen.findByText(text)).toBeVisible()
}

/** Waits until a link with this name leads to this path. */
export async function seeLink(name: string, href: string) {
  const link = await screen.findByRole('link', { name })
  await waitFor(() => expect(link).toHaveAttribute('href', href))
}

/** Waits until this is said below the field. */
export const seeBelow = (field: HTMLElement, text: string | RegExp) =>
  waitFor(() => expect(field).toHaveAccessibleDescription(text))

/** The parameters of a recorded request. */
export const queryParams = (query: URLSearchParams | undefined) => Object.fromEntries(query ?? [])
