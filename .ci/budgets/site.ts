import { readdirSync, readFileSync } from 'node:fs'
import { join, posix, relative } from 'node:path'
import { gzipSync } from 'node:zlib'
import { build, parseAst } from 'vite'

const root = join(import.meta.dirname, '../..')
const dist = join(root, 'dist')

const built = await build({ root, logLevel: 'silent' })
if (!('output' in built)) throw new Error('The site was not built once')

export const read = (file: string) => readFileSync(join(dist, file), 'utf8')

export const files = readdirSync(dist, { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile())
  .map((entry) => join(entry.parentPath, entry.name).slice(dist.length + 1))

/** Which modules went into which file. */
export const graph: Record<string, string[]> = {}
for (const file of built.output)
  if (file.type === 'chunk') graph[file.fileName] = file.moduleIds.map((id) => relative(root, id))

/** Bytes as they are sent. */
export const packed = (text: string) => gzipSync(text, { level: 9 }).length

/** The files that a built file needs before it runs. */
export const imports = (file: string) =>
  parseAst(read(file)).body.flatMap((node) =>
    'source' in node && node.source ? posix.join(posix.dirname(file), String(node.source.value)) : [],
  )

/** The files, and all that those import. */
export function withImports(named: Iterable<string>): string[] {
  const found = new Set(named)
  for (const file of found) for (const next of imports(file)) found.add(next)
  return [...found]
}

/** The files that a built file may ask for later. */
export const laterImports = (file: string) =>
  [...read(file).matchAll(/\bimport\(\s*(["'`])(.+?)\1/g)].map(([, , to = '']) =>
    posix.join(posix.dirname(file), to),
  )

/** The JavaScript that a page loads by itself: inline, named by it, and all that those import. */
export function firstLoad(page: string) {
  const html = read(page)
  const tag = /<(?:script\b|link\b(?=[^>]* rel="modulepreload"))[^>]* (?:src|href)="\/([^"]*)"/g
  const named = [...html.matchAll(tag)].map(([, file = '']) => file)
  const inline = [...html.matchAll(/<script>(.*?)<\/script>/gs)].map(([, code = '']) => code)
  return { files: withImports(named), inline, html }
}
