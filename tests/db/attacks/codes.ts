import { freshCode } from '../support/rows.ts'
import { type Answer, type Ask, type Attack, send, table } from './attack.ts'
import type { Scene } from './scene.ts'

const INVITE = '/rest/v1/rpc/validate_invite_code'
const TOKEN = '/rest/v1/rpc/redeem_code'
const address = () => Array.from({ length: 4 }, () => 1 + Math.floor(Math.random() * 250)).join('.')
const check = (code_to_check: string, headers?: Record<string, string>): Ask => ({
  path: INVITE,
  headers,
  body: { code_to_check },
})

/** Ten wrong guesses, and then the right code, which is refused as well. */
const limited = (name: string, guess: (code: string) => Ask): Attack => ({
  name: `guessing ${name}`,
  run: async (scene) => {
    for (let n = 0; n < 10; n++) {
      const { summary } = await send(scene, guess(freshCode()))
      if (/^2(?!00 null)/.test(summary)) return `guess ${n + 1} returned ${summary}`
    }
    const { summary } = await send(scene, guess(scene.codes.invite))
    return summary === '429 rate_limited' ? undefined : `the eleventh returned ${summary}`
  },
})

const HEADERS = ['x-forwarded-for', 'cf-connecting-ip', 'x-real-ip', 'true-client-ip', 'x-client-ip']
const forwarded = (name: string, value: () => string) =>
  limited(`with ${name} in every header of addresses`, (code) => {
    const headers = Object.fromEntries(HEADERS.map((header) => [header, value()]))
    return check(code, { ...headers, forwarded: `for=${value()};proto=https` })
  })

/** A request that would fail after the guess, and undo its count, is refused before the code is looked up. */
const undone = (name: string, how: Partial<Ask>, query = ''): Attack => ({
  name: `a guess undone by ${name}`,
  run: async (scene) => {
    for (const path of [TOKEN, INVITE]) {
      const right = path === TOKEN ? scene.codes.token : scene.codes.invite
      const miss = await guess(scene, path, freshCode(), how, query)
      const hit = await guess(scene, path, right, how, query)
      if (miss.body !== hit.body) return `${path} tells ${miss.body} from ${hit.body}`
      if (miss.status < 400) return `${path} returned ${miss.summary}`
      if (!(await untouched(scene))) return `${path} looked the code up before it failed`
    }
    return undefined
  },
})

function guess(scene: Scene, path: string, code: string, how: Partial<Ask>, query: string): Promise<Answer> {
  const body: Record<string, string> = path === TOKEN ? { p_code: code } : { code_to_check: code }
  const read = how.method === 'GET' || how.method === 'HEAD'
  const sent = read ? { path: `${path}?${new URLSearchParams(body)}` } : { path: path + query, body }
  return send(scene, { as: 'mallory', ...sent, ...how })
}

/** Nothing was counted, and the code is unused. */
async function untouched({ world: { sql }, codes }: Scene): Promise<boolean> {
  const counted = await sql('select from private.attempts')
  const unused = await sql('select from redeem_codes where code = $1 and not is_used', [codes.token])
  return counted.length === 0 && unused.length === 1
}

const accept = (type: string) => ({ headers: { accept: type } })

/** D10: codes are guessed ten times a minute, one at a time, and every guess counts. */
export const codes: Attack[] = [
  forwarded('another address', address),
  forwarded('no address', () => 'unknown'),
  undone('one object of none', accept('application/vnd.pgrst.object+json'), '?offset=1'),
  undone('one object', accept('application/json, application/vnd.PGRST.object+json')),
  undone('max-affected=0', { headers: { prefer: 'handling=strict, max-affected=0' } }),
  undone('tx=rollback', { headers: { prefer: 'tx=rollback' } }),
  undone('a query plan', accept('application/vnd.pgrst.plan+json; options=analyze')),
  undone('an unknown format', accept('image/png')),
  undone('an unknown column', {}, '?select=nothing'),
  undone('a cast that fails', {}, '?select=is_valid::int,ok::int'),
  undone('a filter that fails', {}, '?ok=is.true&is_valid=is.true'),
  undone('a sort that fails', {}, '?order=ok,is_valid'),
  ...['GET', 'HEAD', 'PUT'].map((method) => undone(method, { method })),
  ...table(
    { as: 'anonymous' },
    String.raw`
  200 null, 4xx | POST rpc/validate_invite_code | many codes in one request | [{"code_to_check":"{fresh}"},{"code_to_check":"{code.invite}"}] | {"prefer":"params=multiple-objects"}
  200 null | POST rpc/validate_invite_code | code with a dotted capital | {"code_to_check":"{code.invite}\u0130"}
  200 null | POST rpc/validate_invite_code | wildcard | {"code_to_check":"%"}
  400 | POST rpc/validate_invite_code | code with a NUL | {"code_to_check":"{code.invite}\u0000"}
  200 null | mallory POST rpc/redeem_code | redeeming an invite code | {"p_code":"{code.invite}"}
  200 null | mallory POST rpc/redeem_code | redeeming null | {"p_code":null}
  200 null | mallory POST rpc/redeem_code | redeeming a list | {"p_code":["{code.token}","B"]}
`,
  ),
]

/** Codes, invitations and the waitlist, past their rules (D41 to D44). */
export const invitations: Attack[] = table(
  {},
  String.raw`
  406 undoable_guess | anonymous POST rpc/open_invitation | opening a code without a count | {"p_code":"{code.invite}"} | {"prefer":"tx=rollback"}
  405 25006 | anonymous GET rpc/open_invitation?p_code={code.invite} | opening a code by GET
  4xx | admin POST rpc/extend_code | a table of one's own | {"p_kind":"profiles","p_id":"{mallory}"}
  4xx | admin POST rpc/revoke_codes | SQL as the kind of code | {"p_kind":"token; drop table x","p_filter":{},"p_reason":"x","p_dry_run":false}
  422 invalid_email | anonymous POST rpc/request_invitation | a header in an address | {"p_email":"a@b.test\\nBcc: c@d.test"}
  405 25006 | anonymous GET rpc/request_invitation?p_email=a@b.test | a request without a count
`,
)
