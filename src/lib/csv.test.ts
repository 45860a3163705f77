import Papa from 'papaparse'
import { expect, it } from 'vitest'
import { toCsv, withoutEscape } from './csv'
import { readCsvLines } from './csv-lines'

it('leaves a number a number, also below 0, where a text like it would be a formula (D22)', () => {
  expect(toCsv(['Tokens', 'Note'], [[-25, '-25']])).toBe('\uFEFF"Tokens","Note"\r\n"-25","\'-25"\r\n')
})

const marks = [
  '',
  'Ann;',
  'Ann;;',
  'Ann|',
  'Ann\t',
  'Ann\n',
  'Ann\r',
  'Ann; "',
  'Ann;"";',
  `Ann;' '`,
  ' ',
  '\t',
  '"',
  "'",
  "''",
  '\u00a0',
  'Ann,',
]
const starts = ['=', '+', '-', '@', '＝', '＋', '－', '＠', '', '\t', '\r']
const texts = marks.flatMap((before) =>
  marks.flatMap((mark) => starts.map((start) => `${before}${mark}${start}cmd|'/C calc'!A1;x`)),
)

it('starts no cell with a formula, whatever separates cells, and whether quotation marks count', () => {
  const rows = texts.map((text) => ['ORD-1', text, text])
  const csv = toCsv(['Order', 'Name', 'Benefit'], rows).slice(1)
  const cells = [',', ';', '\t', '|'].flatMap((delimiter) =>
    Papa.parse<string[]>(csv, { delimiter }).data.flat(),
  )
  // Excel reads a quotation mark inside a cell as text, and starts a new one at the next separator or line.
  const parts = [';', '\t', '|'].flatMap((mark) => csv.split('\n').flatMap((line) => line.split(mark)))
  expect([...cells, ...parts].filter((text) => /^["\s]*[=+\-@＝＋－＠]/.test(text))).toEqual([])
})

it('defuses all that Papa Parse would', () => {
  for (const text of texts) {
    const defused = Papa.unparse([[text]], { escapeFormulae: true, quotes: true })
    if (defused.startsWith(`"'`) && !text.startsWith("'")) expect(toCsv([text], []).slice(1, 3)).toBe(`"'`)
  }
})

it('is read back exactly by the imports', () => {
  const { found } = readCsvLines(
    toCsv(
      ['Name', 'Mark'],
      texts.map((text) => [text, 'x']),
    ),
  )
  // The imports read every line break as one.
  expect(found.slice(1).map(({ cells }) => cells[0])).toEqual(texts.map((text) => text.replace(/\r/g, '\n')))
  for (const text of ["'", "Ann's", "'tis", "a;'b", "x|'", ' leading', "O'Neil; 'x'"])
    expect(withoutEscape(text)).toBe(text)
})
