import { test as base } from '@playwright/test'
import { FaultyProxy } from './proxy.ts'

/** A test whose pages reach the product through `way`, which can break; `straight` is its address without that. */
export const test = base.extend<{ baseURL: string }, { straight: string; way: FaultyProxy }>({
  straight: [
    async ({ browserName: _ }, use, { project }) => {
      await use(project.use.baseURL ?? '')
    },
    { scope: 'worker' },
  ],
  way: [
    async ({ straight }, use) => {
      const way = new FaultyProxy(new URL(straight))
      await way.start()
      await use(way)
      await way.stop()
    },
    { scope: 'worker' },
  ],
  baseURL: async ({ way }, use) => {
    await use(way.origin)
    way.heal()
  },
})
