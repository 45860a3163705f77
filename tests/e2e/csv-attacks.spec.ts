import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { withoutEscape } from '../../src/lib/csv.ts'
import { parseCsv } from './support/csv.ts'
import { core, tries } from './support/hostile.ts'
import { freshCode, newMember } from './support/members.ts'
import { newAdmin } from './support/seed.ts'
import { expect, test } from './support/test.ts'

// No cell of an exported table starts a formula, ends its row or adds a column (D22).

/** Texts that a spreadsheet would run as a formula or take for the end of a cell. */
const cells = [
  '=1+1',
  '+1+1',
  '-1+1',
  '@SUM(1)',
  '=HYPERLINK("http://evil.example","Win")',
  "=cmd|' /C calc'!A0",
  '\t=1+1',
  '\r=1+1',
  '\n=1+1',
  '\u00a0=1+1',
  '\uFEFF=1+1',
  '\uFF1D1+1',
  '\uFF0B1+1',
  '\uFF0D1+1',
  '\uFF20SUM(1)',
  '"=1+1',
  '","=1+1',
  'a"\r\n"=1+1',
  'a;=1+1',
]

/** Exports the table of the page and returns its rows without the head. */
async function exportRows(page: Page, button: string | RegExp) {
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: button }).first().click()
  const file = await download
  expect(file.suggestedFilename()).toMatch(
    /^guildhall-(?:orders|\w+-codes)(?:-batch-[0-9a-f]{8})?-\d{4}-\d\d-\d\d\.csv$/,
  )
  const content = await readFile(await file.path(), 'utf8')
  expect(content[0], 'byte order mark').toBe('\uFEFF')
  const text = content.slice(1)
  const [head = [], ...rows] = parseCsv(text)
  for (const row of rows) {
    expect(row, 'as many columns as the head').toHaveLength(head.length)
    for (const cell of row)
      expect(cell, 'a cell').not.toMatch(/^\s*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20]|^[\t\r\n]/)
  }
  const quoted = /^(?:"(?:[^"]|"")*"(?:,|\r\n))*$/
  expect(quoted.test(text), 'every cell is quoted').toBe(true)
  return rows
}

/** The texts of a column, without the apostrophes that escape a formula. */
const textsOf = (rows: string[][], column: number) =>
  rows.map((row) => withoutEscape(row[column] ?? '')).sort()

test('no cell of any exported table starts a formula', core, async ({ open }) => {
  const stamp = freshCode(6)
  const mo = await newMember(`=1+1 ${stamp}`)
  const { client, ...ada } = await newAdmin('Ada Sheets')

  const catalogue = cells.map((name) => ({ name, description: name, token_value: 1 }))
  const { data: benefits } = await client.from('benefits').insert(catalogue).select('id, name').throwOnError()
  for (const { id, name } of benefits) {
    const order = {
      user_id: mo.id,
      benefit_id: id,
      status: 'pending',
      benefit_name: name,
      benefit_token_value: 1,
    }
    const redemption_email = `=1+1-${stamp}@guild.example`
    await mo.client
      .from('orders')
      .insert({ ...order, id: crypto.randomUUID(), redemption_email })
      .throwOnError()
  }
  const batch_id = crypto.randomUUID()
  const noted = cells.map((note) => ({ code: `-${stamp}-${freshCode(8)}`, note, batch_id }))
  const token = noted.map((each) => ({ ...each, token_value: 1 }))
  await client.from('redeem_codes').insert(token).throwOnError()
  await client.from('invite_codes').insert(noted).throwOnError()
  await mo.client.rpc('redeem_code', { p_code: token[0]?.code ?? '' }).throwOnError()

  const rows = await exportRows(await open(mo, '/dashboard/orders'), 'Export')
  expect(textsOf(rows, 1)).toEqual([...cells].sort())

  const page = await open(ada, `/admin/orders?q=${encodeURIComponent(mo.name)}`)
  const orders = await exportRows(page, 'Export')
  expect(textsOf(orders, 3)).toEqual([...cells].sort())
  expect(new Set(textsOf(orders, 1))).toEqual(new Set([mo.name]))
  await page.goto(`/admin/token-codes?q=${stamp}`)
  expect(await exportRows(page, 'Export')).toHaveLength(cells.length - 1)
  const batch = await exportRows(page, /^Batch CSV of/)
  expect(textsOf(batch, 2)).toEqual([...cells].sort())
  expect(textsOf(batch, 7)).toContain(mo.name)
  await page.goto(`/admin/invite-codes?q=${stamp}`)
  expect(textsOf(await exportRows(page, 'Export'), 2)).toEqual([...cells].sort())
  tries(cells.length * 5)
})
