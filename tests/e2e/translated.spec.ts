import type { Page } from '@playwright/test'
import { settled } from './support/checks.ts'
import { newMember } from './support/people.ts'
import { adminScreens, byNoun, memberScreens, publicScreens, type Screen, withId } from './support/screens.ts'
import { test as base, expect } from './support/test.ts'

// As Google Translate does it: each text becomes another one in <font>, and the app's own text is no longer in the page.

type Translated = { text: Text; was: string | null; font: Element }
declare global {
  interface Window {
    translated: Translated[]
  }
}

/** Runs in the page. */
function translate() {
  window.translated = []
  const kept = 'font, script, style, svg, option, textarea, [translate="no"]'
  const replace = (text: Node) => {
    if (!(text instanceof Text) || !text.data.trim() || text.parentElement?.closest(kept) !== null) return
    const font = document.createElement('font')
    font.append(document.createElement('font'))
    font.firstElementChild?.append(text.data)
    window.translated.push({ text, was: text.nodeValue, font })
    text.replaceWith(font)
  }
  const replaceAll = (root: Node) => {
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
    const texts = [root]
    while (walker.nextNode()) texts.push(walker.currentNode)
    for (const text of texts) replace(text)
  }
  new MutationObserver((records) => {
    for (const { addedNodes, target } of records) for (const node of [...addedNodes, target]) replaceAll(node)
  }).observe(document, { childList: true, subtree: true, characterData: true })
}

/** The texts that the app has changed while the page still shows the old ones. */
const outdated = (page: Page) =>
  page.evaluate(() => {
    const found = window.translated.filter(
      ({ text, was, font }) => text.nodeValue !== was && font.isConnected,
    )
    return found.map(
      ({ text, was, font }) =>
        `${was} -> ${text.nodeValue} in ${font.parentElement?.outerHTML.slice(0, 300)}`,
    )
  })

const test = base.extend<{ role: 'nobody' | 'member' | 'admin' }>({
  role: ['nobody', { option: true }],
  storageState: async ({ role, demo }, use) => use(role === 'nobody' ? undefined : demo[role].storageState),
  serviceWorkers: 'block',
  trace: 'off',
})
test.describe.configure({ mode: 'parallel' })

/** Searches, sorts, filters and changes tabs. */
async function operate(page: Page) {
  const main = page.locator('main')
  for (const field of await main.getByRole('searchbox').all())
    for (const text of ['a', 'no such thing', '']) {
      await field.fill(text)
      await settled(page)
      expect.soft(await outdated(page), `searching for "${text}"`).toEqual([])
    }
  for (const controls of ['thead button', '[role="tab"]', '[aria-pressed]'])
    for (const control of await main.locator(controls).all())
      if (await control.isVisible()) {
        await control.click()
        await settled(page)
        expect.soft(await outdated(page), (await control.getAttribute('aria-label')) ?? controls).toEqual([])
      }
}

function checkScreens(screens: Screen[]) {
  for (const [noun, ofNoun] of byNoun(screens))
    test(`translated screens of ${noun}`, async ({ page }) => {
      await page.addInitScript(translate)
      const errors: string[] = []
      page.on('pageerror', ({ message }) => errors.push(message))
      for (const { path, heading, opens = {} } of ofNoun) {
        await test.step(path, async () => {
          await page.goto(await withId(path))
          await expect(page.locator('[data-frame]')).toHaveCount(0)
          await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible()
          await settled(page)
          for (const [what, open] of Object.entries(opens))
            await test.step(what, async () => {
              await open(page)
              await page.keyboard.press('Escape')
              await expect(page.getByRole('dialog')).toHaveCount(0)
            })
          if (Object.keys(opens).length === 0 || path.split('/').length === 3) await operate(page)
          await expect(page.getByText('Something went wrong')).toHaveCount(0)
          expect.soft(await outdated(page), path).toEqual([])
          expect.soft(errors.splice(0), path).toEqual([])
        })
      }
    })
}

test('the numbers of a translated page follow an order', async ({ open }) => {
  const page = await open(await newMember('Tara Translated'))
  await page.addInitScript(translate)
  await page.goto('/dashboard')
  await settled(page)
  await page.getByRole('button', { name: 'Redeem Operating Manual for 12 tokens' }).click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Redeem for/ })
    .click()
  await expect(page.getByRole('dialog', { name: 'Your file is ready' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('complementary').getByRole('link', { name: 'Balance 13' })).toBeVisible()
  expect(await outdated(page)).toEqual([])
})

test.describe('public', () => checkScreens(publicScreens))
test.describe('member', () => {
  test.use({ role: 'member' })
  checkScreens(memberScreens)
})
test.describe('admin', () => {
  test.use({ role: 'admin' })
  checkScreens(adminScreens)
})
