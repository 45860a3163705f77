import { it } from 'vitest'
import { picturesAreAdmins } from './probes/pictures'
import { sharedWorld } from './support/shared-world'

const world = sharedWorld()

it.each([
  ['branding', 524_288],
  ['benefits', 1_048_576],
])('only admins put pictures into %s, up to %i bytes, and everybody may look at them (D24)', (name, limit) =>
  picturesAreAdmins(world, name, limit),
)
