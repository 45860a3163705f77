import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { type ChainEntry, chainHash, chainText, emptyChain, extendChain, isReasonGenuine } from './chain'

/** The worked examples of docs/database.md: each text and the hash after it. */
const block = /```\n(guildhall ledger 1[^`]*)```/.exec(readFileSync('docs/database.md', 'utf8'))?.[1] ?? ''
const lines = block.trim().split('\n')
const texts = lines.filter((_, index) => index % 2 === 0)
const hashes = lines.filter((_, index) => index % 2 === 1)

const account = '6f1a4a1e-30c8-4b51-9b0f-0c2d1a7e9d11'
const bonus: ChainEntry = {
  account_id: account,
  actor_id: null,
  transaction_type: 'signup_bonus',
  amount: 25,
  balance_after: 25,
  order_id: null,
  redeem_code_id: null,
  reason: null,
  reason_salt: null,
  reason_digest: null,
  created_at: '2026-09-02T09:00:00+00:00',
}
const salt = '0d6b3c52-8f8e-4f0e-9a54-6a1b7c3d2e10'
const rows: ChainEntry[] = [
  bonus,
  {
    ...bonus,
    actor_id: account,
    transaction_type: 'redemption',
    amount: -20,
    balance_after: 5,
    order_id: 'c0ffee00-1234-4abc-8def-0123456789ab',
    created_at: '2026-09-03T10:15:30.5+00:00',
  },
  {
    ...bonus,
    actor_id: 'b7e2f9d4-5a63-4c1e-8d20-9f4a6b8c0e22',
    transaction_type: 'adjustment',
    amount: 10,
    balance_after: 15,
    reason: 'Thanks for the talk',
    reason_salt: salt,
    reason_digest: `\\x${createHash('sha256').update(`${salt}Thanks for the talk`).digest('hex')}`,
    created_at: '2026-10-01T00:00:00.000001+02:00',
  },
]

it('hashes what docs/database.md describes, whose examples any sha256 confirms (D47)', async () => {
  expect(rows.map(chainText)).toEqual(texts)
  let head = ''
  for (const [index, text] of texts.entries()) {
    const row = rows[index] ?? bonus
    expect(chainHash(head, row)).toBe(hashes[index])
    head = createHash('sha256').update(Buffer.from(head, 'hex')).update(text).digest('hex')
    expect(head).toBe(hashes[index])
  }
})

it('knows a reason by its digest, also one that was taken away', async () => {
  const [, , granted = bonus] = rows
  expect(isReasonGenuine(granted)).toBe(true)
  expect(isReasonGenuine({ ...granted, reason: 'Thanks for the walk' })).toBe(false)
  expect(isReasonGenuine({ ...granted, reason: null, reason_salt: null })).toBe(false)
  expect(isReasonGenuine(bonus)).toBe(true)
})

it('stops at the first entry that does not follow, also when only its balance does not', async () => {
  const stored = rows.map((row, index) => ({ ...row, hash: `\\x${hashes[index]}` }))
  expect(extendChain(emptyChain, stored)).toEqual({ count: 3, head: hashes[2], balance: 15 })
  const [first, second, third] = stored
  if (!first || !second || !third) throw new Error('There are three rows.')
  expect(extendChain(emptyChain, [first, third])).toMatchObject({ count: 1, broken: { position: 2 } })
  const wrong = { ...second, amount: -19 }
  const rehashed = { ...wrong, hash: `\\x${chainHash(hashes[0] ?? '', wrong)}` }
  expect(extendChain(emptyChain, [first, rehashed, third])).toMatchObject({
    count: 1,
    balance: 25,
    broken: { position: 2 },
  })
})
