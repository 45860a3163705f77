import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { satisfies, subset } from 'semver'
import { expect, it } from 'vitest'

type Package = { engines?: { node?: string }; optional?: boolean }

const read = (name: string) => JSON.parse(readFileSync(join(import.meta.dirname, '../..', name), 'utf8'))
const span: string = read('package.json').engines.node
const packages: [string, Package][] = Object.entries(read('package-lock.json').packages)

it.each(['20.19.0', '22.13.0', '24.0.0', '26.0.0'])('package.json admits Node %s', (version) => {
  expect(satisfies(version, span)).toBe(true)
})

it('every installed package runs on every Node version that package.json admits', () => {
  const narrower = packages
    .filter(([, { engines, optional }]) => engines?.node && !optional && !subset(span, engines.node))
    .map(([path, { engines }]) => `${path}: ${engines?.node}`)
  expect(packages.length).toBeGreaterThan(100)
  expect(narrower).toEqual([])
})
