import { clientOf, storageState } from '../../../e2e/support/client.ts'
import { type Reading, readThrough } from './reading.ts'
import { test } from './test.ts'
import { impatientPage } from './words.ts'

type Asked = { who: string; person: { email: string; password: string }; reads: Reading[] }

/** One test a call, through every fault. */
export function readTests({ who, person, reads }: Asked) {
  for (const reading of reads) {
    test(`${who} reads ${reading.name}`, async ({ browser, baseURL, way, straight }, { annotations }) => {
      const { client, session } = await clientOf(straight, person)
      const context = await browser.newContext({ baseURL, storageState: storageState(baseURL, session) })
      const at = typeof reading.at === 'string' ? reading.at : await reading.at(client)
      const tried = await readThrough(await impatientPage(context), way, at, reading)
      annotations.push({ type: 'tried', description: String(tried) })
      await context.close()
    })
  }
}
