import { beforeEach, expect, it } from 'vitest'
import { PASSWORD } from './support/people'
import { createInviteCode, freshCode } from './support/rows'
import { sharedWorld } from './support/shared-world'

const world = sharedWorld()
beforeEach(() => world.sql('delete from private.attempts'))

const signUp = (email: string, invite_code: string) =>
  world.client().auth.signUp({
    email,
    password: PASSWORD,
    options: { data: { name: ' Nora Newcomer ', phone: ' 555 0100 ', invite_code } },
  })

it('uses up the code, creates the profile and pays the bonus (D5, D9)', async () => {
  const { id: invite, code } = await createInviteCode(world)
  const email = `${freshCode().toLowerCase()}@example.test`
  const { data, error } = await signUp(email, ` ${code.toLowerCase()} `)
  expect(error).toBeNull()
  const id = data.user?.id
  const [profile] = await world.sql(
    `select *, membership_end_date = membership_start_date + interval '1 year' as for_a_year,
       now() - membership_start_date < interval '1 minute' as from_today from profiles where id = $1`,
    [id],
  )
  expect(profile).toMatchObject({
    name: 'Nora Newcomer',
    email,
    phone: '555 0100',
    role: 'user',
    current_tokens: 25,
    invite_code_used: code,
    for_a_year: true,
    from_today: true,
  })
  const used = await world.sql('select is_used, used_by from invite_codes where id = $1', [invite])
  expect(used).toEqual([{ is_used: true, used_by: id }])
  const ledger = await world.sql(
    'select transaction_type, amount, description from token_transactions where account_id = $1',
    [id],
  )
  expect(ledger).toEqual([{ transaction_type: 'signup_bonus', amount: 25, description: 'Signup bonus' }])
})

it('the hook explains its refusals, uses up no code and counts every miss (D9, D10)', async () => {
  const { code } = await createInviteCode(world)
  const { code: spent } = await createInviteCode(world)
  await world.sql('update invite_codes set uses = 1, used_at = now() where code = $1', [spent])
  const call = async (invite_code: string, is_anonymous = false, email = 'nora@example.test') => {
    const user = { email, is_anonymous, user_metadata: { invite_code } }
    const event = { metadata: { ip_address: '203.0.113.7' }, user }
    const [row] = await world.sql('select private.before_user_created($1) as verdict', [event])
    return row?.verdict
  }
  const message = 'This invite code is invalid or already used.'
  const refusal = { error: { http_code: 422, message } }
  expect(await call(code)).toEqual({})
  expect(await call(code, true)).toEqual(refusal)
  const used = await world.sql('select is_used from invite_codes where code = $1', [code])
  expect(used).toEqual([{ is_used: false }])
  for (let n = 0; n < 5; n++) {
    expect(await call(spent)).toEqual(refusal)
    expect(await call(`GUESS-${n}`)).toEqual(refusal)
  }
  const limited = { http_code: 429, message: expect.stringMatching(/^Too many tries\. Wait \d+ seconds/) }
  expect(await call(code)).toEqual({ error: limited })
  // The address is checked before the limit and the code.
  expect(await call(code, false, 'n\u043era@example.test')).toEqual({
    error: { http_code: 400, message: 'This email address has a character that is not allowed.' },
  })
})
