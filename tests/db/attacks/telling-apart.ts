import { freshCode } from '../support/rows.ts'
import type { Row } from '../support/world.ts'
import type { Attack } from './attack.ts'
import type { Scene } from './scene.ts'
import { type Ask, send } from './send.ts'

const rpc = (name: string, body: Row, as: Ask['as'] = 'mallory'): Ask => ({
  as,
  path: `/rest/v1/rpc/${name}`,
  body,
})
const fresh = () => `${freshCode().toLowerCase()}@invited.test`
const inviting = (emails: string[], more: Row = {}) => ({
  p_rows: emails.map((email) => ({ email })),
  p_dry_run: false,
  ...more,
})
const states = (body: string) => (JSON.parse(body) as { state: string }[]).map(({ state }) => state).join()

/** An address whose owner does not want invitations. */
async function suppressed({ sql }: Scene, email: string): Promise<string> {
  await sql('insert into private.suppressed_addresses (mailbox_key) values (private.mailbox_key($1))', [
    email,
  ])
  return email
}

/** As many invitations for members as wanted, and none afterwards. */
async function allowed(
  { sql }: Scene,
  quota: number,
  attack: () => Promise<string | undefined>,
): Promise<string | undefined> {
  const key = 'invitations_per_member'
  await sql(
    'insert into app_settings (key, value) values ($1, $2) on conflict (key) do update set value = excluded.value',
    [key, String(quota)],
  )
  const complaint = await attack()
  await sql('delete from app_settings where key = $1', [key])
  return complaint
}

const aged = ({ sql }: Scene) => sql(`update invitations set queued_at = queued_at - interval '2 minutes'`)
const idOf = async ({ sql }: Scene, email: string) =>
  (await sql<{ id: string }>('select code_id as id from invitations where email = $1', [email]))?.[0]?.id
/** What a member could tell apart: who has an account, who was invited by others, who wants no invitation. */
const kinds: Record<string, (scene: Scene) => Promise<string> | string> = {
  unknown: fresh,
  member: ({ victim }) => victim.email,
  tagged: ({ fixture }) => fixture.admin.email.replace('@', '+x@'),
  invited: async (scene) => {
    const email = fresh()
    await send(scene, rpc('send_invitations', inviting([email]), 'admin'))
    await scene.sql('update invitations set email = null where email = $1', [email])
    return email
  },
  suppressed: (scene) => suppressed(scene, fresh()),
}

export const apart: Attack = {
  name: 'telling addresses apart by inviting, resending, correcting and listing them',
  expect: 'one answer for all',
  leaves: 'invitations',
  run: (scene) =>
    allowed(scene, 90, async () => {
      const answers = new Map<string, string>()
      const emails: [kind: string, email: string][] = []
      for (const [kind, make] of Object.entries(kinds)) {
        emails.push([kind, await make(scene)])
      }
      for (const [kind, email] of emails) {
        const dry = await send(scene, rpc('send_invitations', inviting([email], { p_dry_run: true })))
        const said = [states(dry.body)]
        said.push((await send(scene, rpc('send_invitations', inviting([email])))).summary)
        await aged(scene)
        const p_code_id = await idOf(scene, email)
        for (const ask of [
          rpc('resend_invitation', { p_code_id }),
          rpc('correct_invitation', { p_code_id, p_email: email }),
        ])
          said.push((await send(scene, ask)).summary)
        const { body } = await send(scene, rpc('my_invitations', {}))
        const own = (JSON.parse(body)[0].invitations as Row[]).find((one) => one.email === email)
        said.push(JSON.stringify({ ...own, id: '', email: '', at: '', queued_at: '' }))
        answers.set(said.join(' '), kind)
        await scene.sql(`delete from private.outbox where kind = 'invitation'`)
      }
      if (answers.size === 1) return undefined
      return `they differ: ${[...answers].map(([said, kind]) => `${kind} ${said}`).join(' | ')}`
    }),
}
