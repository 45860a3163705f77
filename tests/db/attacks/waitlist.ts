import { freshCode } from '../support/rows.ts'
import type { Attack } from './attack.ts'
import { suppressed } from './inviting.ts'
import type { Scene } from './scene.ts'
import { type Ask, send } from './send.ts'
import { table } from './table.ts'

const PATH = '/rest/v1/rpc/request_invitation'
const LOCAL = 'it would use up the requests of an owner, and fill the waitlist'
const DOMAIN = '@waiting.test'
const fresh = () => freshCode().toLowerCase() + DOMAIN
const ask = (p_email: string, headers?: Record<string, string>): Ask => ({
  as: 'anonymous',
  path: PATH,
  headers,
  body: { p_email },
})
const again = ({ sql }: Scene) => sql?.(`delete from private.attempts where kind = 'waitlist'`)
/** Leaves nothing of what was asked for, nor of what was known about it. */
async function forget({ sql, victim }: Scene, known: string[] = []) {
  await sql?.(`delete from private.attempts where kind = 'waitlist'`)
  await sql?.('delete from waitlist where email like $1 or mailbox = private.mailbox_of($2)', [
    `%${DOMAIN}`,
    victim.email,
  ])
  for (const table of ['invited_mailboxes', 'suppressed_addresses'])
    await sql?.(
      `delete from private.${table} where mailbox_key in (select private.mailbox_key(e) from unnest($1::text[]) as e)`,
      [known],
    )
}

type Kinds = Record<string, (scene: Scene) => Promise<string> | string>

/** Addresses of every kind that somebody might want to tell apart. */
const kinds: Kinds = {
  unknown: fresh,
  member: ({ victim }) => victim.email,
  tagged: ({ victim }) => victim.email.replace('@', '+x@'),
  waiting: async (scene) => {
    const email = fresh()
    await send(scene, ask(email))
    return email
  },
  declined: async (scene) => {
    const email = fresh()
    await send(scene, ask(email))
    await scene.sql?.('update waitlist set declined_at = now() where email = $1', [email])
    return email
  },
  invited: async ({ sql }) => {
    const email = fresh()
    const insert =
      'insert into private.invited_mailboxes (mailbox_key, code_id) values (private.mailbox_key($1), gen_random_uuid())'
    await sql?.(insert, [email])
    return email
  },
  suppressed: (scene) => suppressed(scene, fresh()),
}

/** Their times are compared by `npm run bench -- --only apart`. */
const apart: Attack = {
  name: 'telling addresses apart by asking for an invitation',
  expect: 'one answer for all',
  local: LOCAL,
  run: async (scene) => {
    const answers = new Set<string>()
    const known: string[] = []
    for (const make of Object.values(kinds)) {
      await again(scene)
      const email = await make(scene)
      known.push(email)
      await again(scene)
      const { status, body } = await send(scene, ask(email))
      answers.add(`${status} ${body}`)
    }
    await forget(scene, known)
    return answers.size === 1 ? undefined : `the answers are ${[...answers].join(' and ')}`
  },
}

const HEADERS = ['x-forwarded-for', 'cf-connecting-ip', 'x-real-ip', 'true-client-ip']
const forged = () => {
  const address = Array.from({ length: 4 }, () => 1 + Math.floor(Math.random() * 250)).join('.')
  return Object.fromEntries(HEADERS.map((header) => [header, address]))
}

/** Many addresses from one network address, at once, each request with another forged one. */
const flood: Attack = {
  name: 'filling the waitlist with parallel requests and forged addresses',
  expect: 'ten rows, and no email to anybody',
  local: LOCAL,
  run: async (scene) => {
    await again(scene)
    const emails = Array.from({ length: 30 }, fresh)
    await Promise.all(emails.map((email) => send(scene, ask(email, forged()))))
    const rows = await scene.sql?.('select from waitlist where email = any ($1)', [emails])
    const sent = await scene.sql?.(
      'select from private.outbox as o join invitations as i on i.code_id = o.cause_id where i.email = any ($1)',
      [emails],
    )
    await forget(scene)
    return rows?.length === 10 && sent?.length === 0
      ? undefined
      : `${rows?.length} rows and ${sent?.length} emails`
  },
}

/** The waitlist: nobody reads or decides but admins, and asking tells nothing (D44). */
export const waitlist: Attack[] = [
  ...table(
    {},
    `
  401 42501 | anonymous GET waitlist | who waits, as a visitor
  200 [] | GET waitlist | who waits, as a member
  200 count 0 | HEAD waitlist?select=id | how many wait, as a member |  | {"prefer":"count=exact"}
  401 42501 | anonymous POST waitlist | a row of one's own making | {"email":"a@b.test","mailbox":"a@b.test"}
  403 42501 | admin POST waitlist | a row, as an admin | {"email":"a@b.test","mailbox":"a@b.test"}
  403 42501 | admin PATCH waitlist?id=eq.{uuid} | another address, as an admin | {"email":"a@b.test"}
  403 42501 | admin DELETE waitlist?id=eq.{uuid} | a row removed past the functions | 
  401 42501 | anonymous POST rpc/approve_waitlist | approving oneself | {"p_ids":[],"p_dry_run":false}
  403 not_admin | POST rpc/approve_waitlist | approving, as a member | {"p_ids":[],"p_dry_run":false}
  403 not_admin | POST rpc/approve_waitlist | the state of others' addresses, as a member | {"p_ids":["{uuid}"]}
  403 not_admin | POST rpc/decline_waitlist | declining others | {"p_ids":[]}
  403 not_admin | POST rpc/remove_from_waitlist | removing others | {"p_ids":[]}
  404 | POST rpc/invitation_state | the state of an address | {"p_email":"{victim}"}
  422 invalid_email | anonymous POST rpc/request_invitation | two addresses in one | {"p_email":"a@b.test,c@d.test"}
  422 invalid_email | anonymous POST rpc/request_invitation | a header in an address | {"p_email":"a@b.test\\nBcc: c@d.test"}
  422 invalid_email | anonymous POST rpc/request_invitation | markup in an address | {"p_email":"<b>a</b>@b.test"}
  422 invalid_email | anonymous POST rpc/request_invitation | a megabyte as an address | {"p_email":"{x*1000000}@b.test"}
  404 | anonymous POST rpc/request_invitation | an address with its own time | {"p_email":"a@b.test","p_now":"2099-01-01"}
  406 undoable_guess | anonymous POST rpc/request_invitation | a request that undoes its count | {"p_email":"a@b.test"} | {"prefer":"tx=rollback"}
  405 25006 | anonymous GET rpc/request_invitation?p_email=a@b.test | a request without a count`,
  ),
  apart,
  flood,
]
