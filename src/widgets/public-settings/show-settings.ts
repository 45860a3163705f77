import { fetchPublicSettings, type PublicSettings } from '@/entities/settings/public'
import { type PriceName, priceText } from '@/lib/prices'

/** Before the server has responded; places are left; all are taken; none is offered. */
export type LaunchState = 'unknown' | 'open' | 'gone' | 'none'

/** Fills in the prerendered markup without React: the owner's prices, and how many places are left, and the address for questions (D26, D66). */
function show(page: ParentNode, settings: PublicSettings) {
  const { launch_places: places, launch_places_left: left } = settings
  const state: LaunchState = left > 0 ? 'open' : places > 0 ? 'gone' : 'none'
  for (const text of page.querySelectorAll<HTMLElement>('[data-when]')) {
    text.hidden = !text.dataset.when?.split(' ').includes(state)
  }
  for (const element of page.querySelectorAll<HTMLElement>('[data-price]')) {
    const name = element.dataset.price as PriceName
    element.textContent = name === 'launch_places' ? String(places) : priceText(settings[name])
  }
  for (const element of page.querySelectorAll('[data-left]')) element.textContent = String(left)
  for (const link of page.querySelectorAll<HTMLAnchorElement>('a[data-contact]')) {
    if (settings.contact_address === null) continue
    link.textContent = settings.contact_address
    link.href = `mailto:${settings.contact_address}`
  }
  for (const tally of page.querySelectorAll('[data-tally]')) showTally(tally, places, places - left)
}

function showTally(tally: Element, places: number, taken: number) {
  tally.removeAttribute('aria-hidden')
  tally.setAttribute('aria-label', `${taken} of ${places} places taken`)
  const groups = [...tally.children]
  for (let group = groups.length; group * 5 < places; group++) {
    const like = groups[group % groups.length]
    if (like) tally.append(like.cloneNode(true))
  }
  tally.querySelectorAll('path').forEach((stroke, place) => {
    stroke.toggleAttribute('data-taken', place < taken)
    if (place >= places) stroke.remove()
  })
  for (const group of groups) if (!group.hasChildNodes()) group.remove()
}

export async function showPublicSettings(page: ParentNode) {
  try {
    show(page, await fetchPublicSettings())
  } catch {
    // The texts for 'unknown' stay.
  }
}
