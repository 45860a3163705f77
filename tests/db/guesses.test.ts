import { beforeEach, expect, it } from 'vitest'
import * as guesses from './probes/guesses'
import { createInviteCode } from './support/rows'
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

it('counts a sign-up apart from the form: anybody may write its address (D10)', async () => {
  const signUp = guesses.hook(world, '127.0.0.1')
  for (let n = 0; n < 10; n++) expect(await signUp(`GUESS-${n}`)).toContain('422')
  expect(await signUp('GUESS-AGAIN')).toMatch(/Too many tries\. Wait \d+ seconds, then try again\..*429/)
  expect(await guesses.tries.signUp(world)('GUESS-AGAIN')).toMatch(/429.*Too many tries/)
  expect(await guesses.tries.validate(world)('GUESS-AGAIN')).not.toContain('429')
})

it('counts a sign-up by its code as well, whatever address it claims, and no other code (D10, D42)', async () => {
  const { code: bound } = await createInviteCode(world)
  await world.sql(`update public.invite_codes set email = 'ann@example.test' where code = $1`, [bound])
  const { code: open } = await createInviteCode(world)
  const claim = (n: number, code: string) => guesses.hook(world, `198.51.100.${n}`)(code)
  for (let n = 0; n < 10; n++)
    expect(await claim(n, n % 2 ? bound : ` ${bound.toLowerCase()}`)).toContain('422')
  expect(await claim(10, bound)).toContain('429')
  expect(await claim(11, open)).toBe('{}')
  const stored = await world.sql<{ caller: string }>('select caller from private.attempts')
  expect(JSON.stringify(stored)).not.toContain(bound)
})
