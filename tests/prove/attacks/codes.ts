import { type Attack, first, request } from './attack.ts'
import type { Scene } from './scene.ts'
import { type Answer, type Ask, send } from './send.ts'

const INVITE = '/rest/v1/rpc/validate_invite_code'
const TOKEN = '/rest/v1/rpc/redeem_code'
const guesses = "it would use up an owner's guesses"
const random = () => `GUESS-${Math.random().toString(36).slice(2).toUpperCase()}`
const address = () => Array.from({ length: 4 }, () => 1 + Math.floor(Math.random() * 250)).join('.')

/** The eleventh guess is refused, whatever the guesser says of where each comes from. */
const forwarded = (header: string, value: () => string, what = 'another'): Attack => ({
  name: `guessing with ${what} ${header} each time`,
  expect: '429 rate_limited from the eleventh guess on, also for the right code',
  local: guesses,
  run: async (scene) => {
    for (let n = 0; n < 10; n++) {
      const headers = { [header]: value() }
      const { summary } = await send(scene, { path: INVITE, headers, body: { code_to_check: random() } })
      if (summary !== '200 1 rows') return `guess ${n + 1} answered ${summary}`
    }
    const headers = { [header]: value() }
    const last = await send(scene, { path: INVITE, headers, body: { code_to_check: scene.codes.invite } })
    return last.summary === '429 rate_limited' ? undefined : `the eleventh answered ${last.summary}`
  },
})

/** The same by way of auth: each account that was not made was a guess. */
const byAccounts = (action: string): Attack => ({
  name: `guessing by ${action}`,
  expect: '429 rate_limited after ten of them, also for the right code',
  local: guesses,
  run: async (scene) => {
    for (let n = 0; n < 10; n++) {
      const data = { name: 'Nora', invite_code: random() }
      const body = { email: `${random()}@example.test`, password: 'a long enough password', data }
      const { status, summary } = await send(scene, { path: `/auth/v1/${action}`, body })
      if (status < 400) return `guess ${n + 1} answered ${summary}`
    }
    const last = await send(scene, { path: INVITE, body: { code_to_check: scene.codes.invite } })
    return last.summary === '429 rate_limited' ? undefined : `the eleventh answered ${last.summary}`
  },
})

/** A request that would fail after the guess, and take its count back, is refused before the guess. */
const undone = (name: string, how: Partial<Ask>, query = ''): Attack => ({
  name: `a guess undone by ${name}`,
  expect: 'a refusal, alike for a hit and a miss, before the code is looked up',
  local: guesses,
  run: async (scene) =>
    first(
      [TOKEN, INVITE].map((path) => async () => {
        const right = path === TOKEN ? scene.codes.token : scene.codes.invite
        const [miss, hit] = [
          await guess(scene, path, random(), how, query),
          await guess(scene, path, right, how, query),
        ]
        if (miss.body !== hit.body) return `${path} tells ${miss.body} from ${hit.body}`
        if (miss.status < 400) return `${path} answered ${miss.summary}`
        return (await untouched(scene)) ? undefined : `${path} looked the code up before it failed`
      }),
    ),
})

function guess(scene: Scene, path: string, code: string, how: Partial<Ask>, query: string): Promise<Answer> {
  const body: Record<string, string> = path === TOKEN ? { p_code: code } : { code_to_check: code }
  const read = how.method === 'GET' || how.method === 'HEAD'
  const sent = read ? { path: `${path}?${new URLSearchParams(body)}` } : { path: path + query, body }
  return send(scene, { as: 'mallory', ...sent, ...how })
}

/** Nothing was counted, and the code is as good as before. */
async function untouched({ sql, codes }: Scene): Promise<boolean> {
  const counted = await sql?.('select from private.attempts')
  const unused = await sql?.('select from redeem_codes where code = $1 and not is_used', [codes.token])
  return counted?.length === 0 && unused?.length === 1
}

/** Nine misses, one sign-up, and another miss: whether a code was ever real is in none of the answers. */
const toldApart: Attack = {
  name: 'telling a used invite from an unknown one by what its sign-up counts',
  expect: 'the same answers, the same rows, and the same pause',
  local: guesses,
  run: async (scene) => {
    const used = (
      await scene.sql?.<{ code: string }>('select code from invite_codes where is_used limit 1')
    )?.[0]
    const told = []
    for (const invite_code of [random(), used?.code ?? '', 'X'.repeat(300), '\u200b']) {
      await scene.sql?.('delete from private.attempts')
      for (let n = 0; n < 9; n++) await send(scene, { path: INVITE, body: { code_to_check: random() } })
      const body = { email: `${random()}@example.test`, password: 'a long enough password' }
      const signUp = await send(scene, {
        path: '/auth/v1/signup',
        body: { ...body, data: { name: 'Nora', phone: '1', invite_code } },
      })
      const next = await send(scene, { path: INVITE, body: { code_to_check: random() } })
      const rows = await scene.sql?.('select kind, count(*)::int as n from private.attempts group by kind')
      told.push(JSON.stringify([signUp.status, signUp.body, next.summary, rows]))
    }
    return new Set(told).size === 1 ? undefined : `they differ: ${told.join(' and ')}`
  },
}

/** Storage: whoever guesses without end by a sign-up leaves no more rows than are needed to refuse it. */
const filling: Attack = {
  name: 'filling the table of guesses by sign-ups with a used code',
  expect: 'ten rows, however many tries',
  local: guesses,
  run: async (scene) => {
    await scene.sql?.('delete from private.attempts')
    const used = (
      await scene.sql?.<{ code: string }>('select code from invite_codes where is_used limit 1')
    )?.[0]
    for (let n = 0; n < 30; n++) {
      const body = { email: `${random()}@example.test`, password: 'a long enough password' }
      const data = { name: 'Nora', phone: '1', invite_code: used?.code }
      await send(scene, { path: '/auth/v1/signup', body: { ...body, data } })
    }
    const rows = (await scene.sql?.('select from private.attempts'))?.length
    return rows === 10 ? undefined : `${rows} rows`
  },
}

/** Look-alikes of a real code are misses. */
const lookAlike = (name: string, alter: (code: string) => string): Attack =>
  request(
    `a code that looks alike: ${name}`,
    ({ codes }) => ({ path: INVITE, body: { code_to_check: alter(codes.invite) } }),
    '200 1 rows | 400',
    {
      local: guesses,
      besides: ({ body }) => (body.includes('true') ? `it was let in: ${body}` : undefined),
    },
  )
const miss = (name: string, p_code: unknown, expect = '200 1 rows'): Attack =>
  request(`redeeming ${name}`, () => ({ as: 'mallory', path: TOKEN, body: { p_code } }), expect, {
    local: guesses,
    besides: ({ body }) => (/"ok":\s*true/.test(body) ? `it was redeemed: ${body}` : undefined),
  })

/** D10: a code is guessed ten times a minute, one at a time, and never for free. */
export const codes: Attack[] = [
  forwarded('x-forwarded-for', address),
  forwarded('x-forwarded-for', () => `${address()}, ${address()}`, 'a longer'),
  forwarded('cf-connecting-ip', address),
  forwarded('x-real-ip', address),
  forwarded('forwarded', () => `for=${address()};proto=https`),
  forwarded('true-client-ip', address),
  forwarded('x-client-ip', address),
  forwarded('x-forwarded-for', () => 'unknown', 'an unreadable'),
  toldApart,
  filling,
  byAccounts('signup'),
  byAccounts('%73ignup'),
  byAccounts('otp'),
  byAccounts('magiclink'),
  undone(
    'asking for one object of none',
    { headers: { accept: 'application/vnd.pgrst.object+json' } },
    '?offset=1',
  ),
  undone('asking for one object', {
    headers: { accept: 'application/json, application/vnd.PGRST.object+json' },
  }),
  undone('allowing no row', { headers: { prefer: 'handling=strict, max-affected=0' } }),
  undone('asking for it', { headers: { prefer: 'tx=rollback' } }),
  undone('asking for the plan', { headers: { accept: 'application/vnd.pgrst.plan+json; options=analyze' } }),
  undone('a format that there is not', { headers: { accept: 'image/png' } }),
  undone('a column that there is not', {}, '?select=nothing'),
  undone('a cast that fails', {}, '?select=is_valid::int,ok::int'),
  undone('a filter that fails', {}, '?ok=is.true&is_valid=is.true'),
  undone('a sort that fails', {}, '?order=ok,is_valid'),
  undone('reading it', { method: 'GET' }),
  undone('reading only its head', { method: 'HEAD' }),
  undone('putting it', { method: 'PUT' }),
  {
    name: 'guessing many codes with one request',
    expect: 'a refusal of a list, or one guess',
    local: guesses,
    run: async (scene) => {
      const body = [{ code_to_check: random() }, { code_to_check: scene.codes.invite }]
      const headers = { prefer: 'params=multiple-objects' }
      const answer = await send(scene, { path: INVITE, headers, body })
      return answer.body.includes('true') ? `a list answered ${answer.body}` : undefined
    },
  },
  lookAlike('wide letters', (code) =>
    code.replace(/[A-Z]/g, (letter) => String.fromCodePoint((letter.codePointAt(0) ?? 0) + 0xfee0)),
  ),
  lookAlike('Cyrillic', (code) => code.replace('C', '\u0421')),
  lookAlike('Greek', (code) => code.replace(/^./, '\u0395')),
  lookAlike('a dotted capital', (code) => `${code}\u0130`),
  lookAlike('a width of nothing', (code) => `${code[0]}\u200b${code.slice(1)}`),
  lookAlike('a byte order mark', (code) => `\ufeff${code}`),
  lookAlike('a soft hyphen', (code) => `${code}\u00ad`),
  lookAlike('an accent', (code) => `${code}\u0301`),
  lookAlike('Arabic digits', (code) =>
    code.replace(/\d/g, (digit) => String.fromCharCode(0x660 + Number(digit))),
  ),
  lookAlike('a NUL behind it', (code) => `${code}\u0000`),
  lookAlike('a wildcard', (code) => `${code.slice(0, -1)}_`),
  lookAlike('a wildcard for the rest', (code) => `${code.slice(0, -2)}%`),
  lookAlike('a regular expression', (code) => `${code.slice(0, -1)}.`),
  lookAlike('more behind it', (code) => `${code} X`),
  miss('an invite code', 'INVITE'),
  miss('SQL', `' or true --`),
  miss('nothing', ''),
  miss('null', null),
  miss('an object', { gt: '' }),
  miss('a list', ['A', 'B']),
  miss('two megabytes', 'X'.repeat(2e6)),
  miss('a NUL', 'A\u0000', '400'),
]
