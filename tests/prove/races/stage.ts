import { randomUUID } from 'node:crypto'
import { freshCode } from '../../db/support/rows.ts'
import type { Query } from '../../db/support/world.ts'
import { readState } from './read-state.ts'
import {
  BENEFIT_NAME,
  BONUS,
  CODE_TOKENS,
  type Name,
  ORDERS,
  type OrderName,
  PRICE,
  type State,
} from './state.ts'

/** The rows of one race, which nothing else touches meanwhile. */
export type Stage = {
  ids: Record<Name | OrderName | 'benefit' | 'batch', string>
  codes: Record<'code' | 'invite' | 'a' | 'b', string>
  opening: State
}

/** `cancelled`: so stands the order that is there already. `alone`: there is no admin but Ada and Bea. */
export type Setting = { cancelled: boolean; alone: boolean }

/** Who took part in earlier races and can take part in the next. */
export type Cast = Partial<Record<Name, { id: string; races: number }>>

const PEOPLE = { mia: 'user', noa: 'user', ada: 'admin', bea: 'admin' } as const
const MEMBERS = Object.keys(PEOPLE) as (keyof typeof PEOPLE)[]
/** Nobody's ledger and log become long. */
const RACES = 12

/** Sets a stage: Mia and Noa with 25 tokens, an order of Mia's, a price, two codes, and the admins Ada and Bea. */
export async function setStage(sql: Query, read: Query, setting: Setting, cast: Cast): Promise<Stage> {
  const named = [...MEMBERS, 'sam', 'tom', ...ORDERS, 'benefit', 'batch'].map((name) => [
    name,
    cast[name as Name]?.id ?? randomUUID(),
  ])
  const ids = Object.fromEntries(named) as Stage['ids']
  const codes = { code: freshCode(), invite: freshCode(), a: freshCode(), b: freshCode() }
  const missing = MEMBERS.filter((name) => !cast[name])
  await sql(
    [
      ...(missing.length > 0 ? join(ids, missing) : []),
      ...(setting.alone
        ? [
            `update profiles set role = 'user' where role = 'admin' and id not in ('${ids.ada}', '${ids.bea}')`,
          ]
        : []),
      ...furnish({ ids, codes }, setting),
    ].join(';\n'),
  )
  return { ids, codes, opening: await readState(read, { ids, codes }) }
}

/** Who is still as a race needs them takes part in the next one. */
export function keepCast(cast: Cast, { ids }: Stage, { people, logins }: State): void {
  for (const name of MEMBERS) {
    const person = people[name]
    const races = (cast[name]?.races ?? 0) + 1
    const fit =
      person?.role === PEOPLE[name] && person.email === name && logins.includes(name) && races < RACES
    cast[name] = fit ? { id: ids[name], races } : undefined
  }
}

// As text without parameters, because several statements go in one message; nothing in it comes from outside.

function join(ids: Stage['ids'], missing: typeof MEMBERS): string[] {
  const invites = missing.map(() => freshCode())
  const logins = missing.map((name, n) => {
    const data = { name: `${name} ${ids[name].slice(0, 8)}`, phone: '', invite_code: invites[n] }
    return `('${ids[name]}', 'authenticated', 'authenticated', '${emailOf(name, { ids })}', '${JSON.stringify(data)}')`
  })
  return [
    `insert into invite_codes (code) values ${invites.map((code) => `('${code}')`)}`,
    `insert into auth.users (id, aud, role, email, raw_user_meta_data) values ${logins}`,
    `update profiles set role = 'admin' where role = 'user' and id in ('${ids.ada}', '${ids.bea}')`,
  ]
}

function furnish({ ids, codes }: Pick<Stage, 'ids' | 'codes'>, { cancelled }: Setting): string[] {
  return [
    `select private.post_tokens(id, 'purchase', ${BONUS} - current_tokens, 'Test tokens')
     from profiles where id in ('${ids.mia}', '${ids.noa}') and current_tokens <> ${BONUS}`,
    `insert into invite_codes (code) values ('${codes.invite}')`,
    `insert into redeem_codes (code, token_value) values ('${codes.code}', ${CODE_TOKENS})`,
    `insert into benefits (id, name, description, token_value) values
     ('${ids.benefit}', '${BENEFIT_NAME}', 'Raced for.', ${PRICE})`,
    `insert into orders (id, user_id, benefit_id, redemption_email, benefit_name, benefit_token_value, customer_name)
     values ('${ids.placed}', '${ids.mia}', '${ids.benefit}', '${emailOf('mia', { ids })}', '${BENEFIT_NAME}', ${PRICE}, 'mia')`,
    ...(cancelled ? [`update orders set status = 'cancelled' where id = '${ids.placed}'`] : []),
    'delete from private.attempts',
  ]
}

/** Where a person of this stage gets mail. */
export function emailOf(name: Name, { ids }: Pick<Stage, 'ids'>): string {
  return `${name}-${ids[name]}@example.test`
}
