import { it } from 'vitest'
import * as pictures from './probes/pictures'
import { sharedWorld } from './support/shared-world'

const world = sharedWorld()

it.each([
  ['branding', 524_288],
  ['benefits', 1_048_576],
])('only admins put pictures into %s, up to %i bytes, and everybody may look at them (D24)', (name, limit) =>
  pictures.picturesAreAdmins(world, name, limit),
)
it('what admins do with pictures is recorded (D29)', () => pictures.picturesAreLogged(world))
