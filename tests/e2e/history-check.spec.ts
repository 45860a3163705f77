import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { createMember, PASSWORD } from '../db/support/people.ts'
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

const unguarded = 'alter table token_transactions disable trigger user'
const guarded = 'alter table token_transactions enable trigger user'

/** Changes the ledger as only the owner of the database can. */
const tamper = (...changes: string[]) =>
  owned.world.commits(async (sql) => {
    for (const change of [unguarded, ...changes, guarded]) await sql(change)
  })

/** Computes the chain of an account anew, so that its rows follow from each other again. */
const rechain = (account: string) => `
  do $$ declare r token_transactions; v_hash bytea; begin
    for r in select * from token_transactions where account_id = '${account}' order by seq loop
      v_hash := private.ledger_hash(v_hash, r);
      update token_transactions set hash = v_hash where id = r.id;
    end loop;
  end $$`

const check = async (page: Page, outcome: string) => {
  await page.getByRole('button', { name: 'Check again' }).click()
  await expect(page.getByRole('heading', { name: outcome })).toBeVisible()
}

test('names what the owner of the database changed, and compares a receipt with later histories (D47)', async ({
  page,
}) => {
  const { world } = owned
  await routeTo(page.context(), owned)
  const member = await createMember(world)
  const earn = (tokens: number) =>
    world.sql(`select private.post_tokens($1, 'purchase', $2, 'Tokens')`, [member.id, tokens])
  for (const tokens of [10, 20, 30]) await earn(tokens)
  const entry = (n: number) =>
    `(select id from token_transactions where account_id = '${member.id}' order by seq offset ${n - 1} limit 1)`

  await signIn(page, { email: member.email, password: PASSWORD })
  await page.goto('/dashboard/transactions')
  await page.getByRole('button', { name: 'Check my history' }).click()
  await expect(page.getByRole('heading', { name: 'All 4 entries match' })).toBeVisible()
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Save as a receipt' }).click()
  const receipt = {
    name: 'receipt.json',
    mimeType: 'application/json',
    buffer: await readFile(await (await download).path()),
  }

  await test.step("yesterday's receipt matches today's longer history", async () => {
    await earn(40)
    await page.getByLabel('Receipt').setInputFiles(receipt)
    await expect(page.getByText('matches: your first 4 entries have not changed since.')).toBeVisible()
    await expect(page.getByRole('heading', { name: 'All 5 entries match' })).toBeVisible()
  })

  await test.step('a changed row', async () => {
    await tamper(`update token_transactions set amount = amount + 1 where id = ${entry(3)}`)
    await check(page, 'Entry 3 does not match')
    await tamper(`update token_transactions set amount = amount - 1 where id = ${entry(3)}`)
    await check(page, 'All 5 entries match')
  })

  await test.step('an inserted row', async () => {
    await tamper(
      `insert into token_transactions (account_id, user_id, transaction_type, amount, description, balance_after, created_at, hash)
       select account_id, user_id, 'purchase', 5, 'Inserted', balance_after + 5, now(), hash
       from token_transactions where id = ${entry(5)}`,
    )
    await check(page, 'Entry 6 does not match')
    await tamper(`delete from token_transactions where id = ${entry(6)}`)
    await check(page, 'All 5 entries match')
  })

  await test.step('rows of any place and time', async () => {
    const insert = (seq: string, id = 'gen_random_uuid()') =>
      `insert into token_transactions (id, seq, account_id, user_id, transaction_type, amount, description, balance_after, created_at, hash)
       overriding system value select ${id}, ${seq}, account_id, user_id, 'purchase', 5, 'Inserted', balance_after, created_at, hash
       from token_transactions where id = ${entry(5)}`
    const lastId = `'ffffffff-ffff-4fff-bfff-ffffffffffff'`
    await tamper('alter table token_transactions drop constraint token_transactions_seq_key')
    for (const [seq, position] of [
      ['-1', 1],
      ['seq', 6],
      ['9007199254740993', 6],
    ] as const) {
      await tamper(insert(seq, lastId))
      await check(page, `Entry ${position} does not match`)
      await tamper(`delete from token_transactions where id = ${lastId}`)
    }
    for (const time of ['infinity', '-infinity', '0044-03-15 BC', '10000-01-01']) {
      await tamper(
        `create table kept as select created_at from token_transactions where id = ${entry(3)}`,
        `update token_transactions set created_at = '${time}' where id = ${entry(3)}`,
      )
      await check(page, 'Entry 3 does not match')
      await tamper(
        `update token_transactions set created_at = (select created_at from kept) where id = ${entry(3)}`,
        'drop table kept',
      )
    }
    await check(page, 'All 5 entries match')
  })

  await test.step('a row removed from the end, whose tokens are still there', async () => {
    await tamper(`delete from token_transactions where id = ${entry(5)}`)
    await check(page, 'Your balance does not match')
    await expect(page.getByText('leave 85 tokens, but your balance is 125')).toBeVisible()
  })

  await test.step('a row removed from the middle', async () => {
    await tamper(`delete from token_transactions where id = ${entry(2)}`)
    await check(page, 'Entry 2 does not match')
  })

  await test.step('a history that was rewritten as a whole matches itself, but not the receipt', async () => {
    await tamper(
      `update token_transactions as t set balance_after = s.balance
       from (select id, sum(amount) over (order by seq) as balance from token_transactions where account_id = '${member.id}') as s
       where s.id = t.id`,
      rechain(member.id),
      `alter table profiles disable trigger user`,
      `update profiles set current_tokens = 75 where id = '${member.id}'`,
      `alter table profiles enable trigger user`,
    )
    await check(page, 'All 3 entries match')
    await page.getByLabel('Receipt').setInputFiles(receipt)
    await expect(
      page.getByText('counts 4 entries; fewer of them are here and match.', { exact: false }),
    ).toBeVisible()
    await earn(10)
    await page.getByLabel('Receipt').setInputFiles(receipt)
    await expect(
      page.getByText('does not match: your first 4 entries are not the ones', { exact: false }),
    ).toBeVisible()
  })
})
