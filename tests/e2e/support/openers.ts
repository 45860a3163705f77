import { expect, type Page } from '@playwright/test'
import { waitUntilSettled } from './checks.ts'

/** Opens something on a screen; with `pressed`, by one press of a control. */
export type Open = ((page: Page) => Promise<void>) & { pressed?: { control: Control; dialog: RegExp } }

/** The name of a button or link; or the first row of a list. */
type Control = RegExp | 'row'

export function control(page: Page, name: Control) {
  if (name === 'row') return page.locator('[data-opens-row]').first()
  return page
    .getByRole('button', { name, disabled: false })
    .or(page.getByRole('link', { name }))
    .filter({ visible: true })
    .first()
}

/** Opens one dialog by a control, however often that is pressed; `opened` waits for what is in it. */
export function press(
  name: Control,
  dialog: RegExp,
  opened?: (page: Page) => Promise<void>,
  clickCount = 2,
): Open {
  const open = async (page: Page) => {
    // At the pace of a hand, so that the second click meets what the first one opened.
    await control(page, name).click({ clickCount, delay: 120 })
    await expect(page.getByRole('dialog', { name: dialog })).toHaveCount(1)
    await opened?.(page)
    await waitUntilSettled(page)
  }
  return Object.assign(open, { pressed: { control: name, dialog } })
}

/** The button of the dialog that orders a benefit. */
export const confirmation = (page: Page) =>
  page.getByRole('dialog').getByRole('button', { name: /^Redeem for/ })

/** The second press of the bell closes its panel. */
export const notifications = press(/^Notifications/, /^Notifications/, undefined, 1)

/** Opens a form and submits it empty. */
export function submitEmpty(opener: string, dialog: string, button: string, field: string): Open {
  return async (page) => {
    await page.getByRole('button', { name: opener }).click()
    const form = page.getByRole('dialog', { name: dialog })
    await form.getByRole('button', { name: button }).click()
    await expect(form.getByLabel(field, { exact: true })).toHaveAttribute('aria-invalid', 'true')
  }
}

/** The panel of the first person of a list. */
export const person = press('row', /./, (page) =>
  expect(page.getByRole('dialog').getByRole('tabpanel')).toBeVisible(),
)

export const charts: Open = async (page) => {
  const buttons = page.getByRole('button', { name: 'Show as table' })
  await expect(buttons).not.toHaveCount(0)
  while ((await buttons.count()) > 0) await buttons.first().click()
  await expect(page.getByRole('table').first()).toBeVisible()
}

export const batch: Open = async (page) => {
  await page.getByRole('button', { name: 'Create Code' }).click()
  await page.getByRole('radio', { name: 'Several codes' }).check()
  await page.getByLabel('Number of codes').fill('3')
  await page.getByRole('button', { name: 'Create 3 codes' }).click()
  await expect(page.getByRole('dialog', { name: '3 codes created' })).toBeVisible()
  await waitUntilSettled(page)
}

/** The panel of the first code of a list. */
export const firstCode = press('row', /./, (page) =>
  expect(page.getByRole('dialog').getByText('State', { exact: true })).toBeVisible(),
)

/** The quiet menu of the first order. */
export const orderMenu: Open = async (page) => {
  await page
    .getByRole('button', { name: /^More for/ })
    .first()
    .click()
  await expect(page.getByRole('menuitem', { name: 'Invoice' })).toBeFocused()
}

/** Opens a dialog by an item of the first menu of a list. */
export const fromMenu =
  (menu: RegExp, item: string, dialog: RegExp): Open =>
  async (page) => {
    await control(page, menu).click()
    await page.getByRole('menuitem', { name: item }).click()
    await expect(page.getByRole('dialog', { name: dialog })).toHaveCount(1)
    await waitUntilSettled(page)
  }

export const invoice: Open = async (page) => {
  await orderMenu(page)
  await page.getByRole('menuitem', { name: 'Invoice' }).click()
  await expect(page.getByRole('dialog', { name: 'Invoice' })).toBeVisible()
  await waitUntilSettled(page)
}

/** The second click would choose what is wrong. */
export const report = press(
  /^It doesn't work/,
  /^It doesn't work/,
  async (page) => {
    const form = page.getByRole('dialog')
    await form.getByRole('button', { name: 'Send the report' }).click()
    await expect(form.getByText('Choose what is wrong.')).toBeVisible()
  },
  1,
)

export const checkHistory: Open = async (page) => {
  await page.getByRole('main').getByRole('button', { name: 'More', exact: true }).click()
  await page.getByRole('menuitem', { name: /^Verify my history/ }).click()
  await expect(page.getByText(/ add up to your balance of /)).toBeVisible()
}

export const reveal: Open = async (page) => {
  await page.getByRole('button', { name: 'Reveal' }).click()
  await expect(page.getByRole('button', { name: 'Hide' })).toBeVisible()
}

export const entries: Open = async (page) => {
  const buttons = page.getByRole('button', { name: 'Before and after' })
  for (const index of [0, 1, 2]) await buttons.nth(index).click()
  await expect(page.getByRole('table').nth(2)).toBeVisible()
}

export const refusedSignIn: Open = async (page) => {
  await page.getByRole('textbox', { name: 'Email' }).fill('nobody@guild.example')
  await page.getByLabel('Password', { exact: true }).fill('wrong')
  await page.getByRole('button', { name: 'Sign In' }).click()
  await expect(page.getByText('Sign In Error')).toBeVisible()
  await waitUntilSettled(page)
}

export const unsubscribe: Open = async (page) => {
  await page.getByRole('button', { name: 'Unsubscribe' }).click()
  await expect(page.getByRole('heading', { name: 'This link is not valid' })).toBeVisible()
}

/** Submits a form of the page empty. */
export const submitted =
  (button: RegExp, field: string): Open =>
  async (page) => {
    await page.getByRole('button', { name: button }).click()
    await expect(page.getByLabel(field)).toHaveAttribute('aria-invalid', 'true')
  }

export const keyboardSheet: Open = async (page) => {
  await page.keyboard.press('?')
  await expect(page.getByRole('dialog', { name: 'Keyboard' })).toBeVisible()
  await waitUntilSettled(page)
}

const selectOrder = (page: Page) =>
  page
    .getByRole('checkbox', { name: /^Select ORD-/ })
    .first()
    .check()

export const selectedOrders: Open = async (page) => {
  await selectOrder(page)
  await page.getByRole('button', { name: 'More actions' }).click()
  await waitUntilSettled(page)
}

/** Said to screen readers once it is counted, of one row as well. */
const willChange = / will change[.,]/

export const dryRun: Open = async (page) => {
  await selectOrder(page)
  await page.getByRole('button', { name: 'Mark delivered' }).click()
  await expect(page.getByRole('dialog', { name: /^Mark 1 order delivered/ })).toBeVisible()
  await expect(page.getByText(willChange)).toHaveCount(1)
  await waitUntilSettled(page)
}

/** Selects the first row of a list, and presses a button of the bar. */
export const withFirst =
  (button: string, dialog: RegExp, counts = true): Open =>
  async (page) => {
    const box = page.getByRole('checkbox', { name: /^Select (?!all)/ }).first()
    await box.check()
    const bar = page.getByRole('region', { name: /^Selected/ })
    await expect(bar).toBeVisible()
    const act = bar.getByRole('button', { name: button })
    if (!(await act.isVisible())) await bar.getByRole('button', { name: 'More actions' }).click()
    await act.click()
    await expect(page.getByRole('dialog', { name: dialog })).toBeVisible()
    if (counts) await expect(page.getByText(willChange)).toHaveCount(1)
    await waitUntilSettled(page)
  }

export const palette: Open = async (page) => {
  await page.keyboard.press('Control+k')
  const found = page.getByRole('dialog', { name: 'Search' })
  await expect(found.getByRole('combobox')).toBeFocused()
  await page.keyboard.type('mi')
  await expect(found.getByRole('option').first()).toBeVisible()
  await waitUntilSettled(page)
}

/** The drawer of a number that explains itself. */
export const drawer = (name: RegExp) =>
  press(name, /./, (page) =>
    expect(page.getByRole('dialog').getByRole('button', { name: 'Export' })).toBeVisible(),
  )

/** An authenticator that is being added: its picture, its key and the first code. */
export const newFactor: Open = async (page) => {
  await page.getByRole('button', { name: 'Manage authenticators' }).click()
  await page.getByRole('button', { name: 'Add an authenticator' }).click()
  await page.getByLabel('Name', { exact: true }).fill(`Tried ${Date.now()}`)
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByRole('img', { name: 'QR code of the key' })).toBeVisible()
  await waitUntilSettled(page)
}
