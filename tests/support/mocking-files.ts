import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** The unit tests that mock a module, which therefore run isolated. */
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
