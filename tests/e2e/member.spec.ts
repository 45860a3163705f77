import { readFile } from 'node:fs/promises'
import { expect, test } from '@playwright/test'
import { parseCsv } from './support/csv.ts'
import { newMember, newOrder, newTokenCode } from './support/members.ts'

test('a token code is credited once, whoever tries it again', async ({ browser, request, baseURL }) => {
  const url = baseURL ?? ''
  const code = await newTokenCode(url, 50)
  const refusal = 'Invalid or expired redemption code'
  const open = async (name: string) => {
    const { storageState, client, id } = await newMember(url, request, name)
    const page = await browser.newPage({ storageState })
    await page.goto('/dashboard/redeem')
    const redeem = async (typed: string) => {
      await page.getByLabel('Token code').fill(typed)
      await page.getByRole('button', { name: 'Redeem code' }).click()
    }
    const tokens = async () => {
      const { data } = await client.from('profiles').select('current_tokens').eq('id', id).single()
      return data?.current_tokens
    }
    return { page, redeem, tokens }
  }

  const first = await open('Fiona First')
  await first.redeem(` ${code.toLowerCase()} `)
  await expect(first.page.getByText('Code Redeemed Successfully!')).toBeVisible()
  await expect(first.page.getByText("You've received 50 tokens.")).toBeVisible()
  await expect(
    first.page.getByRole('complementary').getByRole('link', { name: 'Balance 75 tokens' }),
  ).toBeVisible()

  await first.redeem(code)
  await expect(first.page.getByText('Redemption Failed')).toBeVisible()
  await expect(first.page.getByText(refusal).first()).toBeVisible()
  expect(await first.tokens()).toBe(75)

  const second = await open('Simon Second')
  await second.redeem(code)
  await expect(second.page.getByText(refusal).first()).toBeVisible()
  expect(await second.tokens()).toBe(25)
  await Promise.all([first.page.close(), second.page.close()])
})

test('the export is a table that no spreadsheet runs', async ({ browser, request, baseURL }) => {
  const url = baseURL ?? ''
  const buyer = await newMember(url, request, 'Clara Careful')
  await newOrder(url, buyer, { benefit: 'Plain, "quoted" benefit' })
  await newOrder(url, buyer, {
    benefit: '=HYPERLINK("http://evil.example","Win")',
    email: '+cash@guild.example',
  })
  const page = await browser.newPage({ storageState: buyer.storageState })
  await page.goto('/dashboard/orders')
  const exported = async () => {
    const download = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Export' }).click()
    const file = await download
    expect(file.suggestedFilename()).toMatch(/^guildhall-orders-\d{4}-\d\d-\d\d\.csv$/)
    const bytes = await readFile(await file.path())
    expect([...bytes.subarray(0, 3)], 'the mark of UTF-8').toEqual([0xef, 0xbb, 0xbf])
    return parseCsv(bytes.subarray(3).toString('utf8'))
  }

  const [head, formula, plain, ...rest] = await exported()
  expect(head).toEqual([
    'Order',
    'Benefit',
    'Status',
    'Delivery email',
    'Tokens',
    'Tokens returned',
    'Ordered',
    'Updated',
  ])
  expect(formula?.slice(1, 6)).toEqual([
    `'=HYPERLINK("http://evil.example","Win")`,
    'pending',
    "'+cash@guild.example",
    '1',
    '0',
  ])
  expect(plain?.slice(0, 4)).toEqual([
    expect.stringMatching(/^ORD-\d{6}$/),
    'Plain, "quoted" benefit',
    'pending',
    'a@guild.example',
  ])
  expect(plain?.slice(6)).toEqual(Array(2).fill(expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d$/)))
  expect(rest).toEqual([])

  await test.step('and holds what the search shows', async () => {
    await page.getByRole('searchbox', { name: 'Search orders' }).fill('quoted')
    await expect(page.getByText('1 order matching "quoted"')).toBeVisible()
    expect((await exported()).map((row) => row[1])).toEqual(['Benefit', 'Plain, "quoted" benefit'])
  })
  await page.close()
})

test('signing out in one tab takes the other along', async ({ browser, request, baseURL }) => {
  const { storageState } = await newMember(baseURL ?? '', request, 'Tabea Twotabs')
  const context = await browser.newContext()
  const [one, other] = [await context.newPage(), await context.newPage()]
  await one.goto('/')
  await one.evaluate(
    (kept) => localStorage.setItem(kept.name, kept.value),
    storageState.origins[0]!.localStorage[0]!,
  )
  await other.goto('/dashboard/orders')
  await expect(other.getByRole('heading', { name: 'Order History' })).toBeVisible()
  await one.goto('/dashboard')
  await one.getByRole('button', { name: 'Sign Out' }).click()
  await expect(one.getByText('You have been successfully signed out.')).toBeVisible()
  await expect(one).toHaveURL('/')
  await expect(other.getByRole('heading', { name: 'Welcome back' })).toBeVisible()
  await expect(other.getByText('Tabea Twotabs')).toHaveCount(0)
  await context.close()
})
