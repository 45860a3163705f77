import { randomUUID } from 'node:crypto'
import { freshCode } from '../support/rows.ts'
import type { Attack } from './attack.ts'
import { oneself } from './oneself.ts'
import { type Ask, send } from './send.ts'
import { codeOf, LOCAL, leaves, remove, signup, unguessed, usersOf } from './signing-up.ts'

/** What is not `name@host`, however it looks. */
const spellings = (name: string, host: string): unknown[] => [
  `${name}+x@${host}`,
  `${name[0]}.${name.slice(1)}@${host}`,
  `${name}.@${host}`,
  `${name}@${host}.`,
  `${name}@x.${host}`,
  `${name}@${host}.evil.test`,
  `x${name}@${host}`,
  `%${name.charCodeAt(0).toString(16)}${name.slice(1)}@${host}`,
  `${name}%40${host}@evil.test`,
  `"${name}"@${host}`,
  `${name}(x)@${host}`,
  `<${name}@${host}>`,
  `evil@evil.test,${name}@${host}`,
  `${name}@${host},evil@evil.test`,
  `${name}@evil.test\r\n${name}@${host}`,
  `${name}@${host}\u0000@evil.test`,
  `${name}\u00ad@${host}`,
  `${name}\u200b@${host}`,
  `${name}@${host}\u200b`,
  `${name.replace('c', '\u0441')}@${host}`,
  `${name}@${host.replace('e', '\u0435')}`,
  `${name}@${host.replace('.', '\u3002')}`,
  `${name}@${host.replace('i', '\u0130')}`,
  `${String.fromCodePoint((name.codePointAt(0) ?? 0) + 0xfee0)}${name.slice(1)}@${host}`,
  [`evil@evil.test`, `${name}@${host}`],
  { email: `${name}@${host}` },
]

const bound: Attack = {
  name: 'a bound code with every spelling of another address',
  expect: 'no account but that of the address',
  local: LOCAL,
  leaves,
  run: async (scene) => {
    const [name, host] = [freshCode().toLowerCase(), 'invited.test']
    const own = `${name}@${host}`
    const code = await codeOf(scene, { email: own })
    const evil = `${randomUUID()}@evil.test`
    const asks: Ask[] = [
      ...[evil, ...spellings(name, host)].map((email) => signup(code, email)),
      signup(code, evil, {}, { email: own, bound_to: own }),
      signup(code, evil, { email_change: own, user_metadata: { email: own } }),
      signup(code, evil, { phone: '+442079460000', channel: 'sms' }),
      {
        path: '/auth/v1/otp',
        body: { email: evil, create_user: true, data: { name: 'N', invite_code: code } },
      },
      { path: '/auth/v1/magiclink', body: { email: evil, data: { name: 'N', invite_code: code } } },
      {
        path: '/auth/v1/signup',
        raw: `{"email":"${own}","password":"a long enough password","data":{"name":"N","invite_code":"${code}"},"email":"${evil}"}`,
      },
    ]
    for (const ask of asks) {
      await unguessed(scene)
      await send(scene, ask)
      // Whitespace around it and capitals are not another address.
      const others = (await usersOf(scene, code)).filter(({ email }) => email.trim().toLowerCase() !== own)
      await remove(
        scene,
        others.map(({ id }) => id),
      )
      if (others.length > 0) return `${JSON.stringify(ask.body ?? ask.raw)} joined as ${others[0]?.email}`
    }
    await unguessed(scene)
    const { summary } = await send(scene, signup(code, own.toUpperCase()))
    const joined = await usersOf(scene, code)
    await remove(
      scene,
      joined.map(({ id }) => id),
    )
    return joined.length === 1 ? undefined : `its own address is refused: ${summary}`
  },
}

const racing: Attack = {
  name: 'more uses of a code than it has, by racing',
  expect: 'three accounts, and one credit each',
  local: LOCAL,
  leaves,
  run: async (scene) => {
    const { sql, mallory, victim } = scene
    const code = await codeOf(scene, { max_uses: 3 })
    const many = Array.from({ length: 9 }, () => signup(code, `${randomUUID()}@invited.test`))
    await Promise.all(many.map((ask) => send(scene, ask)))
    const joined = await usersOf(scene, code)
    await remove(
      scene,
      joined.map(({ id }) => id),
    )
    if (joined.length !== 3) return `${joined.length} accounts`
    const token = freshCode()
    await sql?.('insert into redeem_codes (code, token_value, max_uses) values ($1, 7, 3)', [token])
    await unguessed(scene)
    await Promise.all(
      [mallory, victim].flatMap(({ client }) =>
        Array.from({ length: 4 }, () =>
          client.rpc('redeem_code', { p_code: token, p_request_id: randomUUID() }),
        ),
      ),
    )
    const [row] =
      (await sql?.<{ n: number }>(
        `select count(*)::int as n from token_transactions where description = 'Redeemed code ' || $1`,
        [token],
      )) ?? []
    return row?.n === 2 ? undefined : `${row?.n} credits of two people`
  },
}

const clocks: Attack = {
  name: 'a code that has expired, by the clock of the client',
  expect: 'refused, whatever time the client says it is',
  local: LOCAL,
  leaves,
  run: async (scene) => {
    const code = await codeOf(scene, { expires_at: new Date(Date.now() - 1000).toISOString() })
    const early = '2001-01-01T00:00:00Z'
    const times = {
      date: new Date(early).toUTCString(),
      'x-client-time': early,
      'if-unmodified-since': early,
    }
    const zones = ['Etc/GMT+12', 'Pacific/Kiritimati'].map((zone) => ({ prefer: `timezone=${zone}` }))
    const forged = { created_at: early, confirmed_at: early, invited_at: early, now: early }
    const asks: Ask[] = [
      ...[times, ...zones].flatMap((headers) => [
        { ...signup(code, `${randomUUID()}@invited.test`), headers },
        { path: '/rest/v1/rpc/validate_invite_code', headers, body: { code_to_check: code } },
        { path: '/rest/v1/rpc/open_invitation', headers, body: { p_code: code } },
      ]),
      signup(code, `${randomUUID()}@invited.test`, forged, { ...forged, expires_at: '2099-01-01' }),
    ]
    for (const ask of asks) {
      await unguessed(scene)
      const { summary } = await send(scene, ask)
      if (/^2/.test(summary) && !summary.endsWith('null')) return `${ask.path} returned ${summary}`
    }
    return (await usersOf(scene, code)).length === 0 ? undefined : 'it made an account'
  },
}

const revoked: Attack = {
  name: 'using a code while it is revoked',
  expect: 'used or revoked, never both, and no account afterwards',
  local: LOCAL,
  leaves,
  run: async (scene) => {
    for (let round = 0; round < 6; round++) {
      const code = await codeOf(scene)
      const [row] = (await scene.sql?.('select id from invite_codes where code = $1', [code])) ?? []
      const body = { p_kind: 'invite', p_ids: [row?.id], p_reason: 'Lost', p_dry_run: false }
      await Promise.all([
        send(scene, { as: 'admin', path: '/rest/v1/rpc/revoke_codes', body }),
        send(scene, signup(code, `${randomUUID()}@invited.test`)),
      ])
      await unguessed(scene)
      await send(scene, signup(code, `${randomUUID()}@invited.test`))
      const joined = await usersOf(scene, code)
      await remove(
        scene,
        joined.map(({ id }) => id),
      )
      const [is] =
        (await scene.sql?.<{ uses: number; is_revoked: boolean }>(
          'select uses, is_revoked from invite_codes where code = $1',
          [code],
        )) ?? []
      if (!is || joined.length !== is.uses || is.is_revoked === (is.uses === 1))
        return `${joined.length} accounts, ${JSON.stringify(is)}`
    }
    return undefined
  },
}

/** Joining by codes and invitations (D41, D42, D43). */
export const signUpWith: Attack[] = [bound, racing, clocks, revoked, oneself]
