import { randomUUID } from 'node:crypto'
import type { Connection } from '../model/connection.ts'
import { createFixture } from '../model/fixture.ts'
import { type CodeKind, type Model, member, post, send } from '../model/model.ts'
import { newCode } from '../operations/codes.ts'
import { reading } from '../operations/deliveries.ts'
import { type Request, wordsOf } from '../operations/operation.ts'
import { EMAIL, placing, settingStatus } from '../operations/orders.ts'
import { reporting } from '../operations/reports.ts'
import { LOGO } from '../operations/settings.ts'
import { CODE_TOKENS, PRICE, type Stage } from './stage.ts'

/**
 * `cancelled`: the status of the existing order. `held`: enough keys were reported to quarantine their batch. `alone`: Ada and
 * Bea are the only admins.
 */
export type Setting = { cancelled: boolean; held: boolean; alone: boolean }

export async function openStage(connection: Connection, { cancelled, held, alone }: Setting): Promise<Stage> {
  const model = await createFixture(connection, {
    people: ['mia', 'noa', 'ada', 'bea'].map((name) => ({ name, admin: name === 'ada' || name === 'bea' })),
    benefits: [
      { price: PRICE, active: true, keys: held ? 5 : 4 },
      { price: PRICE, active: true },
    ],
    tokenCodes: [CODE_TOKENS],
    invites: 1,
    otherAdmins: !alone,
  })
  const [mia, noa, ada, bea] = model.people.keys()
  const made = (kind: 'order' | CodeKind, name: string) =>
    send(model, kind, kind === 'order' ? randomUUID() : newCode(), name)
  const ids = {
    ...{ mia, noa, ada, bea, sam: randomUUID(), tom: randomUUID() },
    benefit: [...model.benefits.keys()].at(-1),
    keyed: [...model.benefits.keys()].at(0),
    owned: made('order', 'owned'),
    doubted: made('order', 'doubted'),
    reported: made('order', 'reported'),
    held: made('order', 'held'),
    code: [...model.codes.token.keys()].at(-1),
    invite: [...model.codes.invite.keys()].at(-1),
    placed: made('order', 'placed'),
    first: made('order', 'first'),
    second: made('order', 'second'),
    other: made('order', 'other'),
    a: made('token', 'a'),
    b: made('token', 'b'),
  } as Stage['ids']
  const wanted = {
    id: ids.placed,
    owner: ids.mia,
    benefit: ids.benefit,
    price: PRICE,
    email: EMAIL,
  }
  await apply(connection, model, placing(ids.mia, wanted))
  // So that Mia can order once more in the race.
  await connection.query(`select private.post_tokens('${ids.mia}', 'purchase', ${PRICE}, 'Tokens')`)
  const buyer = member(model, ids.mia)
  if (buyer) post(model, buyer, { type: 'purchase', amount: PRICE, text: 'Tokens' })
  const order = (owner: string, id: string) =>
    apply(connection, model, placing(owner, { ...wanted, id, owner, benefit: ids.keyed }))
  await order(ids.mia, ids.owned)
  await order(ids.noa, ids.doubted)
  await order(ids.bea, ids.reported)
  await apply(connection, model, reading(ids.mia, ids.owned))
  await apply(connection, model, reporting(ids.bea, ids.reported))
  if (held) {
    await order(ids.ada, ids.held)
    await apply(connection, model, reporting(ids.ada, ids.held))
    await apply(connection, model, reporting(ids.noa, ids.doubted))
  }
  if (cancelled) await apply(connection, model, settingStatus(ids.ada, ids.placed, 'cancelled'))
  if (alone) {
    send(model, 'setting', LOGO)
    await connection.query('delete from app_settings where key = $1', [LOGO])
  }
  // Sign-ups over HTTP count as guesses of the gateway's address.
  await connection.query(`delete from private.attempts where caller not like '10.%' and caller !~ '-'`)
  return { model, ids }
}

async function apply(connection: Connection, model: Model, request: Request): Promise<void> {
  const [answer, wanted] = [await connection.send(request, model.address), request.does(model)]
  if (answer !== wanted) throw new Error(`${wordsOf(request)}: ${answer} instead of ${wanted}`)
}
