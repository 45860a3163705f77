import { expect, it } from 'vitest'
import { csvKeys, pastedKeys } from './key-lines'

it.each([
  ['one key a line', 'A-1\nB-2', ['A-1', 'B-2'], [1, 2]],
  ['any line break', 'A-1\r\nB-2\rC-3', ['A-1', 'B-2', 'C-3'], [1, 2, 3]],
  ['blank lines between keys', 'A-1\n\n B-2', ['A-1', '', ' B-2'], [1, 2, 3]],
  ['blank lines at the end', 'A-1\n\n \n', ['A-1'], [1]],
  ['a byte order mark', '\uFEFFA-1\nB-2', ['A-1', 'B-2'], [1, 2]],
  ['commas and quotes, which belong to the key', 'A,"1"\nB-2', ['A,"1"', 'B-2'], [1, 2]],
  ['nothing', ' \n', [], []],
])('reads pasted text with %s', (_case, text, keys, numbers) => {
  expect(pastedKeys(text)).toEqual({ keys, numbers })
})

it.each([
  ['one column', 'A-1\nB-2\n', ['A-1', 'B-2'], [1, 2]],
  ['the first of several columns', 'A-1,x\r\nB-2,y\r\n', ['A-1', 'B-2'], [1, 2]],
  ['semicolons', 'A-1;x\nB-2;y', ['A-1', 'B-2'], [1, 2]],
  ['a byte order mark and quotes', '\uFEFF"A-1","x"\n"B ""2""","y"', ['A-1', 'B "2"'], [1, 2]],
  ['quoted line breaks, which count as lines', '"A-1","x\n\ny"\nB-2,z', ['A-1', 'B-2'], [1, 4]],
  ['blank lines', 'A-1\n\nB-2\n\n', ['A-1', '', 'B-2'], [1, 2, 3]],
])('reads a CSV file with %s', (_case, csv, keys, numbers) => {
  expect(csvKeys(csv)).toEqual({ keys, numbers })
})

it.each(['Key', 'Licence key', 'CODES', 'serial number', 'voucher_code'])(
  'leaves out the heading %s',
  (first) => {
    expect(csvKeys(`${first},Note\nA-1,x`)).toEqual({ keys: ['A-1'], numbers: [2], heading: first })
  },
)

it('does not mistake a key for a heading', () => {
  expect(csvKeys('KEY-1234-CODE\nCODE-9').keys).toEqual(['KEY-1234-CODE', 'CODE-9'])
})

it('reads 10,000 lines', () => {
  const rows = Array.from({ length: 10_000 }, (_, index) => `KEY-${index},x`)
  const { keys, numbers } = csvKeys(rows.join('\n'))
  expect([keys.length, keys.at(-1), numbers.at(-1)]).toEqual([10_000, 'KEY-9999', 10_000])
})
