import { expect, it } from 'vitest'
import { createCast } from './support/people'
import { createTokenCode } from './support/rows'
import { sharedWorld } from './support/shared-world'

const world = sharedWorld()

it('what a code brought can be read by whom it was credited to, under its stored spelling, and by no other member', async () => {
  const cast = await createCast(world)
  const { code } = await createTokenCode(world, 40)
  const before = new Date(Date.now() - 60_000).toISOString()
  const creditOf = async (actor: 'owner' | 'other', since = before) => {
    const { data } = await cast[actor]
      .from('token_transactions')
      .select('amount, balance_after')
      .eq('account_id', cast.people[actor].id)
      .eq('description', `Redeemed code ${code}`)
      .not('redeem_code_id', 'is', null)
      .gte('created_at', since)
      .throwOnError()
    return data
  }
  expect(await creditOf('owner')).toEqual([])
  const first = await cast.owner.rpc('redeem_code', { p_code: ` ${code.toLowerCase()} ` }).throwOnError()
  const retry = await cast.owner.rpc('redeem_code', { p_code: code }).throwOnError()
  expect(first.data).toMatchObject([{ ok: true, token_value: 40 }])
  expect(retry.data).toMatchObject([{ ok: false, token_value: null }])

  expect(await creditOf('owner')).toEqual([{ amount: 40, balance_after: 140 }])
  expect(await creditOf('owner', new Date(Date.now() + 60_000).toISOString())).toEqual([])
  expect(await creditOf('other')).toEqual([])
})
