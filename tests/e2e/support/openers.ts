import { expect, type Page } from '@playwright/test'
import { settled } from './axe.ts'

/** Opens something on a screen. */
export type Open = (page: Page) => Promise<void>

/** Presses the first button called `name` and waits for the dialog called `dialog`. */
export function press(name: string | RegExp, dialog: string | RegExp): Open {
  return async (page) => {
    await page.getByRole('button', { name }).first().click()
    await expect(page.getByRole('dialog', { name: dialog })).toBeVisible()
    await settled(page)
  }
}

/** Opens a form and submits it empty. */
export function submitEmpty(opener: string, dialog: string, button: string, field: string): Open {
  return async (page) => {
    await page.getByRole('button', { name: opener }).click()
    const form = page.getByRole('dialog', { name: dialog })
    await form.getByRole('button', { name: button }).click()
    await expect(form.getByLabel(field, { exact: true })).toHaveAttribute('aria-invalid', 'true')
  }
}

export const person =
  (name: string): Open =>
  async (page) => {
    await page.getByRole('link', { name }).first().click()
    await expect(page.getByRole('dialog', { name }).getByRole('tabpanel')).toBeVisible()
    await settled(page)
  }

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
  await settled(page)
}

/** The panel of the first code of a list. */
export const firstCode: Open = async (page) => {
  await page.locator('[data-opens-row]').first().click()
  await expect(page.getByRole('dialog').getByText('State', { exact: true })).toBeVisible()
  await settled(page)
}

export const report: Open = async (page) => {
  await press('It does not work', 'It does not work')(page)
  const form = page.getByRole('dialog', { name: 'It does not work' })
  await form.getByRole('button', { name: 'Send to an admin' }).click()
  await expect(form.getByText('Choose what is wrong.')).toBeVisible()
}

export const checkHistory: Open = async (page) => {
  await page.getByRole('button', { name: 'Check my history' }).click()
  await expect(page.getByRole('heading', { name: /entries match$/ })).toBeVisible()
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

/** The delivery of a benefit that delivers keys. */
export const delivery: Open = async (page) => {
  await page.getByRole('link', { name: 'Lantern Research' }).click()
  await page.getByRole('tab', { name: 'Delivery' }).click()
  await expect(page.getByRole('table', { name: 'Keys' }).getByRole('row').nth(1)).toBeVisible()
  await settled(page)
}

export const firstReport: Open = async (page) => {
  await page.getByRole('table').getByRole('link').first().click()
  await expect(page.getByRole('dialog', { name: /^Report R-/ })).toBeVisible()
  await settled(page)
}

export const refusedSignIn: Open = async (page) => {
  await page.getByRole('textbox', { name: 'Email' }).fill('nobody@guild.example')
  await page.getByLabel('Password', { exact: true }).fill('wrong')
  await page.getByRole('button', { name: 'Sign In' }).click()
  await expect(page.getByText('Sign In Error')).toBeVisible()
  await settled(page)
}

export const unsubscribe: Open = async (page) => {
  await page.getByRole('button', { name: 'Unsubscribe' }).click()
  await expect(page.getByRole('heading', { name: 'This link is not valid' })).toBeVisible()
}

export const emptyRegistration: Open = async (page) => {
  await page.getByRole('button', { name: /^Create Account/ }).click()
  await expect(page.getByLabel('Full name')).toHaveAttribute('aria-invalid', 'true')
}

export const emptyRequest: Open = async (page) => {
  await page.getByRole('button', { name: 'Ask for an invitation' }).click()
  await expect(page.getByLabel('Email')).toHaveAttribute('aria-invalid', 'true')
}

/** A row of a phone has no button for it. */
export const orderDetails: Open = async (page) => {
  await page.getByRole('link', { name: /^ORD-/ }).first().click()
  await expect(page.getByRole('dialog', { name: 'Order Details', exact: true })).toBeVisible()
  await settled(page)
}

export const keyboardSheet: Open = async (page) => {
  await page.keyboard.press('?')
  await expect(page.getByRole('dialog', { name: 'Keyboard' })).toBeVisible()
  await settled(page)
}

export const selectedOrders: Open = async (page) => {
  await page
    .getByRole('checkbox', { name: /^Select ORD-/ })
    .first()
    .check()
  await page.getByRole('button', { name: 'More actions' }).click()
  await settled(page)
}

export const dryRun: Open = async (page) => {
  await page
    .getByRole('checkbox', { name: /^Select ORD-/ })
    .first()
    .check()
  await press('Mark delivered', /^Mark 1 order delivered/)(page)
  await expect(page.getByText('Will change', { exact: true })).toBeVisible()
}

/** Selects the first row of a list, and presses a button of the bar. */
export const withFirst =
  (button: string, dialog: RegExp, counts = true): Open =>
  async (page) => {
    const box = page.getByRole('checkbox', { name: /^Select (?!all)/ }).first()
    await box.check()
    const bar = page.getByRole('region', { name: /^Selected/ })
    const act = bar.getByRole('button', { name: button })
    if (!(await act.isVisible())) await bar.getByRole('button', { name: 'More actions' }).click()
    await act.click()
    await expect(page.getByRole('dialog', { name: dialog })).toBeVisible()
    if (counts) await expect(page.getByText('Selected', { exact: true })).toBeVisible()
    await settled(page)
  }

export const palette: Open = async (page) => {
  await page.keyboard.press('Control+k')
  const found = page.getByRole('dialog', { name: 'Search' })
  await expect(found.getByRole('combobox')).toBeFocused()
  await page.keyboard.type('mi')
  await expect(found.getByRole('option').first()).toBeVisible()
  await settled(page)
}

/** The drawer of the first number that explains itself. */
export const drawer =
  (name: RegExp): Open =>
  async (page) => {
    await page.getByRole('button', { name }).first().click()
    await expect(page.getByRole('dialog').getByRole('button', { name: 'Export' })).toBeVisible()
    await settled(page)
  }

/** An authenticator that is being added: its picture, its key and the first code. */
export const newFactor: Open = async (page) => {
  await press('Manage authenticators', 'Second factor')(page)
  await page.getByRole('button', { name: 'Add an authenticator' }).click()
  await page.getByLabel('Name', { exact: true }).fill(`Tried ${Date.now()}`)
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByRole('img', { name: 'QR code of the key' })).toBeVisible()
  await settled(page)
}
