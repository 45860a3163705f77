import { readdirSync, readFileSync } from 'node:fs'
import { join, posix } from 'node:path'
import { gzipSync } from 'node:zlib'
import { parseAst } from 'vite'
import { type BuildGraph, graphFile } from '../../src/build/graph.ts'

const root = join(import.meta.dirname, '../..')
const dist = join(root, 'dist')

export type Budget = { what: string; is: number; max: number }

export const read = (file: string) => readFileSync(join(dist, file), 'utf8')

export const files = readdirSync(dist, { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile())
  .map((entry) => join(entry.parentPath, entry.name).slice(dist.length + 1))

/** Which modules went into which file. */
export const graph: BuildGraph = JSON.parse(readFileSync(join(root, graphFile), 'utf8'))

/** Bytes as they are sent. */
export const packed = (text: string) => gzipSync(text, { level: 9 }).length

const attribute = (tag: string, name: string) => new RegExp(` ${name}="([^"]*)"`).exec(tag)?.[1]

/** The JavaScript that a page loads by itself: inline, named by it, and all that those import. */
export function firstLoad(page: string) {
  const html = read(page)
  const tags = [...html.matchAll(/<(script|link)\b[^>]*>/g)].map(([tag]) => tag)
  const named = tags
    .filter((tag) => tag.startsWith('<script') || attribute(tag, 'rel') === 'modulepreload')
    .flatMap((tag) => attribute(tag, 'src') ?? attribute(tag, 'href') ?? [])
    .map((address) => address.slice(1))
  const found = new Set(named)
  for (const file of found) for (const next of imports(file)) found.add(next)
  const inline = [...html.matchAll(/<script>(.*?)<\/script>/gs)].map(([, code = '']) => code)
  return { files: [...found], inline, html }
}

/** The files that a built file needs before it runs. */
export function imports(file: string): string[] {
  const folder = posix.dirname(file)
  return parseAst(read(file)).body.flatMap((node) =>
    'source' in node && node.source ? posix.join(folder, String(node.source.value)) : [],
  )
}

/** The files that a built file may ask for later. */
export function laterImports(file: string): string[] {
  const folder = posix.dirname(file)
  return [...read(file).matchAll(/\bimport\(\s*(["'`])(.+?)\1/g)].map(([, , to = '']) =>
    posix.join(folder, to),
  )
}
