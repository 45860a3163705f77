import { fetchLaunchSpotsLeft } from '@/entities/launch/spots'
import { brand } from '@/lib/brand'

export type LaunchState = 'unknown' | 'open' | 'gone'

/** Fills in the prerendered markup without React (D26); at 0, shows the full price. */
function showLaunchSpots(page: ParentNode, left: number) {
  const state: LaunchState = left > 0 ? 'open' : 'gone'
  const taken = brand.launchSpots - left
  for (const text of page.querySelectorAll<HTMLElement>('[data-when]')) {
    text.hidden = !text.dataset.when?.split(' ').includes(state)
  }
  for (const figure of page.querySelectorAll('[data-left]')) figure.textContent = String(left)
  for (const tally of page.querySelectorAll('[data-tally]')) {
    tally.removeAttribute('aria-hidden')
    tally.setAttribute('aria-label', `${taken} of ${brand.launchSpots} places taken`)
    tally.querySelectorAll('path').forEach((stroke, place) => {
      stroke.toggleAttribute('data-taken', place < taken)
    })
  }
}

export async function loadLaunchSpots(page: ParentNode) {
  try {
    showLaunchSpots(page, await fetchLaunchSpotsLeft())
  } catch {
    // The texts for 'unknown' stay.
  }
}
