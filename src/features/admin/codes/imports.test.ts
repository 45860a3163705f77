import { expect, it } from 'vitest'
import type { Code } from '@/entities/codes/code'
import { csvTime, toCsv } from '@/lib/csv'
import { lastMomentOf } from '@/lib/local-time'
import { readCsv } from '@/lib/read-csv'
import { inviteeSchema } from '@/widgets/invitations/invite-by-email'
import { codesCsv } from './codes-csv'
import { codeImport } from './import-codes'

const codes = (text: string, kind: 'token' | 'invite' = 'token') => readCsv(text, codeImport(kind, '50'))
const guests = (text: string) => readCsv(text, inviteeSchema)
const emails = (text: string) => guests(text).rows.map(({ line, row }) => [line, row.email])
const end = lastMomentOf('2099-12-31')

it('reads codes in the order of the dialog, or by their heading in any', () => {
  const [launch, plain] = codes('launch27,25,2099-12-31,10,Party\r\nPLAIN\n').rows
  const party = { code: 'LAUNCH27', token_value: 25, max_uses: 10, expires_at: end, note: 'Party' }
  expect(launch).toEqual({ line: 1, row: party })
  expect(plain?.row).toEqual({ code: 'PLAIN', token_value: 50, max_uses: 1, expires_at: null, note: null })
  expect(codes('Uses;Code;Token Value\n3;a-b;7').rows).toMatchObject([
    { line: 2, row: { code: 'A-B', token_value: 7, max_uses: 3 } },
  ])
  expect(codes('JOIN,2099-12-31,4', 'invite').rows[0]?.row).toEqual({
    ...{ code: 'JOIN', max_uses: 4, expires_at: end, note: null },
  })
})

it('leaves out bad and repeated codes, with line and reason, and shows no code whole', () => {
  const text = [
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
    'SECRET-CODE-1,5,,1,,x',
    'x'.repeat(65),
    'F,5,soon',
    'G,1.000',
    '#NV,5',
    'H,٢٥',
    'I,5,9999-12-31',
  ].join('\n')
  const { rows, refused } = codes(text)
  expect(rows.map(({ line, row }) => [line, row.code])).toEqual([
    [2, 'ONE'],
    [18, 'H'],
  ])
  expect(refused.map(({ line, reason }) => [line, reason])).toEqual([
    [4, 'Remove U+000A, which cannot be seen in a code.'],
    [6, 'The same code as line 2'],
    [7, 'Value: Enter a whole number from 1 to 1000.'],
    [8, 'Expires: Enter today or a later date.'],
    [9, 'Uses: Enter a whole number from 1 to 10,000.'],
    [10, 'Value: Enter a whole number from 1 to 1000.'],
    [11, 'Remove U+200B, which cannot be seen in a code.'],
    [12, 'No code'],
    [13, '6 columns, not 4. Put text that has a comma in quotation marks'],
    [14, 'Use at most 64 characters.'],
    [15, 'Expires: Write the date as 2027-12-31.'],
    [16, 'Value: Write digits only, without points, commas or spaces.'],
    [17, '“#NV” is an error of the spreadsheet'],
    [19, 'Expires: Enter a date before 2100.'],
  ])
  expect(JSON.stringify(refused)).not.toContain('SECRET-CODE')
})

it('asks whether the first line of codes is a heading, unless it has an amount (D59)', () => {
  for (const text of ['Zugangscode\nABCD\nEFGH', 'Losung\nAB12', 'PROMO;Punkte\nAB12;5\nCD;6'])
    for (const kind of ['token', 'invite'] as const)
      expect(codes(text, kind)).toMatchObject({ heading: true, isSure: false, rows: [] })
  expect(codes('PLAIN,5\nAB12').rows).toHaveLength(2)
})

it('takes no rest of a number for a note or a name (D59)', () => {
  const why = 'Write digits only, without points, commas or spaces.'
  const refusals = ({ refused, rows }: { refused: { reason: string }[]; rows: unknown[] }) => [
    ...refused.map((each) => each.reason),
    ...rows,
  ]
  expect(refusals(codes('Code,Value,Note\nAB12,1,000'))).toEqual([`Value: ${why}`])
  expect(refusals(codes('AB12,5,,1,000'))).toEqual([`Uses: ${why}`])
  expect(refusals(guests('Email,Balance,Name\na@x.test,1,000'))).toEqual([`Opening balance: ${why}`])
})

const exported = (over: Partial<Code>): Code => ({
  id: 'x',
  code: '=SUM(A1)',
  note: "'-5; =1+1",
  batch_id: null,
  is_used: false,
  uses: 2,
  max_uses: 10,
  used_at: null,
  expires_at: end,
  revoked_at: null,
  revoked_reason: null,
  created_at: '2027-01-01T10:00:00Z',
  user: null,
  revoker: null,
  token_value: 25,
  ...over,
})

it.each(['token', 'invite'] as const)('imports the export of %s codes again exactly (D59)', (kind) => {
  const given = [
    exported({}),
    exported({ code: 'PLAIN', note: '2026', max_uses: 1, expires_at: null }),
    exported({ code: 'NOON', note: null, expires_at: new Date('2099-06-01T12:00').toISOString() }),
    exported({ code: 'GONE', is_used: true }),
    exported({ code: 'TAKEN BACK', revoked_at: '2027-01-02T00:00:00Z', revoked_reason: '=x' }),
  ]
  const { rows, refused } = codes(codesCsv(kind, given), kind)
  expect(rows.map(({ row }) => row)).toEqual(
    given.slice(0, 3).map(({ code, token_value, max_uses, expires_at, note }) => ({
      code,
      ...(kind === 'token' && { token_value }),
      max_uses,
      expires_at,
      note,
    })),
  )
  expect(refused.map(({ line, reason }) => [line, reason])).toEqual([
    [5, 'Status: A code that is used is not created again.'],
    [6, 'Status: A code that is revoked is not created again.'],
  ])
})

it('reads one address a line, several a line, and names beside them', () => {
  const text =
    'a@x.test\n\n b@x.test; c@x.test\nNoor Halim <noor@halim.example>\nLund, d@x.test, Porto\nmailto:e@x.test\nnobody'
  expect(emails(text)).toEqual([
    [1, 'a@x.test'],
    [3, 'b@x.test'],
    [3, 'c@x.test'],
    [4, 'noor@halim.example'],
    [5, 'd@x.test'],
    [6, 'e@x.test'],
    // The server says that it is no address.
    [7, 'nobody'],
  ])
})

it('invites only the column that is meant, and asks when it is unsure (D59)', () => {
  expect(emails('\uFEFFName;E-mail\r\n"Lund; Peter";p.lund@lundbyg.example\r\nNobody;')).toEqual([
    [2, 'p.lund@lundbyg.example'],
  ])
  expect(emails('E-Mail-Adresse;Erstellt von\na@x.test;boss@x.test')).toEqual([[2, 'a@x.test']])
  for (const text of [
    'Wohin;Von\na@x.test;boss@x.test',
    'a@x.test;boss@x.test\nb@x.test;boss@x.test',
    'Ann;a@x.test;2099-12-31\nBen;b@x.test;2099-12-31',
    'Work email;Private email\na@x.test;b@x.test',
  ])
    expect(guests(text)).toMatchObject({ rows: [], isSure: false })
})

it('reads name, end of membership and opening balance, by heading or in order (D59)', () => {
  const ann = { email: 'ann@x.test', name: 'Ann Lind', until: end, balance: 120 }
  for (const text of [
    'ann@x.test,Ann Lind,2099-12-31,120',
    'Guthaben;Voller Name;Mitglied bis;E-Mail\n120;Ann Lind;2099-12-31;ann@x.test',
    'Name\tEmail\tEnd date\tOpening balance\nAnn Lind\tann@x.test\t2099-12-31\t١٢٠',
  ])
    expect(guests(text).rows.map(({ row }) => row)).toEqual([ann])
  const { rows, refused } = guests(
    [
      'Email,Name,Ends,Balance',
      'a@x.test,,,',
      'A@x.test,,,30',
      'b@x.test,B,2001-01-01,',
      'c@x.test,C,31.12.99,',
      'd@x.test,D,,24',
      'e@x.test,E,,"1,000"',
      'f@x.test,=?utf-8?b?eA==?=,,',
      ',G,,50',
      '#N/A,H,,50',
      'i@x.test,I,,#REF!',
    ].join('\n'),
  )
  expect(rows).toEqual([{ line: 2, row: { email: 'a@x.test', name: '', until: null, balance: null } }])
  const least = 'Enter a whole number from 25, which every account begins with, to 1,000,000.'
  expect(refused.map(({ line, reason }) => [line, reason])).toEqual([
    [3, 'The same address as line 2'],
    [4, 'Member until: Enter today or a later date.'],
    [5, 'Member until: Write the date as 2027-12-31.'],
    [6, `Opening balance: ${least}`],
    [7, 'Opening balance: Write digits only, without points, commas or spaces.'],
    [8, 'Name: Remove “=?” and “?=”.'],
    [9, 'No email address'],
    [10, '“#N/A” is an error of the spreadsheet'],
    [11, '“#REF!” is an error of the spreadsheet'],
  ])
})

it('reads the export of users as members to invite (D59)', () => {
  const head = ['Name', 'Email', 'Phone', 'Role', 'Tokens', 'Member until', 'Joined']
  const user = ['-Ann', 'ann@x.test', '+44 1', 'user', 219, csvTime(end), csvTime(end)]
  expect(guests(toCsv(head, [user])).rows.map(({ row }) => row)).toEqual([
    { email: 'ann@x.test', name: '-Ann', until: end, balance: 219 },
  ])
})
