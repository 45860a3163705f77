import { expect, it } from 'vitest'
import { csvKeys, pastedKeys } from './key-lines'

it.each([
  ['one key a line', 'A-1\nB-2', ['A-1', 'B-2'], [1, 2]],
  ['any line break', 'A-1\r\nB-2\rC-3', ['A-1', 'B-2', 'C-3'], [1, 2, 3]],
  ['blank lines between keys', 'A-1\n\n B-2', ['A-1', ' B-2'], [1, 3]],
  ['blank lines at the end', 'A-1\n\n \n', ['A-1'], [1]],
  ['a byte order mark', '\uFEFFA-1\nB-2', ['A-1', 'B-2'], [1, 2]],
  ['commas and quotes, which belong to the key', 'A,"1"\nB-2', ['A,"1"', 'B-2'], [1, 2]],
  ['nothing', ' \n', [], []],
])('reads pasted text with %s', (_case, text, keys, numbers) => {
  expect(pastedKeys(text)).toMatchObject({ keys, numbers, table: { isSure: true } })
})

it.each([
  ['one column', 'A-1\nB-2\n', ['A-1', 'B-2'], [1, 2]],
  ['the first of several columns', 'A-1,x\r\nB-2,y\r\n', ['A-1', 'B-2'], [1, 2]],
  ['semicolons, also in quotes', 'A-1;x\r\nB-2;"y;z"\r\n', ['A-1', 'B-2'], [1, 2]],
  ['tabs, and a blank line', 'A-1\tx\n\nB-2\ty\n', ['A-1', 'B-2'], [1, 3]],
  ['line breaks of two kinds', 'A-1\r\nB-2\nC-3\rD-4\r\n', ['A-1', 'B-2', 'C-3', 'D-4'], [1, 2, 3, 4]],
  ['a byte order mark and quotes', '\uFEFF"A-1","x"\n"B ""2""","y"', ['A-1', 'B "2"'], [1, 2]],
  ['quoted line breaks, which count as lines', '"A-1","x\n\ny"\nB-2,z', ['A-1', 'B-2'], [1, 4]],
  ["Excel's name of the delimiter", 'sep=|\r\nA,1|x\r\nB-2|y\r\n', ['A,1', 'B-2'], [2, 3]],
  ['blank lines', 'A-1\n\nB-2\n\n', ['A-1', 'B-2'], [1, 3]],
])('reads a CSV file with %s', (_case, csv, keys, numbers) => {
  const picked = { heading: false, columns: { key: 0 } }
  expect(csvKeys(csv, csvKeys(csv).table.first.length > 1 ? picked : undefined)).toMatchObject({
    keys,
    numbers,
  })
})

it.each([
  'Key',
  'Licence key',
  'CODES',
  'serial number',
  'voucher_code',
  'Aktivierungsschlüssel',
  'Clé de licence',
])('leaves out the heading %s', (first) => {
  expect(csvKeys(`${first};Note\nA-1;x\n`)).toMatchObject({
    keys: ['A-1'],
    numbers: [2],
    table: { heading: true },
  })
  expect(pastedKeys(`\n${first}\nA-1`)).toMatchObject({
    keys: ['A-1'],
    numbers: [3],
    table: { heading: true },
  })
})

it('does not mistake a key for a heading', () => {
  expect(csvKeys('KEY-1234-CODE\nCODE-9').keys).toEqual(['KEY-1234-CODE', 'CODE-9'])
  expect(csvKeys('KEY-0\nKEY-1').keys).toEqual(['KEY-0', 'KEY-1'])
})

it.each([
  ['an unknown heading', 'Freischaltung\nAB-12\nCD-34'],
  ['several columns without a heading', 'AB-12,x\nCD-34,y'],
  ['two columns of that name', 'Key,Code\nAB-12,1\nCD-34,2'],
])('reads nothing of %s before it is told which column it is (D59)', (_case, csv) => {
  const { keys, table } = csvKeys(csv)
  expect([keys, table.isSure]).toEqual([[], false])
  const heading = !csv.startsWith('AB')
  expect(csvKeys(csv, { heading, columns: { key: 0 } }).keys).toEqual(['AB-12', 'CD-34'])
})

it('asks whether the first pasted line is a heading that it does not know (D59)', () => {
  expect(pastedKeys('Freischaltung\nAB-12\nCD-34').table).toMatchObject({ isSure: false, heading: true })
})

it('names the line whose quotation mark hides the lines after it', () => {
  expect(csvKeys('A-1,x\n"B-2,y\nC-3,z\n').table.problem).toBe(
    'Line 2 has a quotation mark that is not closed, or in the wrong place.',
  )
})
