import type { APIRequestContext } from '@playwright/test'
import { clientOf, storageState } from '../../../e2e/support/client.ts'
import { newMember } from '../../../e2e/support/members.ts'
import { admin } from '../../../e2e/support/people.ts'
import { inTurns } from './faults.ts'
import { test } from './test.ts'
import { impatientPage } from './words.ts'
import { after, before, type Writing, writeThrough, writeTwice, writeUnheard } from './writing.ts'

type Member = Awaited<ReturnType<typeof newMember>>
type Asked = {
  who: 'somebody' | 'a member' | 'an admin'
  /** The calls by name; tokens or sessions hang on those of the core. */
  core: string[]
  rest: string[]
  writes: (straight: string, member: Member, request: APIRequestContext) => Writing[] | Promise<Writing[]>
}

/** One test a call, through every fault, with a member of its own. */
export function writeTests({ who, core, rest, writes }: Asked) {
  for (const name of [...core, ...rest]) {
    const tag = core.includes(name) ? '@core' : []
    test(`${who} writes ${name}`, { tag }, async ({ browser, baseURL, way, straight, request }, info) => {
      const member = await newMember(straight, request, `Faulty ${crypto.randomUUID().slice(0, 8)}`)
      const { session } = await clientOf(straight, who === 'an admin' ? admin : member)
      const state = who === 'somebody' ? undefined : storageState(baseURL, session)
      const context = await browser.newContext({ baseURL, storageState: state })
      const page = await impatientPage(context)
      const writing = (await writes(straight, member, request)).find((one) => one.name === name)
      if (!writing) throw new Error(`Nothing is known of ${name}`)

      const [undone, unheard] = [inTurns(name, before), inTurns(name, after)]
      await writeThrough(page, way, writing, undone)
      for (const fault of unheard) await writeUnheard(page, way, writing, fault)
      await writeTwice(page, way, writing)
      info.annotations.push({ type: 'tried', description: String(undone.length + unheard.length + 1) })
      await context.close()
    })
  }
}
