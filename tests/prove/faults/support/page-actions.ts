import type { Locator, Page } from '@playwright/test'
import { passTime } from '../../../e2e/support/inbox.ts'
import type { Ready } from './writing.ts'

/** Presses a button as soon as it appears, where `click` alone polls every half second. */
export async function press(button: Locator) {
  await button.waitFor()
  await button.click()
}

/** Fills in fields by their labels; returns how to submit the form. */
export async function form(
  within: Page | Locator,
  fields: Record<string, string>,
  button: string | RegExp,
  effect?: Ready['effect'],
): Promise<Ready> {
  const typed = Object.entries(fields).map(([label, value]): [Locator, string] => [
    within.getByLabel(new RegExp(`^${label}( ?\\(|$)`)).filter({ visible: true }),
    value,
  ])
  for (const [field, value] of typed) {
    await field.waitFor()
    await field.fill(value)
  }
  return { submit: () => press(within.getByRole('button', { name: button })), typed, effect }
}

/** A button that asks for confirmation, which a failure may leave open. */
export function confirmed(opens: Locator, confirms: Locator, effect: Ready['effect']): Ready {
  const submit = async () => {
    if (!(await confirms.isVisible())) await press(opens)
    await press(confirms)
  }
  return { submit, effect }
}

/** Goes to a path as a link of the app does, by way of the 404 page, which closes what is open; loads a page only once. */
export async function visit(page: Page, path: string) {
  if (page.url() === 'about:blank') {
    await page.goto(path)
    return
  }
  await follow(page, '/nowhere')
  await page.getByRole('heading', { name: 'Oops! Page not found' }).waitFor()
  await follow(page, path)
}

function follow(page: Page, path: string) {
  return page.evaluate((to) => {
    history.pushState(null, '', to)
    dispatchEvent(new PopStateEvent('popstate'))
  }, path)
}

let hours = 0

/** An hour passes: the oldest requests from this network address are forgotten, of which ten an hour are taken. */
export async function passHour() {
  hours += 1
  await passTime(hours * 61)
}
