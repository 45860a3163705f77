import { readdirSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

const files = ['src/features/admin', 'src/widgets'].flatMap((folder) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' }).map(
    (name) => `${folder}/${name.replaceAll('\\', '/')}`,
  ),
)
const calls = files
  .filter((file) => /(?<!\.test)\.tsx?$/.test(file))
  .flatMap((file) => {
    const source = readFileSync(file, 'utf8')
    return [...source.matchAll(/(.*?)\b(?:saveCsv|saveListed|saveBatch)\(/gs)].map(([, before = '']) => ({
      file,
      started: /onSuccess: \(\w*\) =>\s*$/.test(before),
    }))
  })

it('saves what admins export only once the database let them start', () => {
  expect(calls.filter(({ started }) => started).length).toBeGreaterThan(4)
  expect(calls.filter(({ started }) => !started).map(({ file }) => file)).toEqual([
    // What the others call, and codes that this admin has just made.
    ...Array(4).fill('src/features/admin/codes/codes-csv.ts'),
    'src/features/admin/codes/create/created-batch.tsx',
  ])
})
