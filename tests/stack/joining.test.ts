import { describe, expect, it } from 'vitest'
import { theAdmin, theMember } from './support/people.ts'
import {
  balanceOf,
  freshCode,
  freshEmail,
  join,
  makeInvite,
  openLink,
  PASSWORD,
  signIn,
  signUp,
  sql,
  visitor,
} from './support/stack.ts'

const admin = await theAdmin()

const isValid = async (code_to_check: string) =>
  (await visitor().rpc('validate_invite_code', { code_to_check }).throwOnError()).data[0].is_valid

const accounts = async (email: string) => sql('select id from auth.users where email = $1', [email])

describe('joining', () => {
  it.each([
    ['no invite code', undefined],
    ['a wrong one', 'NO-SUCH-CODE'],
  ])('is refused with %s, and leaves no account (D9)', async (_, invite) => {
    const email = freshEmail()
    const { error } = await visitor().auth.signUp({
      email,
      password: PASSWORD,
      options: { data: { name: 'Eve', phone: '', invite_code: invite } },
    })
    expect(error?.message).toMatch(/invite code is invalid/)
    expect(await accounts(email)).toEqual([])
  })

  it('leads from an admin’s invite code by a confirmed email to 25 tokens, once', async () => {
    const [code, email, client] = [freshCode(), freshEmail(), visitor()]
    await admin.client.from('invite_codes').insert({ code }).throwOnError()
    expect(await isValid(code)).toBe(true)
    expect((await signUp(client, email, code)).error).toBeNull()
    await expect(signIn(email)).rejects.toMatchObject({ code: 'email_not_confirmed' })
    const { user } = await openLink(client, email, 'signup')
    expect(await balanceOf({ id: user?.id ?? '', email, name: '', client })).toBe(25)
    expect(await isValid(code)).toBeNull()
    const again = freshEmail()
    expect((await signUp(visitor(), again, code)).error?.message).toMatch(/invite code is invalid/)
    expect(await accounts(again)).toEqual([])
  })

  it('responds to a second registration of an address as to the first, and changes nothing (D16)', async () => {
    const { email } = await theMember()
    const invite = await makeInvite()
    const { data, error } = await signUp(visitor(), email, invite)
    expect([error, data.session]).toEqual([null, null])
    expect([await accounts(email), await isValid(invite)]).toEqual([[expect.anything()], true])
  })
})

describe('signing in', () => {
  it('works with a new password after a reset by email, and with the old one no more', async () => {
    const { email } = await join()
    const client = visitor()
    expect((await client.auth.resetPasswordForEmail(email)).error).toBeNull()
    await openLink(client, email, 'recovery')
    const password = 'a quite different password'
    expect((await client.auth.updateUser({ password })).error).toBeNull()
    await signIn(email, password)
    await expect(signIn(email)).rejects.toMatchObject({ code: 'invalid_credentials' })
  })

  it('ends everywhere when its person signs out everywhere', async () => {
    const { client, email } = await join()
    const elsewhere = await signIn(email)
    expect((await client.auth.signOut({ scope: 'global' })).error).toBeNull()
    expect((await elsewhere.auth.refreshSession()).error).not.toBeNull()
  })
})
