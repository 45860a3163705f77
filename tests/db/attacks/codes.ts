import { freshCode } from '../support/rows.ts'
import { type Attack, type Group, type RequestOptions, send, table } from './attack.ts'

const INVITE = '/rest/v1/rpc/validate_invite_code'
const TOKEN = '/rest/v1/rpc/redeem_code'
const HEADERS = ['x-forwarded-for', 'cf-connecting-ip', 'x-real-ip', 'true-client-ip', 'x-client-ip']

/** Ten wrong guesses, each with another address in every header, and then the right code, which is refused as well. */
const guessing: Attack = {
  name: 'guessing from many addresses',
  run: async (scene) => {
    const guess = (code_to_check: string) => {
      const address = Array.from({ length: 4 }, () => 1 + Math.floor(Math.random() * 250)).join('.')
      const headers = Object.fromEntries(HEADERS.map((header) => [header, address]))
      return send(scene, { path: INVITE, headers, body: { code_to_check } })
    }
    for (let n = 0; n < 10; n++) {
      const { summary } = await guess(freshCode())
      if (summary !== '200 null') return `guess ${n + 1} returned ${summary}`
    }
    const { summary } = await guess(scene.codes.invite)
    return summary === '429 rate_limited' ? undefined : `the eleventh returned ${summary}`
  },
}

/** A request that would fail after the guess, and undo its count, is refused before the code is looked up. */
const undone = (name: string, how: Partial<RequestOptions>, query = ''): Attack => ({
  name: `a guess undone by ${name}`,
  run: async (scene) => {
    const { sql } = scene.world
    for (const [path, argument, right] of [
      [TOKEN, 'p_code', scene.codes.token],
      [INVITE, 'code_to_check', scene.codes.invite],
    ] as const) {
      const guess = (code: string) => {
        const body = { [argument]: code }
        const read = how.method === 'GET'
        const ask = read ? { path: `${path}?${new URLSearchParams(body)}` } : { path: path + query, body }
        return send(scene, { as: 'mallory', ...ask, ...how })
      }
      const [miss, hit] = [await guess(freshCode()), await guess(right)]
      if (miss.body !== hit.body) return `${path} tells ${miss.body} from ${hit.body}`
      if (miss.status < 400) return `${path} returned ${miss.summary}`
      const counted = await sql('select from private.attempts')
      const used = await sql('select from redeem_codes where code = $1 and is_used', [scene.codes.token])
      if (counted.length + used.length > 0) return `${path} looked the code up before it failed`
    }
    return undefined
  },
})

/** D10: codes are guessed ten times a minute, one at a time, and every guess counts. */
export const codes: Group = (s) => [
  guessing,
  undone('max-affected=0', { headers: { prefer: 'handling=strict, max-affected=0' } }),
  undone('tx=rollback', { headers: { prefer: 'tx=rollback' } }),
  undone('a query plan', { headers: { accept: 'application/vnd.pgrst.plan+json; options=analyze' } }),
  undone('a cast that fails', {}, '?select=is_valid::int,ok::int'),
  undone('a filter that fails', {}, '?ok=is.true&is_valid=is.true'),
  undone('GET', { method: 'GET' }),
  ...table(
    { as: 'anonymous' },
    String.raw`
  200 null, 4xx | POST rpc/validate_invite_code | many codes in one request | [{"code_to_check":"${freshCode()}"},{"code_to_check":"${s.codes.invite}"}] | {"prefer":"params=multiple-objects"}
  400 | POST rpc/validate_invite_code | code with a NUL | {"code_to_check":"${s.codes.invite}\u0000"}
  200 null | mallory POST rpc/redeem_code | redeeming an invite code | {"p_code":"${s.codes.invite}"}
`,
  ),
]

/** Codes, invitations and the waitlist, past their rules (D41 to D44). */
export const invitations: Group = (s) =>
  table(
    {},
    String.raw`
  406 undoable_guess | anonymous POST rpc/open_invitation | opening a code without a count | {"p_code":"${s.codes.invite}"} | {"prefer":"tx=rollback"}
  4xx | admin POST rpc/extend_code | a table of one's own | {"p_kind":"profiles","p_id":"${s.mallory.id}"}
  4xx | admin POST rpc/revoke_codes | SQL as the kind of code | {"p_kind":"token; drop table x","p_filter":{},"p_reason":"x","p_dry_run":false}
  422 invalid_email | anonymous POST rpc/request_invitation | a header in an address | {"p_email":"a@b.test\\nBcc: c@d.test"}
`,
  )
