import { randomUUID } from 'node:crypto'
import { freshCode } from '../../db/support/rows.ts'
import type { Query } from '../../db/support/world.ts'
import { readState } from './read-state.ts'
import { BENEFIT_NAME, CODE_TOKENS, type Name, ORDERS, type OrderName, PRICE, type State } from './state.ts'

const PEOPLE = ['mia', 'noa', 'ada', 'bea'] as const

/** The rows of one race, which nothing else touches. */
export type Stage = {
  /** Part of every e-mail of it. */
  key: string
  ids: Record<Name | OrderName | 'benefit' | 'batch', string>
  codes: Record<'code' | 'invite' | 'a' | 'b', string>
  opening: State
}

/** `cancelled`: so stands the order that is there already. `alone`: there is no admin but Ada and Bea. */
export type Setting = { cancelled: boolean; alone: boolean }

/** Sets a stage: Mia and Noa with 25 tokens, an order of Mia's, a price, two codes, and the admins Ada and Bea. */
export async function setStage(sql: Query, setting: Setting): Promise<Stage> {
  const key = randomUUID()
  const named = [...PEOPLE, 'sam', 'tom', ...ORDERS, 'benefit', 'batch'].map((name) => [name, randomUUID()])
  const ids = Object.fromEntries(named) as Stage['ids']
  const codes = { code: freshCode(), invite: freshCode(), a: freshCode(), b: freshCode() }
  await sql(script({ key, ids, codes }, setting))
  const opening = await readState(sql, { key, ids, codes })
  return { key, ids, codes, opening }
}

/** One text without parameters, because it is several statements; nothing in it comes from outside. */
function script({ key, ids, codes }: Omit<Stage, 'opening'>, { cancelled, alone }: Setting): string {
  const invites = PEOPLE.map(() => freshCode())
  const email = (name: string) => emailOf(name, { key })
  const logins = PEOPLE.map((name, n) => {
    const data = JSON.stringify({ name, phone: '', invite_code: invites[n] })
    return `('${ids[name]}', 'authenticated', 'authenticated', '${email(name)}', now(), '${data}')`
  })
  return `
    insert into invite_codes (code) values ('${codes.invite}'), ${invites.map((code) => `('${code}')`)};
    insert into redeem_codes (code, token_value) values ('${codes.code}', ${CODE_TOKENS});
    insert into auth.users (id, aud, role, email, email_confirmed_at, raw_user_meta_data) values ${logins};
    update profiles set role = 'admin' where id in ('${ids.ada}', '${ids.bea}');
    ${alone ? `update profiles set role = 'user' where role = 'admin' and id not in ('${ids.ada}', '${ids.bea}');` : ''}
    insert into benefits (id, name, description, token_value) values
      ('${ids.benefit}', '${BENEFIT_NAME}', 'Raced for.', ${PRICE});
    insert into orders (id, user_id, benefit_id, redemption_email, benefit_name, benefit_token_value,
      customer_name, customer_email) values
      ('${ids.placed}', '${ids.mia}', '${ids.benefit}', '${email('mia')}', '${BENEFIT_NAME}', ${PRICE}, 'mia', '${email('mia')}');
    ${cancelled ? `update orders set status = 'cancelled' where id = '${ids.placed}';` : ''}
    delete from private.attempts;`
}

/** Where a person of this stage gets mail. */
export function emailOf(name: string, { key }: Pick<Stage, 'key'>): string {
  return `${name}-${key}@example.test`
}
