import { expect, it } from 'vitest'
import { readGrants } from './grant-lines'

const mia = { email: 'mia@x.test', tokens: 20 }
const noor = { email: 'noor@x.test', tokens: 5 }

it.each([
  ['two columns', 'mia@x.test,20\nnoor@x.test,5', [mia, noor], [1, 2]],
  ['a heading', 'Email,Tokens\nmia@x.test,20', [mia], [2]],
  ['columns in another order, and more of them', 'Name,Amount,E-mail\nMia,20,mia@x.test', [mia], [2]],
  ['a reason with a comma', 'mia@x.test,20,"Talk, March"', [{ ...mia, reason: 'Talk, March' }], [1]],
  [
    'a byte order mark, spaces and blank lines',
    '\uFEFF mia@x.test , 20 \r\n\r\n,,\r\nnoor@x.test,5\r\n',
    [mia, noor],
    [1, 4],
  ],
  [
    'numbers that are none',
    'mia@x.test,1.5\nmia@x.test,-5\nmia@x.test,=1+1\nmia@x.test',
    ['1.5', '-5', '=1+1', ''].map((tokens) => ({ ...mia, tokens })),
    [1, 2, 3, 4],
  ],
  ['nothing', ' \n', [], []],
])('reads %s', (_case, text, rows, numbers) => {
  expect(readGrants(text)).toMatchObject({
    rows,
    numbers,
    heading: /^.?(email|name)/i.test(text),
    table: { isSure: true },
  })
})

const lines = (count: number) => Array.from({ length: count }, (_, index) => `m${index}@x.test,1`).join('\n')

it.each([
  [
    'an error of a spreadsheet',
    'mia@x.test,5,Talk\nnoor@x.test,20,#REF!',
    'Line 2: “#REF!” is an error of the spreadsheet.',
  ],
  ['a rounded number', 'mia@x.test,1E+15', 'Line 1: “1E+15” is a number that the spreadsheet has rounded.'],
  [
    'a comma that splits a reason',
    'noor@x.test,5,A\nmia@x.test,20,Talk, March',
    'Line 2 has 4 columns, not 3. Put a reason that has a comma in quotation marks.',
  ],
  [
    'an open quotation mark',
    'noor@x.test,5\nmia@x.test,20,"Talk\nnoor@x.test,5',
    'Line 2 has a quotation mark that is not closed, or in the wrong place.',
  ],
  ['100,000 rows', lines(100_000), 'At most 10,000 lines at a time; these are 100,000.'],
  [
    'a line of 10 MB',
    `mia@x.test,20,${'a'.repeat(10_000_000)}`,
    'At most 2,000,000 characters at a time; these are 10,000,014.',
  ],
])('refuses %s', (_case, text, problem) => {
  expect(readGrants(text)).toMatchObject({ problem, rows: [] })
})

it.each([
  ['a heading without email', 'Name,Tokens\nMia,20\nNoor,5'],
  ['a heading without tokens', 'Email,Name\nmia@x.test,Mia'],
  ['an unknown heading', 'Wer,Wieviel\nmia@x.test,20\nnoor@x.test,5'],
  ['columns in another order without a heading', 'Mia,mia@x.test,20'],
])('reads nothing of %s before it is told the columns (D59)', (_case, text) => {
  expect(readGrants(text)).toMatchObject({ rows: [], table: { isSure: false } })
})

it('reads what is picked, and digits of any script, but no separators (D59)', () => {
  const columns = { email: 1, tokens: 2 }
  expect(readGrants('Mia,mia@x.test,٢٠\nNoor,noor@x.test,1.000', { heading: false, columns }).rows).toEqual([
    mia,
    { email: 'noor@x.test', tokens: '1.000' },
  ])
})
