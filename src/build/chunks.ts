import { fileURLToPath } from 'node:url'

/** What rolldown tells of a module while it groups them. */
type Graph = { getModuleInfo(id: string): { importedIds: string[] } | null }

const source = (path: string) => fileURLToPath(new URL(`../${path}`, import.meta.url))
const entry = source('main.tsx')

/**
 * Groups the modules of the first load of /dashboard (P2): packages, and the product's own. With the entry and
 * rolldown's runtime that makes four files. Everything else is left to rolldown.
 */
export function firstLoadChunks() {
  let first: Set<string> | undefined
  const group = (name: string, priority: number, holds: (id: string) => boolean) => ({
    debugName: name,
    priority,
    name: (id: string, graph: Graph) => {
      first ??= reachable(entry, graph)
      return holds(id) && (first.has(id) || id.startsWith('\0')) ? name : null
    },
  })
  return [
    group('vendor', 2, (id) => id.includes('/node_modules/') || id.startsWith('\0rolldown')),
    group('kit', 1, (id) => id !== entry),
  ]
}

/** The modules that `root` brings along by static imports. */
function reachable(root: string, graph: Graph): Set<string> {
  const found = new Set([root])
  for (const id of found) for (const next of graph.getModuleInfo(id)?.importedIds ?? []) found.add(next)
  return found
}
