import { expect, it } from 'vitest'
import { linkParameter } from './support/mailbox.ts'
import { theAdmin } from './support/people.ts'
import { createBenefit, join, placeOrder, productEmailTo, refusal, signIn, sql } from './support/stack.ts'

const account = (id: string) => sql('select id from auth.users where id = $1', [id])

it('deletes a member at once when an admin does, keeps the order without the person, and ends the access (D11, D12)', async () => {
  const admin = await theAdmin()
  const member = await join('Dan Deleted')
  const { id } = await placeOrder(member, await createBenefit(admin))
  await admin.client.from('profiles').delete().eq('id', member.id).throwOnError()
  expect(await account(member.id)).toEqual([])
  await expect(signIn(member.email)).rejects.toMatchObject({ code: 'invalid_credentials' })
  expect((await member.client.from('benefits').select()).data ?? []).toEqual([])
  expect(await sql('select user_id, customer_email from public.orders where id = $1', [id])).toEqual([
    { user_id: null, customer_email: null },
  ])
})

it('deletes an account 14 days after its member asked and opened the emailed link (D49)', async () => {
  const member = await join('Lea Leaving')
  // A deletion takes a password of the last five minutes.
  const client = await signIn(member.email)
  expect(refusal(await client.rpc('request_deletion'))).toBeUndefined()
  const p_token = linkParameter(await productEmailTo(member.email, /delet/i), 'confirm')
  expect(refusal(await client.rpc('confirm_deletion', { p_token: 'wrong' }))).toBe('deletion_not_found')
  expect(refusal(await client.rpc('confirm_deletion', { p_token }))).toBeUndefined()
  await sql(`select private.due_deletions(now() + interval '13 days')`)
  expect(await account(member.id)).toHaveLength(1)
  await sql(`select private.due_deletions(now() + interval '15 days')`)
  expect(await account(member.id)).toEqual([])
  await expect(signIn(member.email)).rejects.toMatchObject({ code: 'invalid_credentials' })
})
