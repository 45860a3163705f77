import { afterAll, expect, it } from 'vitest'
import * as batches from './probes/code-batches'
import { reconcile } from './support/rows'
import { sharedWorld } from './support/shared-world'

const world = sharedWorld()
afterAll(async () => expect(await reconcile(world)).toEqual([]))

it('500 codes at once are one line of the log', () => batches.batchIsOneLine(world))
it('one bad code and none of them is made', () => batches.batchIsAllOrNothing(world))
it('a note is trimmed, at most 200 long, and for admins', () => batches.notesAreTrimmed(world))
