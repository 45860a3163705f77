import { randomInt, randomUUID } from 'node:crypto'
import { logins, signUp } from '../operations/accounts.ts'
import { newCode } from '../operations/codes.ts'
import { literal } from '../operations/operation.ts'
import { batchOf } from '../operations/pools.ts'
import type { Connection } from './connection.ts'
import { benefitOf, type CodeKind, codeRow, emptyModel, type Model, send } from './model.ts'

export type Wanted = {
  /** Each has 25 tokens and used an own invite code. */
  people: { name: string; admin: boolean }[]
  /** With `keys`, one that delivers these many. */
  benefits: { price: number; active: boolean; keys?: number }[]
  tokenCodes: number[]
  /** Unused invite codes. */
  invites: number
  /** False: every other admin in the database is demoted. */
  otherAdmins: boolean
}

const taken = new Set<string>()

/** Of thousands of random ones two would be the same, and with them the addresses of people who are invited. */
function newAddress(): string {
  const address = `10.${[0, 0, 0].map(() => randomInt(256)).join('.')}`
  if (taken.has(address)) return newAddress()
  taken.add(address)
  return address
}

/** Creates people, benefits and codes beside the existing ones; returns their model. */
export async function createFixture(connection: Connection, wanted: Wanted): Promise<Model> {
  const model = emptyModel(newAddress(), wanted.otherAdmins)
  const newcomers = wanted.people.map(({ name }) => {
    const id = send(model, 'person', randomUUID(), name)
    return { id, name, email: `${id}@example.test`, code: makeCode(model, 'invite', null) }
  })
  for (let n = 0; n < wanted.invites; n++) makeCode(model, 'invite', null)
  for (const value of wanted.tokenCodes) makeCode(model, 'token', value)
  for (const { keys, ...benefit } of wanted.benefits) {
    const id = send(model, 'benefit', randomUUID())
    const made = benefitOf({ id, name: `Benefit ${benefit.price}`, ...benefit })
    model.benefits.set(id, { ...made, method: keys === undefined ? 'manual' : 'key' })
    if (keys !== undefined) model.pools.set(id, [batchOf(keys)])
  }
  const category = send(model, 'category', randomUUID())
  model.categories.set(category, { id: category, name: `Category ${category}` })
  for (const newcomer of newcomers) signUp(model, newcomer)
  const admins = newcomers.filter((_, at) => wanted.people[at]?.admin).map(({ id }) => id)
  for (const id of admins) Object.assign(model.people.get(id) ?? {}, { role: 'admin' })
  const values = <T>(list: Iterable<T>, row: (one: T) => unknown[]) =>
    [...list].map((one) => `(${row(one).map(literal)})`).join()
  const quoted = admins.map(literal)
  // By itself: sending an invitation waits for new codes, and a change of role for a sending in progress.
  await connection.query(
    `insert into invite_codes (code) values ${values(model.codes.invite.keys(), (code) => [code])}`,
  )
  await connection.query(
    [
      'begin',
      logins(newcomers),
      `update profiles set role = 'admin' where id in (${quoted})`,
      wanted.otherAdmins
        ? ''
        : `update profiles set role = 'user' where role = 'admin' and id not in (${quoted})`,
      `insert into redeem_codes (code, token_value)
       values ${values(model.codes.token.values(), ({ code, value }) => [code, value])}`,
      `insert into benefits (id, name, description, token_value, is_active)
       values ${values(model.benefits.values(), ({ id, name, price, active }) => [id, name, 'What it is.', price, active])}`,
      ...[...model.categories.values()].map(
        ({ id, name }) => `insert into categories (id, name) values (${literal(id)}, ${literal(name)})`,
      ),
      ...[...model.pools].map(([id, [batch]]) => poolOf(id, batch?.keys.length ?? 0)),
      'commit',
    ].join(';\n'),
  )
  return model
}

const poolOf = (benefit: string, keys: number) => `
  update benefits set delivery_method = 'key' where id = '${benefit}';
  insert into private.benefit_delivery (benefit_id) values ('${benefit}');
  with batch as (insert into private.key_batches (benefit_id, number) values ('${benefit}', 1) returning *),
  keys as (
    insert into private.delivery_keys (benefit_id, batch_id, secret)
    select benefit_id, id, '${benefit}' || n from batch, generate_series(1, ${keys}) as n returning *)
  insert into private.available_keys (benefit_id, key_id, batch_id) select benefit_id, id, batch_id from keys`

function makeCode(model: Model, kind: CodeKind, value: number | null): string {
  const code = send(model, kind, newCode())
  model.codes[kind].set(code, codeRow({ code, value }))
  return code
}
