import { expect } from '@playwright/test'
import type { Browser } from './browser.ts'

/** XPaths of elements. */
export const the = {
  field: (type: string) => `//input[@type='${type}']`,
  control: (name: string) =>
    `//*[self::a or self::button][not(@disabled)][starts-with(normalize-space(), "${name}") or starts-with(@aria-label, "${name}")]`,
  text: (text: string) => `//*[text()[contains(normalize-space(), "${text}")]]`,
  heading: '//h1',
  /** The error page, or an error with a retry. */
  failure: '//*[@role="alert"] | //button[normalize-space()="Try again"]',
}

/** The first match that is visible and not inert. */
const findVisible = (xpath: string) => `
  const found = document.evaluate(${JSON.stringify(xpath)}, document, null, XPathResult.ORDERED_NODE_SNAPSHOT_TYPE, null)
  for (let index = 0; index < found.snapshotLength; index++) {
    const element = found.snapshotItem(index)
    if (element.checkVisibility() && !element.closest('[inert]')) return element
  }
  return null`

/** Retries until the element exists; one that was just replaced throws. */
const retry = (action: () => Promise<boolean>, xpath: string) =>
  expect(async () => expect(await action(), xpath).toBe(true)).toPass({ timeout: 30_000 })

/** A tab of a browser; every action waits for its element. */
export function tabOf(browser: Browser, origin: string) {
  const text = async (xpath: string) =>
    String(await browser.run(`return (() => {${findVisible(xpath)}})()?.textContent ?? ''`))
  const errors = () => browser.run('return window.seenErrors') as Promise<string[]>
  return {
    /** Opens a path and records script errors from then on. */
    async open(path: string) {
      await browser.open(origin + path)
      await browser.run(`
        window.seenErrors = []
        addEventListener('error', ({ message }) => seenErrors.push(message))
        addEventListener('unhandledrejection', ({ reason }) => seenErrors.push(String(reason)))`)
    },
    click: (xpath: string) => retry(() => browser.click(findVisible(xpath)), xpath),
    fill: (xpath: string, value: string) => retry(() => browser.type(findVisible(xpath), value), xpath),
    sees: (xpath: string) => expect.poll(() => text(xpath), xpath).not.toBe(''),
    isAt: (path: string) => expect.poll(() => browser.run('return location.pathname')).toBe(path),
    /** Nothing is loading, nothing failed, and no script threw. */
    async isSound() {
      const waiting = `return document.querySelectorAll('[aria-busy=true], [data-shell]').length`
      await expect.poll(() => browser.run(waiting), 'things still loading').toBe(0)
      expect(await text(the.failure)).toBe('')
      expect(await errors()).toEqual([])
    },
  }
}
