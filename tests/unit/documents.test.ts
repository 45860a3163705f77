import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { documentOf, rewrite } from '../../src/build/documents.ts'
import { paths } from '../../src/lib/paths.ts'

const rules = readFileSync('public/_redirects', 'utf8')
const patterns = Object.values(paths).filter((path) => typeof path === 'string' && path.endsWith('/:id'))

it.each(patterns)('serves the document of %s for every id', (pattern) => {
  const path = String(pattern)
  expect(rewrite(rules, path.replace(':id', 'one'))).toBe(documentOf(path))
  expect(documentOf(path)).not.toBe(path)
})

it.each(['/dashboard/orders', '/dashboard/orders/', '/dashboard/orders/one/more', '/dashboard/order', '/'])(
  'does not rewrite %s',
  (path) => {
    expect(rewrite(rules, path)).toBe(path)
  },
)
