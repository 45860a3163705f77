import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { precached } from '../../src/build/service-worker.ts'

const names = ['app.html', 'icon.svg', 'art/hall.svg', 'benefits/vault.svg']

/** Writes a built site, and returns how to change its files. */
function site() {
  const folder = mkdtempSync(join(tmpdir(), 'guildhall-built-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const write = (name: string, text: string) => {
    mkdirSync(dirname(join(folder, name)), { recursive: true })
    writeFileSync(join(folder, name), text)
  }
  for (const name of names) write(name, 'first')
  const revisions = () =>
    new Map(precached(folder, ['assets/main-x1.js']).map(({ url, revision }) => [url, revision]))
  return { write, revisions }
}

it('precaches the shell, the drawings and the hashed files', () => {
  const { revisions } = site()
  expect([...revisions().keys()].sort()).toEqual(
    ['/assets/main-x1.js', ...names.map((name) => `/${name}`)].sort(),
  )
  expect(revisions().get('/assets/main-x1.js')).toBeNull()
})

it.each(names)('changes the revision of %s only with its content', (name) => {
  const { write, revisions } = site()
  const first = revisions()
  expect(revisions()).toEqual(first)
  write(name, 'other')
  const second = revisions()
  expect(second.get(`/${name}`)).toEqual(expect.any(String))
  expect([...first.keys()].filter((url) => first.get(url) !== second.get(url))).toEqual([`/${name}`])
})
