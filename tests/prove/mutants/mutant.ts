/** One change of the product's own code, and the tests that must turn red with it. */
export type Mutant = {
  /** Below src/. */
  file: string
  /** What is replaced: text that is in the file exactly once. */
  find: string
  replace: string
  /** The test file, below src/, and a part of the titles of those of its tests that see it. */
  red: string
  tests: string
}

/** Without `tests`, any test of the file may see it. */
type Change = [find: string, replace: string, tests?: string]

/** The mutants of one file that one test file sees. */
export function mutantsOf(file: string, red: string, changes: Change[]): Mutant[] {
  return changes.map(([find, replace, tests = '']) => ({ file, find, replace, red, tests }))
}
