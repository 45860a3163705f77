import { randomUUID } from 'node:crypto'
import type { Row } from '../support/world.ts'
import type { Attack } from './attack.ts'
import { tokenOf } from './fixture.ts'
import { signUpWith } from './invited.ts'
import { aged, allowed, fresh, idOf, inviting, LOCAL, mailed, rpc, states } from './inviting.ts'
import { send } from './send.ts'
import { table } from './table.ts'
import { apart } from './telling-apart.ts'

/** One mailbox under many spellings, by several inviters at once. */
const oneMailbox: Attack = {
  name: 'many emails to one mailbox, by members and admins at once',
  expect: 'one email',
  local: LOCAL,
  leaves: 'invitations',
  run: (scene) =>
    allowed(scene, 90, async () => {
      const email = fresh()
      const spelt = [email, ...['a', 'b', 'c'].map((tag) => email.replace('@', `+${tag}@`))]
      await Promise.all([
        ...spelt.map((one) => send(scene, rpc('send_invitations', inviting([one.toUpperCase()]), 'admin'))),
        ...spelt.map((one) => send(scene, rpc('send_invitations', inviting([one])))),
        ...spelt.map((p_email) => send(scene, rpc('request_invitation', { p_email }, 'anonymous'))),
      ])
      const p_ids = (await scene.sql?.<{ id: string }>('select id from waitlist'))?.map(({ id }) => id)
      await Promise.all(
        [1, 2].map(() => send(scene, rpc('approve_waitlist', { p_ids, p_dry_run: false }, 'admin'))),
      )
      const sent = await mailed(scene, spelt)
      await scene.sql?.('delete from waitlist')
      return sent === 1 ? undefined : `${sent} emails`
    }),
}

const manyAddresses: Attack = {
  name: 'many emails by one member, at once, resent and corrected',
  expect: 'ten a day, and of one invitation one a minute',
  local: LOCAL,
  leaves: 'invitations',
  run: (scene) =>
    allowed(scene, 90, async () => {
      await scene.sql?.(`delete from private.outbox where kind = 'invitation'`)
      const emails = Array.from({ length: 24 }, fresh)
      await send(scene, rpc('send_invitations', inviting(emails.slice(0, 4))))
      const p_code_id = await idOf(scene, emails[0] ?? '')
      await aged(scene)
      await Promise.all(Array.from({ length: 8 }, () => send(scene, rpc('resend_invitation', { p_code_id }))))
      const queued = async () =>
        (
          await scene.sql?.<{ n: number }>(
            `select count(*)::int as n from private.outbox where kind = 'invitation'`,
          )
        )?.[0]?.n
      if ((await queued()) !== 5) return `${await queued()} emails after one resend`
      const others = emails.slice(4).map((email) => send(scene, rpc('send_invitations', inviting([email]))))
      await Promise.all(others)
      await aged(scene)
      await Promise.all(
        emails.map((p_email) =>
          send(scene, rpc('correct_invitation', { p_code_id, p_email: `x${p_email}` })),
        ),
      )
      return (await queued()) === 10 ? undefined : `${await queued()} emails`
    }),
}

/** A former admin's token still works, for what members may. */
const demoted: Attack = {
  name: 'codes and invitations by an admin who lost the role',
  expect: 'refused, or as for a member',
  local: LOCAL,
  leaves: 'a member',
  run: async (scene) => {
    const { fixture, sql, codes } = scene
    const dora = await fixture.newMember({ name: 'Dora Demoted' })
    await sql?.(`update profiles set role = 'admin' where id = $1`, [dora.id])
    const token = await tokenOf(dora)
    await sql?.(`update profiles set role = 'user' where id = $1`, [dora.id])
    const [row] =
      (await sql?.<{ id: string }>('select id from redeem_codes where code = $1', [codes.token])) ?? []
    const { id } = row ?? {}
    const asks: [string, Row, string][] = [
      ['revoke_codes', { p_kind: 'token', p_ids: [id], p_reason: 'x', p_dry_run: false }, '403 not_admin'],
      ['extend_code', { p_kind: 'token', p_id: id }, '403 not_admin'],
      ['search_invitations', {}, '403 not_admin'],
      ['approve_waitlist', { p_ids: [id], p_dry_run: false }, '403 not_admin'],
      ['send_invitations', inviting([fresh()], { p_bound: false, p_days: 90 }), 'over_quota'],
      ['send_invitations', inviting([], { p_message: 'See evil.test' }), '422 message_has_link'],
    ]
    for (const [name, body, wanted] of asks) {
      const answer = await send(scene, { ...rpc(name, body), token })
      const said = answer.status === 200 ? states(answer.body) : answer.summary
      if (said !== wanted) return `${name} returned ${said} instead of ${wanted}`
    }
    return undefined
  },
}

/** An invitation that another person sent, by its id. */
const others: Attack = {
  name: 'changing invitations of others by their ids',
  expect: '404 invitation_not_found, as for one that does not exist',
  local: LOCAL,
  leaves: 'an invitation',
  run: async (scene) => {
    const email = fresh()
    await send(scene, rpc('send_invitations', inviting([email]), 'admin'))
    await aged(scene)
    for (const p_code_id of [await idOf(scene, email), randomUUID()])
      for (const [name, more] of [
        ['resend_invitation', {}],
        ['correct_invitation', { p_email: scene.mallory.email }],
        ['revoke_invitation', {}],
      ] as const) {
        const { summary } = await send(scene, rpc(name, { p_code_id, ...more }))
        if (summary !== '404 invitation_not_found') return `${name} returned ${summary}`
      }
    return undefined
  },
}

const long = '{x*301}'

/** Codes and invitations, by those who may not, and past their rules (D41, D42, D43). */
export const invitations: Attack[] = [
  ...table(
    {},
    String.raw`
  401 42501 | anonymous POST rpc/send_invitations | inviting as a visitor | {"p_rows":[{"email":"a@b.test"}],"p_dry_run":false}
  401 42501 | anonymous POST rpc/my_invitations | a link as a visitor | {}
  401 42501 | anonymous POST rpc/revoke_codes | all codes revoked as a visitor | {"p_kind":"invite","p_filter":{},"p_reason":"x","p_dry_run":false}
  401 42501 | anonymous POST rpc/extend_code | a code extended as a visitor | {"p_kind":"invite","p_id":"{uuid}"}
  403 not_admin | POST rpc/extend_code | a code extended by a member | {"p_kind":"invite","p_id":"{uuid}"}
  403 not_admin | POST rpc/revoke_codes | which codes exist, by a dry run | {"p_kind":"invite","p_filter":{"search":"{code.invite}"}}
  403 not_admin | POST rpc/search_invitations | who was invited | {"p_search":"@"}
  403 not_admin | POST rpc/invitation_counts | how many were invited | {"p_search":"{victim.email}"}
  200 [] | GET invitations?select=* | invitations as a table
  200 [] | GET code_uses?select=* | who used codes
  200 count 0 | HEAD invitations?select=code_id | how many invitations |  | {"prefer":"count=exact"}
  403 42501 | POST invitations | an invitation of one's own making | {"code_id":"{uuid}","source":"admin","inviter_id":"{victim}","email":"a@b.test"}
  403 42501 | admin PATCH invitations?code_id=eq.{uuid} | another inviter, as an admin | {"inviter_id":"{mallory}"}
  403 42501 | POST code_uses | a use of one's own making | {"code_id":"{uuid}","account_id":"{mallory}","used_at":"2001-01-01"}
  403 42501 | admin PATCH invite_codes?code=eq.{code.invite} | more uses, as an admin | {"max_uses":10000}
  403 42501 | admin PATCH invite_codes?code=eq.{code.invite} | another bound address, as an admin | {"email":"{mallory.email}"}
  403 42501 | admin POST invite_codes | a code that is bound past the functions | {"code":"{fresh}","email":"{mallory.email}"}
  403 42501 | admin POST invite_codes | a code that has been used | {"code":"{fresh}","uses":1,"max_uses":2}
  404 | POST rpc/record_referral | a referral of one's own | {"p_invited":"{victim}","p_code_id":"{uuid}","p_at":"2001-01-01"}
  404 | POST rpc/pay_referral | a bonus of one's own | {"p_invited":"{mallory}","p_order":"{order.mallory}","p_now":"2099-01-01"}
  404 | POST rpc/due_referrals | time passed in | {"p_now":"2099-01-01"}
  404 | POST rpc/mailbox_key | what a mailbox is remembered by | {"p_email":"{victim.email}"}
  404 | POST rpc/invitation_token | the token of a link | {"p_code_id":"{uuid}","p_email":"{victim.email}"}
  404 | POST rpc/my_invitations | the invitations of somebody else | {"p_member":"{victim}"}
  404 | POST rpc/send_invitations | in the name of somebody else | {"p_rows":[],"p_inviter":"{victim}"}
  403 42501 | POST app_settings | more invitations for oneself | {"key":"invitations_per_member","value":"999"}
  422 message_has_link | POST rpc/send_invitations | a link | {"p_rows":[],"p_message":"https://evil.test"}
  422 message_has_link | POST rpc/send_invitations | a link without a scheme | {"p_rows":[],"p_message":"See evil.test/x"}
  422 message_has_link | POST rpc/send_invitations | a link in another script | {"p_rows":[],"p_message":"\u0435vil\u3002\u0442\u0435\u0441\u0442"}
  422 message_has_link | POST rpc/send_invitations | a link with a wide dot | {"p_rows":[],"p_message":"evil\uff0etest"}
  422 message_has_link | POST rpc/send_invitations | a link with an emoji for a name | {"p_rows":[],"p_message":"See \ud83d\udca9.la"}
  422 message_has_link | POST rpc/send_invitations | a link that ends in a combining mark | {"p_rows":[],"p_message":"See caf\u0065\u0301.test"}
  422 message_has_link | POST rpc/send_invitations | a link with a mark behind the dot | {"p_rows":[],"p_message":"evil.t\u0301est"}
  422 message_has_link | POST rpc/send_invitations | a keycap as a name | {"p_rows":[],"p_message":"1\u20e3.ws"}
  422 message_has_link | POST rpc/send_invitations | an IP address | {"p_rows":[],"p_message":"Open 203.0.113.9/x"}
  422 message_has_link | POST rpc/send_invitations | an IP address in other digits | {"p_rows":[],"p_message":"\u0661.\u0662.\u0663.\u0664"}
  422 message_has_link | POST rpc/send_invitations | a name of digits | {"p_rows":[],"p_message":"See 163.com"}
  422 message_has_link | POST rpc/send_invitations | an address to write to | {"p_rows":[],"p_message":"MAILTO:evil@localhost"}
  422 message_has_link | POST rpc/send_invitations | a telephone to call | {"p_rows":[],"p_message":"Call tel:+15550100"}
  422 message_has_link | POST rpc/send_invitations | a one dot leader | {"p_rows":[],"p_message":"evil\u2024test"}
  422 message_has_link | POST rpc/send_invitations | a link of another scheme | {"p_rows":[],"p_message":"ftp://evil"}
  422 invalid_message | POST rpc/send_invitations | a link behind an invisible character | {"p_rows":[],"p_message":"evil.\u200btest"}
  422 invalid_message | POST rpc/send_invitations | text that runs backwards | {"p_rows":[],"p_message":"a\u202eb"}
  422 invalid_message | POST rpc/send_invitations | a control character | {"p_rows":[],"p_message":"a\u0008b"}
  422 invalid_message | POST rpc/send_invitations | a message of 301 characters | {"p_rows":[],"p_message":"${long}"}
  422 invalid_rows | POST rpc/send_invitations | an address that is no row | {"p_rows":{"email":"a@b.test"}}
  406 undoable_guess | anonymous POST rpc/open_invitation | opening a code without a count | {"p_code":"{code.invite}"} | {"prefer":"tx=rollback"}
  405 25006 | anonymous GET rpc/open_invitation?p_code={code.invite} | opening a code by GET
  422 expiry_past | admin POST rpc/extend_code | a date that has passed | {"p_kind":"token","p_id":"{uuid}","p_expires_at":"2001-01-01"}
  4xx | admin POST rpc/extend_code | a table of one's own | {"p_kind":"profiles","p_id":"{mallory}"}
  4xx | admin POST rpc/revoke_codes | SQL as the kind of code | {"p_kind":"token; drop table x","p_filter":{},"p_reason":"x","p_dry_run":false}
  400 unknown_filter | admin POST rpc/revoke_codes | SQL as the state of codes | {"p_kind":"token","p_filter":{"state":"used' or true --"},"p_reason":"x","p_dry_run":false}
`,
  ),
  {
    name: 'invitations to many addresses in one, to headers and to markup',
    expect: 'invalid, each',
    local: LOCAL,
    run: (scene) =>
      allowed(scene, 90, async () => {
        const emails = [
          ...['a@b.test,c@d.test', 'a@b.test\r\nBcc: c@d.test', '"a@b.test" <c@d.test>', '<b>a</b>@b.test'],
          ...[
            'a@b.test;c@d.test',
            'a b@c.test',
            'a@b',
            '@b.test',
            'a\u0430@b.test',
            'a@b\u3002test',
            'a..b@c.test',
          ],
        ]
        const { body } = await send(scene, rpc('send_invitations', inviting(emails), 'admin'))
        return /^(invalid,?)+$/.test(states(body)) ? undefined : states(body)
      }),
  },
  apart,
  oneMailbox,
  manyAddresses,
  demoted,
  others,
  ...signUpWith,
]
