import { expect, it } from 'vitest'
import { fileFacts, formatSize } from './file-size'

it.each([
  [1, '1 byte'],
  [512 * 1024, '512 KB'],
  [1024 * 1024, '1 MB'],
  [19_293_798, '18.4 MB'],
])('formats %i bytes as %s', (bytes, text) => {
  expect(formatSize(bytes)).toBe(text)
})

it.each([
  ['folder.2027.zip', 'application/zip', '1 KB, ZIP'],
  ['README', 'text/plain', '1 KB, text/plain'],
  ['.env', '', '1 KB'],
])('describes the file %s of type "%s" as "%s"', (name, type, text) => {
  expect(fileFacts({ name, size: 1024, type })).toBe(text)
})
