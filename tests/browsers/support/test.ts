import { test as base } from '@playwright/test'
import type { Browser } from './browser.ts'
import { startFirefox } from './firefox.ts'
import { tabOf } from './tab.ts'
import { startWebKit } from './webkit.ts'

const start: Record<string, () => Promise<Browser>> = { firefox: startFirefox, webkit: startWebKit }

/** Provides a tab of the project's browser. */
export const test = base.extend<{ tab: ReturnType<typeof tabOf> }>({
  async tab({ baseURL }, use, info) {
    const browser = await start[info.project.name]!()
    await use(tabOf(browser, String(baseURL)))
    await browser.close()
  },
})
