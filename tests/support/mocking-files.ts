import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** The unit tests that replace a module, which therefore need modules of their own. */
export function mockingFiles(root: string): string[] {
  return ['src', 'tests/unit'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .map((name) => join(folder, name))
      .filter(
        (name) =>
          /\.test\.tsx?$/.test(name) && /\bvi\.(do)?mock\(/i.test(readFileSync(join(root, name), 'utf8')),
      ),
  )
}
