import { type BrowserContext, test as base, type Page } from '@playwright/test'
import { origin } from '../../../e2e/support/address.ts'
import { newMember } from '../../../e2e/support/members.ts'
import { openAs } from '../../../e2e/support/seed.ts'
import { FaultyProxy } from './proxy.ts'

export type Member = Awaited<ReturnType<typeof newMember>>

/** `join` makes a new member; `open` also opens a page as that member, until the end of the test. */
export const test = base.extend<{
  baseURL: string
  join: (name: string) => Promise<Member>
  open: (name: string, path: string) => Promise<{ member: Member; page: Page; context: BrowserContext }>
}>({
  baseURL: origin,
  join: async ({ baseURL }, use) => {
    await use((name) => newMember(name, baseURL))
  },
  open: async ({ browser, join }, use) => {
    const contexts: BrowserContext[] = []
    await use(async (name, path) => {
      const member = await join(name)
      const page = await openAs(browser, member, path)
      contexts.push(page.context())
      return { member, page, context: page.context() }
    })
    for (const context of contexts) await context.close()
  },
})

/** A test whose pages, but not its clients, reach the product through `network`, which can fail. */
export const faultTest = test.extend<object, { network: FaultyProxy }>({
  network: [
    async ({ browserName: _ }, use) => {
      const network = new FaultyProxy(new URL(origin))
      await network.start()
      await use(network)
      await network.stop()
    },
    { scope: 'worker' },
  ],
  baseURL: async ({ network }, use) => {
    await use(network.origin)
    network.heal()
  },
})
