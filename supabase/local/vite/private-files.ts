import type { IncomingMessage, ServerResponse } from 'node:http'
import { posix } from 'node:path'

/**
 * Answers 403 to addresses of files that a development server must not give away: those in `data`, and those whose path below `root`
 * has a name with a leading dot (.env, .git, a data folder of earlier versions), except in node_modules, where Vite keeps its own.
 * Vite denies them too, but by the path that it reads, after it has taken an address apart.
 */
export function refusePrivateFiles(root: string, data?: string) {
  const below = plain(root)
  const secret = data && `${plain(data)}/`
  return ({ url = '/' }: IncomingMessage, res: ServerResponse, next: () => void): void => {
    const path = readable(url)
    const isPrivate =
      path === undefined ||
      (secret && `${below}${path}/${path}/`.includes(secret)) ||
      path.replace(below, '').split('/node_modules/')[0]?.includes('/.')
    if (isPrivate) res.writeHead(403).end('Not served.')
    else next()
  }
}

/** The path that an address can mean after any number of decodings; undefined if there is none. */
function readable(url: string): string | undefined {
  let path = url.replace(/[?#].*/s, '')
  try {
    for (let decoded = decodeURIComponent(path); decoded !== path; decoded = decodeURIComponent(path))
      path = decoded
  } catch {
    return undefined
  }
  return path.includes('\0') ? undefined : plain(path.replace(/[?#].*/s, ''))
}

/** One spelling for all those that some file system takes for the same. */
function plain(path: string): string {
  const names = posix.normalize(path.replaceAll('\\', '/').toLowerCase()).split('/')
  return names.map((name) => name.replace(/(?:::\$data|[. ])+$/, '')).join('/')
}
