import { keysOfMarks, roundedNumbers, spreadsheetErrors } from '@tests/support/spreadsheet-flaws'
import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import {
  codeColumn,
  emailColumn,
  endsColumn,
  keyColumn,
  reasonColumn,
  tokensColumn,
  usesColumn,
  valueColumn,
} from './csv-headings'
import { maskMiddle } from './csv-lines'
import { readCsv } from './read-csv'
import { spreadsheetFlaw } from './spreadsheet-flaw'

const limits = { maxLines: 10_000, maxText: 2_000_000 }
const emails = {
  ...limits,
  columns: { email: emailColumn },
  row: z.object({ email: z.string().check(z.trim()) }),
  noun: 'address',
}
const keys = {
  ...limits,
  columns: { key: keyColumn },
  row: z.object({ key: z.string() }),
  noun: 'key',
  isPlain: true,
}

describe('columns of an import', () => {
  it.each([
    ['Email\na@x.test', 0],
    ['Name;E-Mail-Adresse\nMia;a@x.test', 1],
    ['Nom,Adresse e-mail\nMia,a@x.test', 1],
    ['Nombre,Correo electrónico\nMia,a@x.test', 1],
    ['名前,メールアドレス\nMia,a@x.test', 1],
    ['E-Mail-Adresse;Erstellt von\na@x.test;boss@x.test', 0],
    ['Email,Created by\na@x.test,boss@x.test\n,', 0],
  ])('are found by their heading in %j (D59)', (text, column) => {
    const { rows, ...found } = readCsv(text, emails)
    expect(found).toMatchObject({ heading: true, isSure: true, columns: { email: column } })
    expect(rows).toEqual([{ line: 2, row: { email: 'a@x.test' } }])
  })

  it.each([
    ...['Wohin;Erstellt von\na@x.test;boss@x.test', 'Email;Email\na@x.test;b@x.test'],
    ...['Kontakt\na@x.test', 'a@x.test;boss@x.test'],
  ])('are not guessed in %j, and read as picked (D59)', (text) => {
    const { columns, ...read } = readCsv(text, emails)
    expect(columns).toEqual({})
    expect(read).toMatchObject({ isSure: false, rows: [] })
    const picked = { heading: !text.startsWith('a@'), columns: { email: 0 } }
    const { rows, isSure } = readCsv(text, emails, { picked })
    expect([isSure, rows.map(({ row }) => row.email)]).toEqual([true, ['a@x.test']])
    expect(readCsv(text, emails, { picked: { ...picked, columns: {} } }).isSure).toBe(false)
  })

  it('leave out lines with more cells than the heading, and say how to write the mark', () => {
    expect(readCsv('Name;Email\nMia;a@x.test\nLund; Peter;b@x.test', emails)).toMatchObject({
      rows: [{ line: 2 }],
      refused: [
        {
          line: 3,
          value: 'Peter',
          reason: '3 columns, not 2. Put text that has a semicolon in quotation marks',
        },
      ],
    })
  })

  it.each([
    ['x'.repeat(2_000_001), 'At most 2,000,000 characters at a time; these are 2,000,001.'],
    ['a@x.test\n'.repeat(10_001), 'At most 10,000 lines at a time; these are 10,001.'],
    ['a@x.test\n"b@x.test\n', 'Line 2 has a quotation mark that is not closed, or in the wrong place.'],
  ])('are not looked for in what cannot be read as a whole', (text, problem) => {
    expect(readCsv(text, emails)).toMatchObject({ problem, rows: [], refused: [] })
  })

  it('may have only a heading, or nothing', () => {
    expect(readCsv('Email', emails)).toMatchObject({ heading: true, isSure: true, lines: [], rows: [] })
    expect(readCsv(' \n', emails)).toMatchObject({ heading: false, first: [], lines: [] })
  })
})

describe('dates of an import (D59)', () => {
  const dates = {
    ...limits,
    columns: { email: emailColumn, until: endsColumn },
    row: z.object({ email: z.string(), until: z.string() }),
    noun: 'address',
  }
  const until = (cells: string[], order?: 'day' | 'month') => {
    const text = `Email;Member until\n${cells.map((cell) => `a@x.test;${cell}`).join('\n')}`
    const { isSure, needsDateFormat, rows } = readCsv(text, dates, order && { picked: { dates: order } })
    return { isSure, needsDateFormat, dates: rows.map(({ row }) => row.until) }
  }

  it('begin with the year, in the digits of any script', () => {
    const dates = ['2031-12-05', '2031-01-05', '2031-12-05T23:59', '2031-12-05', '']
    expect(until(['2031-12-05', '2031/1/5', '2031.12.05 23:59', '٢٠٣١-١٢-٠٥', ''])).toEqual({
      ...{ isSure: true, needsDateFormat: false, dates },
    })
  })

  it.each([
    ['day', ['5/12/2031', '31/12/2031'], ['2031-12-05', '2031-12-31']],
    ['month', ['5/12/2031', '12/31/2031'], ['2031-05-12', '2031-12-31']],
  ] as const)('are asked about otherwise, and read with the %s first as picked', (order, cells, dates) => {
    expect(until([...cells])).toMatchObject({ isSure: false, needsDateFormat: true, dates: [] })
    expect(until([...cells], order).dates).toEqual(dates)
  })

  it('do not decide between two email columns when their order is picked', () => {
    const text = 'Email;Email;Member until\na@x.test;b@x.test;5/12/2031'
    expect(readCsv(text, dates, { picked: { dates: 'day' } })).toMatchObject({ isSure: false, rows: [] })
  })

  it('of another form, or that do not exist, are left as they are and refused', () => {
    const cells = ['5/12/31', '31/31/2031', 'soon', '5 Dec 2031']
    expect(until(cells, 'day').dates).toEqual(cells)
  })
})

describe('keys of an import', () => {
  /** The numbers of lines, each with its key. */
  const keysOf = ({ rows }: ReturnType<typeof readKeys>) => rows.map(({ line, row }) => `${line}: ${row.key}`)
  const readKeys = (text: string, isFile = true) => readCsv(text, keys, { isFile })

  it.each([
    ['any line break, and blank lines', '\uFEFFA-1\r\nB-2\r\r\n C-3\n', ['1: A-1', '2: B-2', '4:  C-3']],
    ['commas and quotes, which belong to the key', 'A,"1"\nB-2', ['1: A,"1"', '2: B-2']],
    ["a formula's first character", "'=A-1\n-B-2", ["1: '=A-1", '2: -B-2']],
    ['digits above digits, which is no heading', 'KEY-0\nKEY-1', ['1: KEY-0', '2: KEY-1']],
    ['a heading', '\nClé de licence\nA-1', ['3: A-1'], true],
    ['a table with a heading', 'Note,Licence key\nx,"A,1"', ['2: A,1'], true],
    ['cells of a spreadsheet', 'Key\tNote\nA-1\tx\n\nB-2\ty', ['2: A-1', '4: B-2'], true],
  ])('are pasted with %s', (_case, text, found, heading = false) => {
    const read = readKeys(text, false)
    expect(read).toMatchObject({ isSure: true, heading })
    expect(keysOf(read)).toEqual(found)
  })

  it.each([['Freischaltung\nAB-12\nCD-34'], ['AB-12\tx\nCD-34\ty']])('are asked for in %j (D59)', (text) =>
    expect(readKeys(text, false)).toMatchObject({ isSure: false, rows: [] }),
  )

  const unknownHeadings =
    'LicenseKey ProductKey Keycode Freischaltcode Schluessel Aktivierungsschlüssel(e) Coupon Token Login Passwort S/N Seriennr. Zugangscode Zugangsdaten Numéro Key1'
  const mixed = ['7KQ2MXPA', 'QWERTYUI', '2W3E4R5T']
  const [letters, hyphens] = [
    ['QWERTYUI', 'ASDFGHJK'],
    ['AB12-CD34', 'QWER-TYUI', 'EF56-GH78'],
  ]

  it.each(['LICENCE KEYS FOR MINUTES', 'Licence keys for Minutes', ...unknownHeadings.split(' ')])(
    'are asked for below or in %s (D59)',
    (heading) => {
      for (const below of [[], ['QWERTYUI'], mixed, letters, hyphens])
        for (const isFile of [true, false])
          expect(readKeys([heading, ...below].join('\n'), isFile)).toMatchObject({
            ...{ heading: true, isSure: false, first: [heading], rows: [] },
          })
    },
  )

  it.each([
    ['Losung', mixed],
    ['LOSUNG', hyphens],
    ['Minuten', letters],
    ['Для Лампы', letters],
    ['office365', hyphens],
    ['office365', mixed],
    ['LOSUNG', letters],
  ])('are asked for below %s, which is unlike them (D59)', (heading, below) =>
    expect(readKeys([heading, ...below].join('\n'))).toMatchObject({ isSure: false, rows: [] }),
  )

  it.each([
    ...['QWERTYUI', 'aBcD-1234', letters.join(' '), 'LNTR-1 abc', '7KQ2MXPA QWERTYUI', 'KEY-ABCD KEY-1234'],
    ...['GLD-ABCD GLD-AB12 GLD-2BCD', '2f7d-aabb QWER-1234', 'aKeyAbcd aKeyBcde'],
  ])('that are plainly keys are not asked for: %s (D59)', (text) => {
    const lines = { length: text.split(' ').length }
    expect(readKeys(text.replaceAll(' ', '\n'))).toMatchObject({ heading: false, isSure: true, lines })
  })

  it.each([
    ['one column', 'A-1\nB-2\n', [1, 2]],
    ['semicolons, also in quotes', 'Key;Note\r\nA-1;"x;y"\r\nB-2;z', [2, 3]],
    ['tabs, and a blank line', 'Key\tNote\nA-1\tx\n\nB-2\ty\n', [2, 4]],
    ['quoted line breaks, which count as lines', 'Key,Note\n"A-1","x\n\ny"\nB-2,z', [2, 5]],
    ["Excel's name of the delimiter", 'sep=|\r\nKey|Note\r\nA-1|y\r\nB-2|x', [3, 4]],
  ])('are read from a file with %s', (_case, text, [first, second]) => {
    expect(keysOf(readKeys(text))).toEqual([`${first}: A-1`, `${second}: B-2`])
  })

  it.each(['Key', 'CODES', 'serial number', 'voucher_code', 'Aktivierungsschlüssel'])(
    'have the heading %s',
    (heading) =>
      expect(readCsv(`${heading};Note\nA-1;x`, keys)).toMatchObject({ heading: true, isSure: true }),
  )
})

describe('cells of an import', () => {
  it('are no text that is the rest of a number without quotation marks (D59)', () => {
    const cell = z.string()
    const grants = (text: string) =>
      readCsv(text, {
        ...{ ...limits, noun: 'address' },
        columns: { email: emailColumn, tokens: tokensColumn, reason: reasonColumn },
        row: z.object({ email: cell, tokens: cell, reason: cell }),
      })
    const reason = 'Tokens: Write digits only, without points, commas or spaces.'
    for (const line of ['ann@x.test,1,000', 'ann@x.test,12,5', 'ann@x.test,1,000.50', 'ann@x.test, ١,٠٠٠'])
      for (const heading of ['', 'Email,Tokens,Reason\n'])
        expect(grants(heading + line)).toMatchObject({ rows: [], refused: [{ reason }] })
    const stated = 'a@x.test,50,"2026"\nb@x.test,50,2 years\nc@x.test,50,\nd@x.test,,2026'
    expect(grants(stated).rows.map(({ row }) => row.reason)).toEqual(['2026', '2 years', '', '2026'])
    expect(grants('ann@x.test;50;2026').rows).toHaveLength(1)
  })

  it('are no number of a column that other lines leave out, behind 1 to 3 digits without quotation marks (D59)', () => {
    const cell = z.string()
    const codes = (text: string) =>
      readCsv(`code,value,uses\n${text}`, {
        ...{ ...limits, noun: 'code' },
        columns: { code: codeColumn, value: valueColumn, uses: usesColumn },
        row: z.object({ code: cell, value: cell, uses: cell }),
      })
    for (const text of ['A,25\nX,1,500', 'X,1,500\nA,25,', 'A,25\nX, ١,٥٠٠'])
      expect(codes(text)).toMatchObject({
        rows: [{ row: { code: 'A' } }],
        refused: [{ reason: expect.stringMatching(/^Value: Write digits/) }],
      })
    for (const text of ['A,25,100\nX,1,500', 'A,25\nX,1,50', 'A,25\nX,"1",500', 'A,25\nX,2500,500'])
      expect(codes(text).rows).toHaveLength(2)
  })

  it('hold no flaw of a spreadsheet, and may look a little like one', () => {
    const isFlawed = (cell: string) => spreadsheetFlaw(cell) !== undefined
    expect([...spreadsheetErrors, ...roundedNumbers].filter((cell) => !isFlawed(cell))).toEqual([])
    expect([...keysOfMarks, ...'12E45 1E5 ABC! 1.5 E+15 #'.split(' '), ''].filter(isFlawed)).toEqual([])
  })

  it('are masked in the middle where they are secret, also in a reason', () => {
    expect(['LNTR-AB12-CD34-9XQ2', 'K7MX2QPA', 'ABC', ''].map(maskMiddle)).toEqual([
      ...['LNTR-••••-••••-9XQ2', 'K7••••PA', '•••', ''],
    ])
    const { refused } = readCsv('Key;Note\nLNTR-AB12-CD34-9XQ2;a;b', keys)
    expect(JSON.stringify(refused)).not.toContain('AB12')
  })
})
