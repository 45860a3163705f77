import fc from 'fast-check'
import { signatures } from '../matrix/signatures.ts'
import {
  type Actor,
  type Code,
  type CodeKind,
  type Expiry,
  idsOf,
  isAdmin,
  isAvailable,
  type Model,
  type Run,
} from '../model/model.ts'
import type { Name, Subject } from '../races/stage.ts'
import { type Answer, DENIED, rows } from './answer.ts'
import { DATES } from './codes.ts'
import { actor, admins, codeOf, one, pick, planned, which } from './draw.ts'
import { idOf, invitationOf, sentOf } from './invite-rules.ts'
import {
  AUTH,
  KNOWN,
  literal,
  type Operation,
  type Race,
  type Request,
  race,
  type Sent,
} from './operation.ts'
import { nextMoment } from './pools.ts'

/** Codes of a kind by their texts, or the one of an invitation. */
type Codes = { kind: CodeKind; codes: string[]; of?: Sent }

const TABLES = { token: 'redeem_codes', invite: 'invite_codes' }
const idsOfCodes = ({ kind, codes, of }: Codes): string =>
  of ? idOf(of) : `select id from public.${TABLES[kind]} where code in (${['', ...codes].map(literal)})`

const found = (model: Model, { kind, codes, of }: Codes): Code[] =>
  of
    ? [invitationOf(model, of)?.code ?? []].flat()
    : codes.flatMap((code) => model.codes[kind].get(code) ?? [])

/** D41, D46: those that can be used. */
function revoke(model: Model, by: Actor, codes: Codes): Answer {
  if (by === undefined) return DENIED
  if (!isAdmin(model, by)) return 'not_admin'
  const at = nextMoment(model)
  const revoked = found(model, codes)
    .filter(isAvailable)
    .map((code) => ({ code, at }))
  for (const { code } of revoked) code.revoked = at
  // Their ids are not known.
  const what = revoked.map(() => 'a code')
  model.runs.push({ by, kind: 'code_revocation', how: [codes.kind], what, undone: false, revoked })
  return rows(revoked.length)
}

const revoking = (by: Actor, codes: Codes): Request => ({
  by,
  call: {
    sql: `select from generate_series(1, (
      select changed from public.revoke_codes(
        '${codes.kind}', p_ids => ${KNOWN}::uuid[], p_reason => 'Simulated', p_dry_run => false)))`,
    known: `array(${idsOfCodes(codes)})`,
  },
  does: (now) => revoke(now, by, codes),
})

/** D46: not codes that were revoked again since. */
export function takeBackCodes({ revoked = [] }: Run): void {
  for (const { code, at } of revoked) if (code.revoked === at) code.revoked = null
}

/** D41: a code that is available or expired. */
function extend(model: Model, by: Actor, codes: Codes, until: Expiry): Answer {
  if (by === undefined) return DENIED
  if (!isAdmin(model, by)) return 'not_admin'
  if (until === 'past') return 'expiry_past'
  const [code] = found(model, codes)
  if (!code || code.revoked !== null || code.uses.length === code.max) return 'code_not_extendable'
  if (code.expiry === until) return rows(1)
  code.expiry = until
  const row = codes.of ? `${by} extends` : code.code
  model.log.push({ actor: by, row, action: 'update', what: ['code', 'expires_at'] })
  return rows(1)
}

const extending = (by: Actor, codes: Codes, until: Expiry): Request => ({
  by,
  call: {
    sql: `select from public.extend_code('${codes.kind}', ${KNOWN}::uuid, ${literal(DATES[until])})`,
    known: idsOfCodes(codes),
  },
  does: (now) => extend(now, by, codes, until),
})

/** Time passes: by the owner of the database. */
const expiring = (codes: Codes): Request => ({
  by: AUTH,
  call: {
    sql: `update public.${TABLES[codes.kind]} set expires_at = '${DATES.past}' where id in (${idsOfCodes(codes)}) returning id`,
  },
  does: (now) => {
    const passed = found(now, codes)
    for (const code of passed) code.expiry = 'past'
    return rows(passed.length)
  },
})

const ON = { token: 'code', invite: 'invite' } as const
const raced = (
  kind: CodeKind,
  what: string,
  by: Name | undefined,
  request: (by: string, codes: Codes) => Request,
): Race => {
  const name = `${by ?? 'time'} ${what} the ${ON[kind]}`
  const make: Race['request'] = ({ ids }) => request(by ? ids[by] : '', { kind, codes: [ids[ON[kind]]] })
  return { name, by, on: [ON[kind]], request: make }
}
const kinds: CodeKind[] = ['token', 'invite']

const raceInvited = (
  name: Name,
  what: string,
  request: (by: string, codes: Codes) => Request,
  on: Subject[] = ['invited'],
) =>
  race(name, `${what} the invitation`, on, ({ invited }, by) =>
    request(by, { kind: 'invite', codes: [], of: invited }),
  )

/** A code of a kind, or of an invitation. */
const target = (model: Model, kind: CodeKind, code: string, at: number): Codes => {
  const sent = sentOf(model)
  return sent.length > 0 && at > 8
    ? { kind: 'invite', codes: [], of: pick(sent, at) }
    : { kind, codes: [code] }
}

const drawn = { who: one, kind: fc.constantFrom<CodeKind>('token', 'invite'), code: one, which }

export const lifecycle: Operation[] = [
  {
    name: 'revoke codes',
    weight: 3,
    meets: ['revoke codes', 'redeem a token code', 'sign up', 'extend a code', 'undo an operation'],
    functions: signatures(
      ['admin'],
      'revoke_codes(p_kind, p_ids, p_filter?, p_reason?, p_dry_run?, p_expected?) writes',
    ),
    races: [
      ...kinds.map((kind) => raced(kind, 'revokes', 'ada', (by, codes) => revoking(by, codes))),
      raceInvited('bea', 'revokes', revoking),
    ],
    draw: planned({ ...drawn, more: one }, (model, { who, kind, code, which, more }) => {
      const codes = target(model, kind, codeOf(model, kind, code), which)
      if (!codes.of) codes.codes = [...new Set([...codes.codes, codeOf(model, kind, more)])]
      return revoking(actor(model, who, admins), codes)
    }),
  },
  {
    name: 'extend a code',
    weight: 2,
    meets: ['extend a code', 'revoke codes', 'redeem a token code', 'sign up', 'let a code expire'],
    functions: signatures(['admin'], 'extend_code(p_kind, p_id, p_expires_at?) writes PT409'),
    races: [
      ...kinds.map((kind) => raced(kind, 'extends', 'bea', (by, codes) => extending(by, codes, 'later'))),
      raceInvited('ada', 'extends', (by, codes) => extending(by, codes, 'later')),
    ],
    draw: planned(
      { ...drawn, until: fc.constantFrom<Expiry>('never', 'later', 'later', 'past') },
      (model, { who, kind, code, which, until }) =>
        extending(
          actor(model, who, admins),
          target(model, kind, pick(idsOf(model, kind), code.which), which),
          until,
        ),
    ),
  },
  {
    name: 'let a code expire',
    weight: 2,
    meets: ['redeem a token code', 'sign up', 'revoke codes'],
    races: kinds.map((kind) => raced(kind, 'ends', undefined, (_, codes) => expiring(codes))),
    draw: planned({ kind: drawn.kind, code: one, which }, (model, { kind, code, which }) =>
      expiring(target(model, kind, codeOf(model, kind, code), which)),
    ),
  },
]
