import { type BrowserContextOptions, test as base, expect, type Page } from '@playwright/test'
import { admin, demoSession, member, type Person } from './people.ts'
import { watchPolicy } from './violations.ts'

type SignedIn = Pick<Person, 'storageState'>

type Fixtures = {
  /** A page in a browser context of its own, signed in as `person`; closed after the test. */
  open: (person: SignedIn, path?: string, options?: BrowserContextOptions) => Promise<Page>
}

/** Fails if a page of the test violated the content security policy. */
export const test = base.extend<Fixtures, { demo: { member: SignedIn; admin: SignedIn } }>({
  /** The accounts of the demo data, signed in once per worker. */
  demo: [
    async ({ browserName: _ }, use) =>
      use({ member: await demoSession(member), admin: await demoSession(admin) }),
    { scope: 'worker' },
  ],
  context: async ({ context }, use) => {
    const violations = await watchPolicy(context)
    await use(context)
    expect(violations).toEqual([])
  },
  open: async ({ browser, contextOptions }, use) => {
    const opened: { close: () => Promise<void>; violations: string[] }[] = []
    await use(async ({ storageState }, path, options) => {
      const context = await browser.newContext({ ...contextOptions, storageState, ...options })
      opened.push({ close: () => context.close(), violations: await watchPolicy(context) })
      const page = await context.newPage()
      if (path) await page.goto(path)
      return page
    })
    for (const { close, violations } of opened) {
      await close()
      expect(violations).toEqual([])
    }
  },
})

export { expect }
