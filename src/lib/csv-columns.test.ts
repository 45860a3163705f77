import { expect, it } from 'vitest'
import { readCsv, spreadsheetFlaw } from './csv-columns'
import { emailColumn } from './csv-headings'

const one = { email: emailColumn }

it.each([
  ['Email\na@x.test', 0],
  ['Name;E-Mail-Adresse\nMia;a@x.test', 1],
  ['Nom,Adresse e-mail\nMia,a@x.test', 1],
  ['Nombre,Correo electrónico\nMia,a@x.test', 1],
  ['名前,メールアドレス\nMia,a@x.test', 1],
  ['E-Mail-Adresse;Erstellt von\na@x.test;boss@x.test', 0],
])('finds the column of %j by its heading (D59)', (text, column) => {
  const { rows, ...found } = readCsv(text, one)
  expect(found).toMatchObject({ heading: true, isSure: true, columns: { email: column } })
  expect(rows.map(({ line, values }) => [line, values.email])).toEqual([[2, 'a@x.test']])
})

it.each([
  'Wohin;Erstellt von\na@x.test;boss@x.test',
  'Email,Created by\na@x.test,boss@x.test\n,',
  'Email;Email\na@x.test;b@x.test',
  'Kontakt\na@x.test',
  'a@x.test;boss@x.test',
])('reads %j only where it is sure, or as picked (D59)', (text) => {
  const { isSure, columns } = readCsv(text, one)
  if (isSure) return expect(columns).toEqual({ email: 0 })
  const { rows, isSure: isNow } = readCsv(text, one, {
    heading: !text.startsWith('a@'),
    columns: { email: 0 },
  })
  expect([isNow, rows.map(({ values }) => values.email)]).toEqual([true, ['a@x.test']])
})

it('asks until every column that is needed is picked', () => {
  expect(readCsv('Wohin;Von\na@x;b@x', one, { heading: true, columns: {} }).isSure).toBe(false)
})

it.each(
  '#N/A #NV #REF! #BEZUG! #VALUE! #WERT! #NAME? #DIV/0! #NULL! #NUM! #ZAHL! #SPILL! #ÜBERLAUF! #¡REF! #¿NOMBRE? #ССЫЛКА! #Н/Д #N/D #CALC! #n/a ##### 1.23457E+15 1,23457E+15 1E+15 1.5e12 -2.1E-05'.split(
    ' ',
  ),
)('says that %s is no value', (cell) => {
  expect(spreadsheetFlaw(cell)).toMatch(/spreadsheet/)
})

it.each(['#1234-ABCD', '#KEY-12!', '12E45', '1E5', 'ABC!', '1.5', 'E+15', 'A1.5E+15', '', '#'])(
  'takes %j for a value',
  (cell) => {
    expect(spreadsheetFlaw(cell)).toBeUndefined()
  },
)
