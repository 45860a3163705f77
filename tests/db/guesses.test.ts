import { beforeEach, expect, it } from 'vitest'
import * as guesses from './probes/guesses'
import { sharedWorld } from './support/shared-world'

const world = sharedWorld()
// Every test asks from the same address.
beforeEach(() => world.sql('delete from private.attempts'))

it.each(['validate', 'signUp'] as const)(
  'a used, an unknown and a malformed invite are one and the same miss: %s (D10)',
  async (path) => guesses.missesAreAlike(world, guesses.tries[path](world), await guesses.usedInvite(world)),
)
it('so they are to the hook of hosted Supabase (D10)', () => guesses.missesOfTheHookAreAlike(world))
it('so are token codes to a member (D10)', () => guesses.missesOfMembersAreAlike(world))

it('a miss on one path counts on the others (D10)', async () => {
  const used = await guesses.usedInvite(world)
  const paths = [guesses.tries.validate(world), guesses.tries.signUp(world), guesses.hook(world, '127.0.0.1')]
  for (let n = 0; n < 9; n++) await paths[n % 3]?.(n % 2 ? used : `GUESS-${n}`)
  const told = async (n: number) => String(await paths[n]?.('GUESS-AGAIN'))
  expect(await told(0)).toContain('false')
  for (const n of [0, 1, 2]) expect(await told(n)).toContain('429')
  expect(await world.sql('select from private.attempts')).toHaveLength(10)
})

it('50 misses a day, whatever is swept away meanwhile (D10)', () => guesses.dayIsADay(world))
it('what is stored of guesses is bounded, for a caller and in all', () => guesses.rowsAreBounded(world))
it('a caller behind several hops is known by the last (D10)', () => guesses.callerIsTheLastHop(world))
