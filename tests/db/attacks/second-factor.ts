import { codeOf } from '../../support/authenticator.ts'
import { PASSWORD } from '../support/people.ts'
import { type Attack, request } from './attack.ts'
import { tokenOf } from './fixture.ts'
import type { Scene } from './scene.ts'
import type { Ask } from './send.ts'
import { table } from './table.ts'

const REFUSED = '403 second_factor_required'
const KEY = 'require_second_factor'

/** While admins need a second factor, which the admin of the scene lacks. */
const required = (attack: Attack): Attack => ({
  ...attack,
  run: async (scene) => {
    await scene.sql(`insert into app_settings (key, value) values ('${KEY}', '1')`)
    try {
      return await attack.run(scene)
    } finally {
      await scene.sql(`delete from app_settings where key = '${KEY}'`)
    }
  },
})

/** A new member with an authenticator, of which `before` is a token from before its first code; the client's is stronger. */
async function protectedMember({ fixture }: Scene) {
  const person = await fixture.newMember({ name: 'Petra Protected' })
  const before = await tokenOf(person)
  const { data, error } = await person.client.auth.mfa.enroll({ factorType: 'totp' })
  if (error) throw error
  const other = fixture.client()
  await other.auth.signInWithPassword({ email: person.email, password: PASSWORD })
  const code = codeOf(data.totp.secret)
  const verified = await person.client.auth.mfa.challengeAndVerify({ factorId: data.id, code })
  if (verified.error) throw verified.error
  const path = `/auth/v1/factors/${data.id}`
  return { person, path, before, other }
}

type Protected = Awaited<ReturnType<typeof protectedMember>>

/** Against somebody's authenticator, which must still be asked for afterwards. */
const against = (
  name: string,
  expect: string,
  asked: (scene: Scene, it: Protected) => Ask | Promise<Ask>,
): Attack => ({
  name,
  expect,
  leaves: 'a member with an authenticator',
  run: async (scene) => {
    const it = await protectedMember(scene)
    const complaint = await request(name, await asked(scene, it), expect).run(scene)
    const { data } = await it.person.client.auth.mfa.listFactors()
    return (
      complaint ?? (data?.totp.length === 1 ? undefined : `there are now ${data?.totp.length} authenticators`)
    )
  },
})

const passwordAlone = async ({ fixture }: Scene, { email }: { email: string }): Promise<string> => {
  const client = fixture.client()
  const { data } = await client.auth.signInWithPassword({ email, password: PASSWORD })
  return data.session?.access_token ?? ''
}

/** With a password, or a stolen session, where a second factor protects (D11). */
export const secondFactor: Attack[] = [
  // What an admin who lacks it may not do otherwise, a member may not either (tests/db/second-factors.test.ts).
  ...table(
    { as: 'admin' },
    `
  403 not_admin | PATCH profiles?id=eq.{admin} | more tokens for oneself | {"current_tokens":1000,"adjustment_reason":"Tried"}
  403 42501 | POST redeem_codes | a new token code | {"code":"{fresh}","token_value":5}
  4xx | POST /storage/v1/object/branding/tried.png | a picture | raw "PNG" | {"content-type":"image/png"}
  403 | POST app_settings | switching the requirement off | {"key":"${KEY}","value":"0"}
  403 | POST app_settings | switching the requirement off, merged | {"key":"${KEY}","value":"0"} | {"prefer":"resolution=merge-duplicates"}
  403 42501 | DELETE app_settings?key=eq.${KEY} | the requirement gone
  403 not_admin | POST rpc/approve_second_factor | the approval of one's own factor | {"p_person":"{admin}"}
  403 not_admin | POST rpc/reset_second_factor | the reset of another's | {"p_person":"{victim}"}`,
  ).map(required),
  ...table(
    {},
    `
  403 second_factor_required | admin POST app_settings | requiring what one lacks | {"key":"${KEY}","value":"1"}
  403 not_admin | POST rpc/reset_second_factor | the reset of an admin's, by a member | {"p_person":"{admin}"}
  403 not_admin | POST rpc/second_factors_of | whether an admin has one | {"p_person":"{admin}"}
  409 cannot_reset_own_factor | admin POST rpc/reset_second_factor | the reset of one's own | {"p_person":"{admin}"}`,
  ),
  against('removing the authenticator of another', '404 | 403', ({ tokens }, { path }) => ({
    token: tokens.mallory,
    method: 'DELETE',
    path,
  })),
  against(
    'removing one with the password alone',
    '4xx insufficient_aal',
    async (scene, { person, path }) => ({
      token: await passwordAlone(scene, person),
      method: 'DELETE',
      path,
    }),
  ),
  against(
    'adding a second one with the password alone',
    '4xx insufficient_aal',
    async (scene, { person }) => ({
      token: await passwordAlone(scene, person),
      path: '/auth/v1/factors',
      body: { factor_type: 'totp', friendly_name: 'Mine' },
    }),
  ),
  against('a session from before the first code, refreshed', '4xx', async (_, { other }) => {
    const { data } = await other.auth.getSession()
    const body = { refresh_token: data.session?.refresh_token }
    return { path: '/auth/v1/token?grant_type=refresh_token', body }
  }),
  ...[
    ['balance', 'GET', '/rest/v1/profiles?select=current_tokens'],
    ['codes', 'POST', '/rest/v1/rpc/create_recovery_codes'],
    ['archive', 'POST', '/rest/v1/rpc/my_data', { p_part: 'profile' }],
    ['name', 'PATCH', '/rest/v1/profiles?id=eq.{person}', { name: 'Thief' }],
  ].map(([name, method, path, body]) =>
    against(`the ${name}, by a token from before the first code`, REFUSED, (_, it) => ({
      token: it.before,
      method: String(method),
      path: String(path).replace('{person}', it.person.id),
      body,
    })),
  ),
]
