import type { Removal } from '../support/mutation'
import type { World } from '../support/world'

/** One guard of the database, how to take it away, and the probe that must turn red without it. */
export type SchemaMutant = [name: string, removal: Removal, probe: (world: World) => Promise<void>]
