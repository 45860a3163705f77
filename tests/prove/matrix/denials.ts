import { count, type Tally } from '../tally.ts'
import { ask, whyNotRefused } from './ask.ts'
import type { Actor } from './rule.ts'
import type { Scene } from './scene.ts'
import { changed, snapshot } from './snapshot.ts'
import type { Try } from './tries.ts'

const AT_ONCE = 8

/** Tries what is not allowed, and checks as superuser that nothing has changed afterwards. */
export async function deny(scene: Scene, tally: Tally, actor: Actor, tries: Try[]): Promise<void> {
  if (tries.length === 0) return
  const before = await snapshot(scene)
  const name = (what: string) => `${actor.name}: ${what}`
  for (let first = 0; first < tries.length; first += AT_ONCE) {
    const together = tries.slice(first, first + AT_ONCE).map(async ({ what, request, alsoBy }) => {
      const why = whyNotRefused(await ask(scene.fixture, actor, request), alsoBy)
      count(tally, why && `${name(what)} ${why}`)
    })
    await Promise.all(together)
  }
  const tables = changed(before, await snapshot(scene))
  count(tally, tables.length > 0 ? name(`then ${tables.join(' and ')} had changed`) : undefined)
}
