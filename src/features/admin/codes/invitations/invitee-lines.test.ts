import { expect, it } from 'vitest'
import { readInvitees } from './invitee-lines'

const read = (text: string) => readInvitees(text).rows.map(({ email, line }) => [line, email])

it('reads one address a line, several a line, and names beside them', () => {
  expect(
    read('a@x.test\n\n b@x.test; c@x.test\nNoor Halim <noor@halim.example>\nLund, d@x.test, Porto'),
  ).toEqual([
    [1, 'a@x.test'],
    [3, 'b@x.test'],
    [3, 'c@x.test'],
    [4, 'noor@halim.example'],
    [5, 'd@x.test'],
  ])
})

it('reads the column of a heading, with the numbers of the lines in the file', () => {
  expect(read('\uFEFFName;E-mail\r\n"Lund; Peter";p.lund@lundbyg.example\r\nNobody;')).toEqual([
    [2, 'p.lund@lundbyg.example'],
    [3, ''],
  ])
})

it('keeps what is not an address, so that the line is reported', () => {
  expect(read('a@x.test\nnobody')).toEqual([
    [1, 'a@x.test'],
    [2, 'nobody'],
  ])
})

it('refuses more than 500, and a quotation mark that is not closed', () => {
  expect(readInvitees('a@x.test\n'.repeat(501)).problem).toBe(
    'At most 500 addresses at a time; these are 501.',
  )
  expect(readInvitees('a@x.test\n"b@x.test').problem).toMatch(/^Line 2 has a quotation mark/)
})

it('invites only the column that is meant, and asks when it is unsure (D59)', () => {
  expect(read('E-Mail-Adresse;Erstellt von\na@x.test;boss@x.test\nb@x.test;boss@x.test')).toEqual([
    [2, 'a@x.test'],
    [3, 'b@x.test'],
  ])
  for (const text of ['Wohin;Von\na@x.test;boss@x.test', 'a@x.test;boss@x.test\nb@x.test;boss@x.test'])
    expect(readInvitees(text)).toMatchObject({ rows: [], table: { isSure: false } })
  const picked = { heading: true, columns: { email: 0 } }
  expect(readInvitees('Wohin;Von\na@x.test;boss@x.test', picked).rows).toEqual([
    { email: 'a@x.test', line: 2 },
  ])
})

it('understands mailto:, and refuses the errors of a spreadsheet (D59)', () => {
  expect(read('mailto:a@x.test')).toEqual([[1, 'a@x.test']])
  expect(readInvitees('a@x.test\n#N/A')).toMatchObject({
    rows: [],
    problem: 'Line 2: “#N/A” is an error of the spreadsheet.',
  })
})
