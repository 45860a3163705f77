import { execFileSync } from 'node:child_process'
import { chownSync, existsSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { reason, StartFailure } from '../failure.ts'

/** How to start a Postgres program: Postgres refuses to run as root, so root runs it as the account `nobody`. */
export type Account = {
  /** Gives the folder to the account that Postgres runs as. */
  own(folder: string): void
  command(program: string, args: string[]): { file: string; args: string[]; uid?: number; gid?: number }
}

/** `paths` are the folders Postgres must reach. Throws StartFailure when root cannot arrange that. */
export function chooseAccount(paths: string[]): Account {
  if (process.getuid?.() !== 0) return { own: () => undefined, command: (file, args) => ({ file, args }) }
  const uid = idOf('-u')
  const gid = idOf('-g')
  const own = (folder: string) => chownSync(folder, uid, gid)
  const closed = paths.map(closedFolderAbove).find((folder) => folder !== undefined)
  if (closed === undefined) return { own, command: (file, args) => ({ file, args, uid, gid }) }
  // A clone under /root: the account keeps the one capability that lets it walk through a closed folder,
  // and the last flag makes it count for access(2) too.
  if (!existsSync('/usr/bin/setpriv')) {
    throw new StartFailure(
      `Postgres cannot run as root and its account "nobody" cannot read ${closed}; start it as an ordinary user, or let the project and XDG_STATE_HOME be in folders that it can read.`,
    )
  }
  const dropFlags = [`--reuid=${uid}`, `--regid=${gid}`, '--clear-groups']
  const keepFlags = [
    '--inh-caps=+dac_override',
    '--ambient-caps=+dac_override',
    '--securebits=+no_setuid_fixup',
    '--',
  ]
  return {
    own,
    command: (file, args) => ({
      file: '/usr/bin/setpriv',
      args: [...dropFlags, ...keepFlags, file, ...args],
    }),
  }
}

function idOf(flag: '-u' | '-g'): number {
  try {
    return Number(execFileSync('id', [flag, 'nobody'], { encoding: 'utf8' }))
  } catch (error) {
    throw new StartFailure(`Postgres cannot run as root and there is no account "nobody": ${reason(error)}.`)
  }
}

function closedFolderAbove(path: string): string | undefined {
  for (let folder = dirname(path); folder !== dirname(folder); folder = dirname(folder)) {
    if (existsSync(folder) && (statSync(folder).mode & 0o001) === 0) return folder
  }
  return undefined
}
