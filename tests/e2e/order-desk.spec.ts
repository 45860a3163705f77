import type { Page } from '@playwright/test'
import { freshCode, newAdmin, newMember } from './support/people.ts'
import { newBenefit, placeOrders, statusesOf } from './support/rows.ts'
import { expect, test } from './support/test.ts'

/** 'X of Y orders' above the list, with this X. */
const seeOrders = (page: Page, count: number) =>
  expect(page.getByText(new RegExp(`^${count} of [\\d,]+ orders`))).toBeVisible()

test('45 orders are delivered by at most 60 key presses, and undone together', async ({ open }) => {
  const stamp = freshCode()
  const benefit = await newBenefit(`Quick ${stamp}`, 1)
  await placeOrders(await newMember(`Kay Quick ${stamp}`), benefit, 45)
  const page = await open(await newAdmin(), '/admin/orders')
  await expect(page.getByRole('checkbox', { name: /^Select ORD-/ }).first()).toBeEnabled()
  let presses = 0
  const press = (key: string) => {
    presses += 1
    return page.keyboard.press(key)
  }
  await press('/')
  for (const letter of stamp) await press(letter)
  // The first letters alone may find them too; the next ones would end the selection.
  await expect(page.getByText(`orders matching "${stamp}"`)).toBeVisible()
  await seeOrders(page, 45)
  await press('Tab')
  await press('a')
  await expect(page.getByText('All 45 that match are selected.')).toBeVisible()
  await press('3')
  const run = page.getByRole('button', { name: 'Mark 45 delivered' })
  await expect(run).not.toHaveAttribute('aria-busy')
  await expect(run).toBeFocused()
  await press('Enter')
  await expect(page.getByText('45 marked delivered')).toBeVisible()
  expect(await statusesOf(benefit)).toEqual({ delivered: 45 })
  expect(presses).toBeLessThanOrEqual(60)
  await page.getByRole('button', { name: /^Undo/ }).click()
  await expect(page.getByText('45 orders as before')).toBeVisible()
  expect(await statusesOf(benefit)).toEqual({ pending: 45 })
})

test('two admins at one desk process each order once, and each sees what the other did', async ({ open }) => {
  const stamp = freshCode()
  const [ada, bob] = [await newAdmin(`Ada ${stamp}`), await newAdmin(`Bob ${stamp}`)]
  const benefit = await newBenefit(`Shared ${stamp}`, 1)
  await placeOrders(await newMember('Otto Order'), benefit, 40)
  const path = `/admin/orders?benefit=${benefit.id}`
  const [first, second] = [await open(ada, path), await open(bob, path)]
  for (const page of [first, second]) await seeOrders(page, 40)
  await first.getByRole('checkbox', { name: 'Select all on this page' }).check()
  await first.keyboard.press('3')
  await second.keyboard.press('a')
  await expect(second.getByText('All 40 that match are selected.')).toBeVisible()
  await second.keyboard.press('3')
  await expect(second.getByRole('button', { name: 'Mark 40 delivered' })).toBeEnabled()
  await first.getByRole('button', { name: 'Mark 25 delivered' }).click()
  await expect(second.getByText(`${ada.name} marked 25 orders delivered.`)).toBeVisible()

  await second.getByRole('button', { name: 'Mark 40 delivered' }).click()
  const dialog = second.getByRole('dialog', { name: 'Mark 40 orders delivered' })
  await expect(dialog.getByText('Something changed while this was open.')).toBeVisible()
  await dialog.getByRole('button', { name: 'Mark 15 delivered' }).click()
  // A toast, which goes again, before a bar, which stays.
  await expect(first.getByText(`${bob.name} marked 15 orders delivered.`)).toBeVisible()
  await expect(second.getByText('15 marked delivered, 25 skipped')).toBeVisible()
  expect(await statusesOf(benefit)).toEqual({ delivered: 40 })
})
