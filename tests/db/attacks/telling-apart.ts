import type { Row } from '../support/world.ts'
import type { Attack } from './attack.ts'
import { aged, allowed, fresh, idOf, inviting, LOCAL, rpc, states, suppressed } from './inviting.ts'
import type { Scene } from './scene.ts'
import { send } from './send.ts'

/** What a member could tell apart: who has an account, who was invited by others, who wants no invitation. */
const kinds: Record<string, (scene: Scene) => Promise<string> | string> = {
  unknown: fresh,
  member: ({ victim }) => victim.email,
  tagged: ({ fixture }) => fixture.admin.email.replace('@', '+x@'),
  invited: async (scene) => {
    const email = fresh()
    await send(scene, rpc('send_invitations', inviting([email]), 'admin'))
    await scene.sql?.('update invitations set email = null where email = $1', [email])
    return email
  },
  suppressed: (scene) => suppressed(scene, fresh()),
}

export const apart: Attack = {
  name: 'telling addresses apart by inviting, resending, correcting and listing them',
  expect: 'one answer for all',
  local: LOCAL,
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
        await scene.sql?.(`delete from private.outbox where kind = 'invitation'`)
      }
      if (answers.size === 1) return undefined
      return `they differ: ${[...answers].map(([said, kind]) => `${kind} ${said}`).join(' | ')}`
    }),
}
