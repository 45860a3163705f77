import { expect } from 'vitest'
import { sqlOutcome, tried } from '../support/outcome'
import { createMember } from '../support/people'
import { balanceOf, createTokenCode } from '../support/rows'
import type { World } from '../support/world'

/** D2: no row changes or goes, whoever asks. */
export async function ledgerOnlyGrows(world: World): Promise<void> {
  const { id } = await createMember(world)
  await world.undone(async (sql) => {
    for (const change of [
      'amount = 26',
      `description = 'x'`,
      'user_id = null',
      'balance_after = 26',
      'created_at = now()',
    ]) {
      expect(await tried(sql, `update token_transactions set ${change} where account_id = $1`, [id])).toBe(
        'ledger_is_append_only',
      )
    }
    expect(await tried(sql, 'delete from token_transactions where account_id = $1', [id])).toBe(
      'ledger_is_append_only',
    )
  })
  expect(await world.sql('select amount from token_transactions where account_id = $1', [id])).toEqual([
    { amount: 25 },
  ])
}

/** D2: a balance that the ledger does not explain cannot be committed, not even by the owner of the database. */
export async function balanceByHandFailsAtCommit(world: World): Promise<void> {
  const { id } = await createMember(world)
  const commit = world.commits(
    async (sql) => void (await sql('update profiles set current_tokens = 26 where id = $1', [id])),
  )
  expect(await sqlOutcome(commit)).toBe('ledger_mismatch')
  expect(await balanceOf(world, id)).toBe(25)
  await world.commits(
    async (sql) => void (await sql(`select private.post_tokens($1, 'purchase', 1, 'One')`, [id])),
  )
  expect(await balanceOf(world, id)).toBe(26)
}

/** D2: nor can a ledger row that states another balance than the one it leads to. */
export async function ledgerRowsFollowEachOther(world: World): Promise<void> {
  const { id } = await createMember(world)
  const post = (amount: number, stated: number) =>
    world.sql(`select private.post_tokens($1, 'purchase', $2, 'Stated', p_balance => $3)`, [
      id,
      amount,
      stated,
    ])
  expect(await sqlOutcome(post(10, 25))).toBe('ledger_mismatch')
  expect(await world.sql('select amount from token_transactions where account_id = $1', [id])).toEqual([
    { amount: 25 },
  ])
  await world.sql(`select private.post_tokens($1, 'purchase', 10, 'True')`, [id])
  expect(await balanceOf(world, id)).toBe(35)
}

/** D5: one bonus per account. */
export async function bonusIsPaidOnce(world: World): Promise<void> {
  const { id } = await createMember(world)
  await world.undone(async (sql) => {
    const post = (type: string) => tried(sql, `select private.post_tokens($1, $2, 25, 'Again')`, [id, type])
    expect(await post('signup_bonus')).toBe('23505')
    expect(await post('referral_bonus')).toBe('done')
  })
  expect(await balanceOf(world, id)).toBe(25)
}

/** One ledger row per token code. */
export async function codeIsCreditedOnce(world: World): Promise<void> {
  const { id } = await createMember(world)
  const code = await createTokenCode(world)
  await world.undone(async (sql) => {
    const post = () =>
      tried(sql, `select private.post_tokens($1, 'redemption', 50, 'Code', p_code => $2)`, [id, code.id])
    expect(await post()).toBe('done')
    expect(await post()).toBe('23505')
  })
}

/** D2: the CHECK is the overdraft rule, below every function. */
export async function balanceNeverGoesBelowZero(world: World): Promise<void> {
  const { id } = await createMember(world)
  await world.undone(async (sql) => {
    expect(await tried(sql, 'update profiles set current_tokens = -1 where id = $1', [id])).toBe('23514')
    expect(await tried(sql, `select private.post_tokens($1, 'redemption', -26, 'Too much')`, [id])).toBe(
      'insufficient_tokens',
    )
    expect(await tried(sql, `select private.post_tokens($1, 'redemption', -25, 'All of it')`, [id])).toBe(
      'done',
    )
  })
}

/** D1: the ledger is closed to every client role even where it was granted and row rules do not hold. */
export async function grantsDoNotOpenTheLedger(world: World): Promise<void> {
  const { id } = await createMember(world)
  await world.undone(async (sql) => {
    await sql('grant all on all tables in schema public to service_role')
    await sql('set local role service_role')
    const insert = `insert into token_transactions (user_id, transaction_type, amount, description) values ($1, 'purchase', 5, 'x')`
    expect(await tried(sql, insert, [id])).toBe('42501')
    expect(await tried(sql, `update profiles set current_tokens = 30 where id = $1`, [id])).toBe(
      'profile_column_forbidden',
    )
    expect(await tried(sql, `update profiles set name = 'Fine' where id = $1`, [id])).toBe('done')
  })
}
