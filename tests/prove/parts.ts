import type { Address } from '../db/support/world.ts'
import { proveAttacks } from './attacks/prove.ts'
import { proveInBrowser } from './browser.ts'
import { proveCrashes } from './crashes/prove.ts'
import type { Fixture } from './fixture.ts'
import { proveMatrix } from './matrix/matrix.ts'
import { proveMutants } from './mutants/prove.ts'
import type { Extent } from './options.ts'
import { proveRaces, sizeOf } from './races/prove.ts'
import { proveResources } from './resources/prove.ts'
import { proveSenders } from './senders/prove.ts'
import { proveSimulation } from './simulation/prove.ts'
import type { Tally } from './tally.ts'

/** One part; `npm test` runs a smaller core of the same function. */
export type Part = Proof & { name: string }

type Proof =
  /** Also, gently, against an owner's project. */
  | { hosted: true; prove: (fixture: Fixture) => Promise<Tally> }
  /** Only against its own embedded backend: races, load and kills. */
  | { hosted: false; alone?: false; prove: (address: Address, extent: Extent) => Promise<Tally> }
  /** Starts what it needs on this machine. */
  | { hosted: false; alone: true; prove: (extent: Extent) => Promise<Tally> }

/** The proof, in the order of its table. */
export const parts: Part[] = [
  { name: 'authorization matrix', hosted: true, prove: (fixture) => proveMatrix(fixture) },
  { name: 'named attacks', hosted: true, prove: proveAttacks },
  { name: 'races', hosted: false, prove: (address, extent) => proveRaces(address, sizeOf(extent)) },
  { name: 'resources', hosted: false, alone: true, prove: () => proveResources() },
  { name: 'simulation', hosted: false, prove: proveSimulation },
  { name: 'crashes', hosted: false, alone: true, prove: () => proveCrashes() },
  { name: 'killed senders', hosted: false, alone: true, prove: () => proveSenders() },
  {
    name: 'attacks in the browser',
    hosted: false,
    alone: true,
    prove: () => proveInBrowser(['attacks tried', 'blocked'], { project: 'attacks', all: true }),
  },
  {
    name: 'faults in the browser',
    hosted: false,
    alone: true,
    prove: ({ all }) => proveInBrowser(['faults', 'survived'], { project: 'faults', all }),
  },
  { name: 'mutants', hosted: false, prove: proveMutants },
]
