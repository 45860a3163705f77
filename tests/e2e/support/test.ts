import { type BrowserContextOptions, test as base, expect, type Page } from '@playwright/test'
import { origin } from './address.ts'
import { newMember } from './members.ts'
import { newAdmin } from './seed.ts'
import { watchPolicy } from './violations.ts'

type Person = Awaited<ReturnType<typeof newMember>>

type Fixtures = {
  /** A new member with 25 tokens. */
  newMember: (name: string) => Promise<Person>
  newAdmin: (name: string) => Promise<Person>
  /** A page in a browser context of its own, signed in as `person`; closed after the test. */
  open: (
    person: Pick<Person, 'storageState'>,
    path?: string,
    options?: BrowserContextOptions,
  ) => Promise<Page>
}

/** Fails if a page of the test violated the content security policy. */
export const test = base.extend<Fixtures>({
  newMember: async ({ request }, use) => use((name) => newMember(origin, request, name)),
  newAdmin: async ({ request }, use) => use((name) => newAdmin(origin, request, name)),
  context: async ({ context }, use) => {
    const violations = await watchPolicy(context)
    await use(context)
    expect(violations).toEqual([])
  },
  open: async ({ browser }, use) => {
    const opened: { close: () => Promise<void>; violations: string[] }[] = []
    await use(async ({ storageState }, path, options) => {
      const context = await browser.newContext({ storageState, ...options })
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
