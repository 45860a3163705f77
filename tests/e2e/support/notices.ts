import { expect, type Page } from '@playwright/test'

/** The bell that is visible at this width; /dashboard has a row with a longer name as well. */
export const bell = (page: Page, name: string | RegExp = /^Notices(, \d+ unread)?$/) =>
  page.getByRole('button', { name, exact: true }).filter({ visible: true })

/** Opens a page and waits until its live channel has been joined, once the page has settled. */
export async function openLive(page: Page, path: string) {
  const socket = page.waitForEvent('websocket')
  await page.goto(path)
  const joined = (frame: { payload: string | Buffer }) =>
    String(frame.payload).includes('Subscribed to PostgreSQL')
  await (await socket).waitForEvent('framereceived', { predicate: joined })
}

/** Opens the notices from the bell. */
export async function openNotices(page: Page) {
  await bell(page).click()
  const panel = page.getByRole('dialog', { name: 'Notices' })
  await expect(panel).toBeVisible()
  return panel
}
