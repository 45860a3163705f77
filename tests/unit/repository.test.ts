import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { satisfies, subset } from 'semver'
import { describe, expect, it } from 'vitest'

describe('migrations', () => {
  const folder = join(import.meta.dirname, '../../supabase/migrations')
  const files = readdirSync(folder).map((name) => ({ name, text: readFileSync(join(folder, name), 'utf8') }))

  /** The name and parameters of each function that the migrations create. */
  const created = files.flatMap(({ text }) =>
    [...text.matchAll(/create (?:or replace )?function ([\w.]+)\s*\(([^)]*)/g)].map(
      ([, name, parameters]) => `${name}(${parameters?.replace(/\s+/g, ' ')})`,
    ),
  )

  it('create each function once', () => {
    expect(created.length).toBeGreaterThan(100)
    expect(created.filter((name, index) => created.indexOf(name) !== index)).toEqual([])
    expect(files.filter(({ text }) => /create or replace/.test(text)).map(({ name }) => name)).toEqual([])
  })
})

describe('engines', () => {
  type Package = { engines?: { node?: string }; optional?: boolean }

  const read = (name: string) => JSON.parse(readFileSync(join(import.meta.dirname, '../..', name), 'utf8'))
  const span: string = read('package.json').engines.node
  const packages: [string, Package][] = Object.entries(read('package-lock.json').packages)

  it.each(['20.19.0', '22.13.0', '24.0.0', '26.0.0'])('package.json admits Node %s', (version) =>
    expect(satisfies(version, span)).toBe(true),
  )

  it.each(['supabase/functions/send-mail', 'tests/functions'])(
    '%s runs the installed versions under Deno',
    (folder) => {
      const { packages } = read('package-lock.json')
      const named: string[] = Object.values(read(`${folder}/deno.json`).imports)
      const other = named.filter((specifier) => {
        const [, name, version] = /^npm:\/?(.+?)@([\d.]+)\/?$/.exec(specifier) ?? []
        return packages[`node_modules/${name}`]?.version !== version
      })
      expect(other).toEqual([])
    },
  )

  it('every installed package runs on every Node version that package.json admits', () => {
    const narrower = packages
      .filter(([, { engines, optional }]) => engines?.node && !optional && !subset(span, engines.node))
      .map(([path, { engines }]) => `${path}: ${engines?.node}`)
    expect(packages.length).toBeGreaterThan(100)
    expect(narrower).toEqual([])
  })
})

it('no test is skipped, todo or exclusive', () => {
  const skipping =
    /\b(?:it|test|describe|suite)(?:\.\w+)*\.(?:skip|only|todo|fixme|skipIf|runIf)\b|\b(?:[xf]it|[xf]describe|xtest)\(|\b(?:ctx|context|info|testInfo|test)\.(?:skip|fixme)\(/
  const root = join(import.meta.dirname, '../..')
  const sources = ['src', 'tests'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.(test|spec)\.tsx?$/.test(name))
      .map((name) => join(folder, name))
      // Contains them as data.
      .filter((name) => !import.meta.filename.endsWith(name)),
  )
  expect(sources.length).toBeGreaterThan(100)
  expect(sources.filter((name) => skipping.test(readFileSync(join(root, name), 'utf8')))).toEqual([])
})
