import { type ElementHandle, launch } from 'puppeteer-core'
import type { Browser } from './browser.ts'

/** Debian's headless Firefox ESR, driven by WebDriver BiDi. */
export async function startFirefox(): Promise<Browser> {
  const browser = await launch({
    browser: 'firefox',
    executablePath: process.env.FIREFOX_PATH ?? '/usr/bin/firefox-esr',
    headless: true,
    defaultViewport: { width: 1440, height: 900 },
  })
  const page = await browser.newPage()
  page.setDefaultTimeout(60_000)
  const use = async (script: string, action: (element: ElementHandle<Element>) => Promise<void>) => {
    const element = (await page.evaluateHandle(`(() => {${script}})()`)).asElement()
    if (element) await action(element as ElementHandle<Element>)
    return element !== null
  }
  return {
    open: async (url) => void (await page.goto(url)),
    run: (script) => page.evaluate(`(() => {${script}})()`),
    click: (script) => use(script, (element) => element.click()),
    type: (script, text) => use(script, (element) => element.type(text)),
    close: () => browser.close(),
  }
}
