import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'

const folder = join(import.meta.dirname, '../../supabase/migrations')
const files = readdirSync(folder).map((name) => ({ name, text: readFileSync(join(folder, name), 'utf8') }))

/** The name and parameters of each function that the migrations create. */
const created = files.flatMap(({ text }) =>
  [...text.matchAll(/create (?:or replace )?function ([\w.]+)\s*\(([^)]*)/g)].map(
    ([, name, parameters]) => `${name}(${parameters?.replace(/\s+/g, ' ')})`,
  ),
)

describe('the migrations', () => {
  it('create each function once', () => {
    expect(created.length).toBeGreaterThan(100)
    expect(created.filter((name, index) => created.indexOf(name) !== index)).toEqual([])
    expect(files.filter(({ text }) => /create or replace/.test(text)).map(({ name }) => name)).toEqual([])
  })
})
