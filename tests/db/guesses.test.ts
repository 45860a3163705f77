import { beforeEach, expect, it } from 'vitest'
import * as guesses from './probes/guesses'
import { sharedWorld } from './support/shared-world'

const world = sharedWorld()
// All tests share one client address.
beforeEach(() => world.sql('delete from private.attempts'))

it.each(['validate', 'signUp'] as const)(
  'does not distinguish used, revoked, unknown and malformed invite codes: %s (D10)',
  async (path) =>
    guesses.missesAreAlike(world, guesses.tries[path](world), await guesses.spentInvites(world)),
)
it('does not distinguish used, revoked, unknown and malformed token codes (D10)', () =>
  guesses.missesOfMembersAreAlike(world))

it('counts misses on the form, the sign-up and the hook together (D10)', async () => {
  const { used } = await guesses.spentInvites(world)
  const paths = [guesses.tries.validate(world), guesses.tries.signUp(world), guesses.hook(world, '127.0.0.1')]
  for (let n = 0; n < 9; n++) await paths[n % 3]?.(n % 2 ? used : `GUESS-${n}`)
  const response = async (n: number) => String(await paths[n]?.('GUESS-AGAIN'))
  expect(await response(0)).toContain('null')
  for (const n of [0, 1, 2]) expect(await response(n)).toContain('429')
  expect(await world.sql('select from private.attempts')).toHaveLength(10)
})
