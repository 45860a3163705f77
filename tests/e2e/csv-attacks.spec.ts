import { readFile } from 'node:fs/promises'
import { expect, type Page, test } from '@playwright/test'
import { parseCsv } from './support/csv.ts'
import { tries } from './support/harm.ts'
import { freshCode, newMember } from './support/members.ts'
import { newAdmin, openAs } from './support/office.ts'

// Every table that can be saved, as the browser saves it: no cell starts a formula, ends its row or takes a second column (D22).

/** What a spreadsheet would run, or take for the end of a cell. */
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

/** Saves what the page shows; answers its rows without the head, each cell as a spreadsheet reads it. */
async function saved(page: Page, button: string | RegExp) {
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: button }).first().click()
  const text = (await readFile(await (await download).path(), 'utf8')).replace('\uFEFF', '')
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

/** The texts of a column, without the apostrophe that makes a text of a formula. */
const textsOf = (rows: string[][], column: number) => rows.map((row) => row[column]?.replace(/^'/, '')).sort()

test('no cell of any exported table starts a formula', async ({ browser, request, baseURL }) => {
  const url = baseURL ?? ''
  const stamp = freshCode(6)
  const mo = await newMember(url, request, `=1+1 ${stamp}`)
  const { client, ...ada } = await newAdmin(url, request, 'Ada Sheets')

  const shelf = cells.map((name) => ({ name, description: name, token_value: 1 }))
  const { data: benefits } = await client.from('benefits').insert(shelf).select('id, name').throwOnError()
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

  const shop = await openAs(browser, mo, '/dashboard/orders')
  const rows = await saved(shop, 'Export')
  expect(textsOf(rows, 1)).toEqual([...cells].sort())
  await shop.context().close()

  const office = await openAs(browser, ada, `/admin/orders?q=${encodeURIComponent(mo.name)}`)
  const orders = await saved(office, 'Export')
  expect(textsOf(orders, 3)).toEqual([...cells].sort())
  expect(new Set(textsOf(orders, 1))).toEqual(new Set([mo.name]))
  await office.goto(`/admin/token-codes?q=${stamp}`)
  expect(await saved(office, 'Export')).toHaveLength(cells.length - 1)
  const batch = await saved(office, /^Batch CSV of/)
  expect(textsOf(batch, 2)).toEqual([...cells].sort())
  expect(textsOf(batch, 4)).toContain(mo.name)
  await office.goto(`/admin/invite-codes?q=${stamp}`)
  expect(textsOf(await saved(office, 'Export'), 2)).toEqual([...cells].sort())
  tries(cells.length * 5)
  await office.context().close()
})
