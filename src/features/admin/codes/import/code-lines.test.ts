import { expect, it } from 'vitest'
import { lastMomentOf } from '@/lib/local-time'
import { countLines, readCodes } from './code-lines'

const read = (text: string) => readCodes('token', text, 50)

it('reads columns in the order of the dialog, or by their heading in any', () => {
  const [launch, plain] = read('launch27,25,2099-12-31,10,Party\r\nPLAIN\n').rows
  expect(launch).toEqual({
    line: 1,
    code: {
      code: 'LAUNCH27',
      token_value: 25,
      max_uses: 10,
      expires_at: lastMomentOf('2099-12-31'),
      note: 'Party',
    },
  })
  expect(plain?.code).toEqual({
    code: 'PLAIN',
    token_value: 50,
    max_uses: 1,
    expires_at: null,
    note: null,
  })
  expect(read('Uses;Code;Token Value\n3;a-b;7').rows).toMatchObject([
    { line: 2, code: { code: 'A-B', token_value: 7, max_uses: 3 } },
  ])
  expect(read('Code;Value\r\nTWO;7\r\n').rows).toMatchObject([
    { line: 2, code: { code: 'TWO', token_value: 7 } },
  ])
  expect(readCodes('invite', 'JOIN,2099-12-31,4', 50).rows[0]?.code).toEqual({
    code: 'JOIN',
    max_uses: 4,
    expires_at: lastMomentOf('2099-12-31'),
    note: null,
  })
})

it('reports bad and repeated lines by their number in the file', () => {
  const lines = read(
    [
      'code,value,expires,uses',
      'ONE',
      '',
      '"TWO',
      'lines",5',
      ' one ,9',
      'A,0',
      'B,5,2001-01-01',
      'C,5,,0',
      'D,5x',
      'A\u200bB',
      ',5',
      'E,5,,1,,x',
      'x'.repeat(65),
      'F,5,31.12.2099',
    ].join('\n'),
  )
  expect(lines.rows.map(({ line, code }) => [line, code.code])).toEqual([[2, 'ONE']])
  expect(lines.duplicate).toEqual([{ line: 6, text: 'The same code as line 2' }])
  expect(lines.bad).toEqual([
    { line: 4, text: 'Remove U+000A, which cannot be seen in a code.' },
    { line: 7, text: 'Value: Enter a whole number from 1 to 1000.' },
    { line: 8, text: 'Expires: Enter today or a later date.' },
    { line: 9, text: 'Uses: Enter a whole number from 1 to 10,000.' },
    { line: 10, text: 'Value: Enter a whole number from 1 to 1000.' },
    { line: 11, text: 'Remove U+200B, which cannot be seen in a code.' },
    { line: 12, text: 'No code' },
    { line: 13, text: '6 columns, not 4' },
    { line: 14, text: 'Use at most 64 characters.' },
    { line: 15, text: 'Expires: Write the date as 2027-12-31.' },
  ])
  expect(countLines(lines)).toBe(12)
})

it.each([
  ['"open', 'Line 1 has a quotation mark that is not closed, or in the wrong place.'],
  [
    Array.from({ length: 10_001 }, (_, at) => `C${at}`).join('\n'),
    'At most 10,000 lines at a time; these are 10,001.',
  ],
  ['x'.repeat(2_000_001), 'At most 2,000,000 characters at a time; these are 2,000,001.'],
])('says why nothing can be read', (text, problem) => {
  expect(read(text)).toMatchObject({ rows: [], bad: [], duplicate: [], problem })
})

it('reports separators and what a spreadsheet has left by the line (D59)', () => {
  expect(read('ONE,1.000\n#NV\nTWO,٢٥\nTHREE,5,,1,#REF!\n1.23457E+15').bad).toEqual([
    { line: 1, text: 'Value: Write digits only, without points, commas or spaces.' },
    { line: 2, text: '“#NV” is an error of the spreadsheet' },
    { line: 4, text: '“#REF!” is an error of the spreadsheet' },
    { line: 5, text: '“1.23457E+15” is a number that the spreadsheet has rounded' },
  ])
})

it('asks for the columns under an unknown heading (D59)', () => {
  const text = 'Losung;Wertigkeit\nAB12;5\nCD34;6'
  expect(read(text)).toMatchObject({ rows: [], table: { isSure: false } })
  expect(readCodes('token', text, 50, { heading: true, columns: { code: 0 } }).table.isSure).toBe(false)
  const picked = { heading: true, columns: { code: 0, value: 1 } }
  expect(readCodes('token', text, 50, picked).rows).toMatchObject([
    { line: 2, code: { code: 'AB12', token_value: 5 } },
    { line: 3, code: { code: 'CD34', token_value: 6 } },
  ])
})
