import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import type { Plugin, ResolvedConfig } from 'vite'

export type BuildGraph = Record<string, string[]>

export const graphFile = 'node_modules/.vite/build-graph.json'

export function writeGraph(): Plugin {
  let config: ResolvedConfig
  return {
    name: 'guildhall:build-graph',
    apply: 'build',
    configResolved(resolved) {
      config = resolved
    },
    generateBundle(_options, bundle) {
      const graph: BuildGraph = {}
      for (const file of Object.values(bundle)) {
        if (file.type !== 'chunk') continue
        graph[file.fileName] = file.moduleIds.map((id) => relative(config.root, id))
      }
      const target = join(config.root, graphFile)
      mkdirSync(dirname(target), { recursive: true })
      writeFileSync(target, JSON.stringify(graph))
    },
  }
}
