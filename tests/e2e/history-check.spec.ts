import { readFile } from 'node:fs/promises'
import { createMember, PASSWORD } from '../db/support/people.ts'
import { checkHistory } from './support/openers.ts'
import { routeTo, startOwned } from './support/owner.ts'
import { signIn } from './support/people.ts'
import { expect, test } from './support/test.ts'

// Requests of a service worker are not routed.
test.use({ serviceWorkers: 'block' })

let owned: Awaited<ReturnType<typeof startOwned>>
test.beforeAll(async () => {
  owned = await startOwned()
})
test.afterAll(() => owned.stop())

test('names the entry that the owner of the database changed, and compares a receipt with later histories (D47)', async ({
  page,
}) => {
  const { world } = owned
  await routeTo(page.context(), owned)
  const member = await createMember(world)
  const earn = () => world.sql(`select private.post_tokens($1, 'purchase', 10, 'Tokens')`, [member.id])
  for (let entry = 0; entry < 3; entry++) await earn()
  /** Changes the third entry as only the owner can. */
  const add = (tokens: number) =>
    world.commits(async (sql) => {
      await sql('alter table token_transactions disable trigger user')
      await sql(`update token_transactions set amount = amount + ${tokens} where id = (
        select id from token_transactions where account_id = '${member.id}' order by seq offset 2 limit 1)`)
      await sql('alter table token_transactions enable trigger user')
    })

  await signIn(page, { email: member.email, password: PASSWORD })
  await page.goto('/dashboard/transactions')
  await checkHistory(page)
  await expect(page.getByText(/^All 4 transactions add up/)).toBeVisible()
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Save the result' }).click()
  const buffer = await readFile(await (await download).path())

  await earn()
  await page
    .getByLabel('Saved result')
    .setInputFiles({ name: 'receipt.json', mimeType: 'application/json', buffer })
  await expect(page.getByText('matches: your first 4 transactions have not changed since.')).toBeVisible()
  await expect(page.getByText(/^All 5 transactions add up/)).toBeVisible()

  const again = async () => {
    await page.getByRole('button', { name: 'More', exact: true }).click()
    await page.getByRole('menuitem', { name: /^Verify/ }).click()
  }
  await add(1)
  await again()
  await expect(page.getByText('Transaction 3 does not match')).toBeVisible()
  await add(-1)
  await again()
  await expect(page.getByText(/^All 5 transactions add up/)).toBeVisible()
})
