import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'

const pages = [
  'README.md',
  'tests/README.md',
  'src/build/README.md',
  'supabase/local/README.md',
  ...readdirSync('docs').map((name) => `docs/${name}`),
]
  .filter((page) => page.endsWith('.md') && existsSync(page))
  .map((page) => [page, readFileSync(page, 'utf8')] as const)

test.each(pages)('every link and path in %s exists', (page, text) => {
  const links = [...text.matchAll(/\]\(([^)#]+)(?:#[^)]*)?\)/g)]
    .map(([, target = '']) => target)
    .filter((target) => !target.startsWith('http'))
    .map((target) => join(dirname(page), target))
  const paths = [
    ...text.matchAll(
      /`((?:src|tests|supabase|docs|public|\.ci|db|e2e|prove|backend|unit|rights|support|stack|crash|bench|viewers|browsers|functions)\/[\w./-]*)`/g,
    ),
  ]
    .map(([, path = '']) => path)
    // Not in a clone.
    .filter((path) => !/^supabase\/(\.local|\.checkout-id|templates)/.test(path))
  const missing = [...links, ...paths].filter((path) => !existsSync(path) && !existsSync(join('tests', path)))
  expect(missing).toEqual([])
})

test('npm scripts named in the docs exist', () => {
  const { scripts } = JSON.parse(readFileSync('package.json', 'utf8'))
  const named = pages.flatMap(([, text]) =>
    [...text.matchAll(/npm run ([\w:]+)/g)].map(([, name = '']) => name),
  )
  expect(named.filter((name) => !(name in scripts))).toEqual([])
})

test('commands of the Supabase CLI name its version, and the project where it would take a local stack', () => {
  const commands = readFileSync('docs/deploy.md', 'utf8').match(/npx supabase[^`\n]*/g) ?? []
  expect(commands.length).toBeGreaterThan(8)
  expect(commands.filter((command) => !command.startsWith('npx supabase@3.1.0 '))).toEqual([])
  expect(
    commands.filter((command) => / (db|migration) /.test(command) && !/--remote\b/.test(command)),
  ).toEqual([])
})

test('what the check of a deployment says of a step of docs/deploy.md names one', () => {
  const steps = readFileSync('docs/deploy.md', 'utf8')
  const named = readdirSync('supabase/deployment').flatMap((name) =>
    [...readFileSync(`supabase/deployment/${name}`, 'utf8').matchAll(/docs\/deploy\.md, ([\w ]+)/g)].map(
      ([, title]) => title,
    ),
  )
  expect(named.length).toBeGreaterThan(5)
  expect(named.filter((title) => !new RegExp(`^\\d+\\. \\*\\*${title}\\b`, 'm').test(steps))).toEqual([])
})

const schema = readdirSync('supabase/migrations')
  .map((name) => readFileSync(`supabase/migrations/${name}`, 'utf8'))
  .join('\n')

test('the glossary has every table', () => {
  const glossary = readFileSync('docs/glossary.md', 'utf8')
  const tables = [...schema.matchAll(/^create table (?:public|private)\.(\w+)/gm)].map(
    ([, name = '']) => name,
  )
  expect(tables.length).toBeGreaterThan(40)
  expect(tables.filter((name) => !new RegExp(`\\b${name}\\b`).test(glossary))).toEqual([])
})

test('docs/database.md lists exactly the functions that clients call', () => {
  const [, text = ''] = readFileSync('docs/database.md', 'utf8').split('## Interface')
  const rows = text.split('\n').filter((line) => line.startsWith('| `'))
  const listed = rows.flatMap((row) => row.split(' | ')[0]?.match(/\w+/g) ?? [])
  // Those of a row are relationships and columns.
  const called = [...schema.matchAll(/^create function public\.(\w+)\((?!public\.)/gm)].map(
    ([, name = '']) => name,
  )
  expect(listed.sort()).toEqual([...new Set(called)].sort())
})
