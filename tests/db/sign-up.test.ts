import { beforeEach, expect, it } from 'vitest'
import { emailsArePlain, namesAreVisible, noCodeNoAccount } from './probes/gate'
import { PASSWORD } from './support/people'
import { createInviteCode, freshCode } from './support/rows'
import { sharedWorld } from './support/shared-world'

const world = sharedWorld()
beforeEach(() => world.sql('delete from private.attempts'))

const signUp = (email: string, invite_code: string) =>
  world.client().auth.signUp({
    email,
    password: PASSWORD,
    options: {
      data: {
        name: ' Nora Newcomer ',
        phone: ' 555 0100 ',
        invite_code,
        role: 'admin',
        current_tokens: 9000,
      },
    },
  })

it('no account exists unless a code was consumed (D9)', () => noCodeNoAccount(world))
it('a login’s email is printable ASCII', () => emailsArePlain(world))
it('a newcomer’s name and phone are visible', () => namesAreVisible(world))

it('a sign-up consumes the code, makes the profile and pays the bonus (D5, D9)', async () => {
  const { id: invite, code } = await createInviteCode(world)
  const email = `${freshCode().toLowerCase()}@example.test`
  const { data, error } = await signUp(email, ` ${code.toLowerCase()} `)
  expect(error).toBeNull()
  const [profile] = await world.sql(
    `select *, membership_end_date = membership_start_date + interval '1 year' as for_a_year,
       now() - membership_start_date < interval '1 minute' as from_today from profiles where id = $1`,
    [data.user?.id],
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
  expect(used).toEqual([{ is_used: true, used_by: data.user?.id }])
  const ledger = await world.sql(
    'select transaction_type, amount, description from token_transactions where account_id = $1',
    [data.user?.id],
  )
  expect(ledger).toEqual([{ transaction_type: 'signup_bonus', amount: 25, description: 'Signup bonus' }])
})

it('a refused sign-up leaves nothing behind', async () => {
  const email = `${freshCode().toLowerCase()}@example.test`
  const { error } = await signUp(email, 'NO-SUCH-CODE')
  expect(error).not.toBeNull()
  expect(await world.sql('select from auth.users where email = $1', [email])).toEqual([])
  expect(await world.sql('select from profiles where email = $1', [email])).toEqual([])
})

it('one-time passwords and anonymous sign-ins make no account (D9)', async () => {
  const email = `${freshCode().toLowerCase()}@example.test`
  const count = () => world.sql('select count(*) from auth.users')
  const before = await count()
  await world.client().auth.signInWithOtp({ email })
  await world.client().auth.signInAnonymously()
  expect(await count()).toEqual(before)
})

it('the hook refuses in words, consumes nothing and counts every miss (D9, D10)', async () => {
  const { code } = await createInviteCode(world)
  const { code: spent } = await createInviteCode(world)
  await world.sql('update invite_codes set is_used = true, used_at = now() where code = $1', [spent])
  const ask = async (invite_code: string, is_anonymous = false, email = 'nora@example.test') => {
    const event = {
      metadata: { ip_address: '203.0.113.7' },
      user: { email, is_anonymous, user_metadata: { invite_code } },
    }
    const [row] = await world.sql('select private.before_user_created($1) as answer', [event])
    return row?.answer
  }
  const message = 'This invite code is invalid or already used.'
  expect(await ask(code)).toEqual({})
  expect(await ask(code, true)).toEqual({ error: { http_code: 422, message } })
  expect(await world.sql('select is_used from invite_codes where code = $1', [code])).toEqual([
    { is_used: false },
  ])
  for (let n = 0; n < 5; n++) expect(await ask(spent)).toEqual({ error: { http_code: 422, message } })
  for (let n = 0; n < 5; n++) expect(await ask(`GUESS-${n}`)).toEqual({ error: { http_code: 422, message } })
  expect(await ask(code)).toEqual({ error: { http_code: 429, message } })
  // Refused for itself, before the code is looked at.
  expect(await ask(code, false, 'n\u043era@example.test')).toEqual({
    error: { http_code: 422, message: 'This email address has a character that is not allowed.' },
  })
})

it('a changed login email is the profile’s email too', async () => {
  const { code } = await createInviteCode(world)
  const email = `${freshCode().toLowerCase()}@example.test`
  const { data } = await signUp(email, code)
  await world.sql('update auth.users set email = $1 where id = $2', [`new-${email}`, data.user?.id])
  expect(await world.sql('select email from profiles where id = $1', [data.user?.id])).toEqual([
    { email: `new-${email}` },
  ])
})
