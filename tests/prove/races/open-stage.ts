import { randomUUID } from 'node:crypto'
import type { Connection } from '../model/connection.ts'
import { createFixture } from '../model/fixture.ts'
import { type CodeKind, type Model, member, post, send } from '../model/model.ts'
import { signingUp } from '../operations/accounts.ts'
import { settingAll } from '../operations/bulk.ts'
import { newCode, redeeming } from '../operations/codes.ts'
import { aging, confirming, asking as leaving } from '../operations/deletions.ts'
import { reading } from '../operations/deliveries.ts'
import { waiting } from '../operations/invitation-changes.ts'
import { inviting } from '../operations/invitations.ts'
import { BONUS, idOf, QUOTA } from '../operations/invite-rules.ts'
import { passing } from '../operations/late.ts'
import { notify } from '../operations/notices.ts'
import { type Request, wordsOf } from '../operations/operation.ts'
import { settingStatus } from '../operations/order-status.ts'
import { EMAIL, placing } from '../operations/orders.ts'
import { reporting } from '../operations/reports.ts'
import { LOGO } from '../operations/settings.ts'
import { asking } from '../operations/waitlist.ts'
import { CODE_TOKENS, PRICE, type Stage } from './stage.ts'

/**
 * `cancelled`: whether the existing order is, and by what. `held`: enough keys were reported to quarantine their batch. `alone`: Ada and
 * Bea are the only admins. `shared`: the codes have two uses, of which one is left. `leaving`: Mia, who has asked to be deleted, has confirmed it.
 */
export type Setting = {
  cancelled: false | 'singly' | 'by an operation'
  held: boolean
  alone: boolean
  shared: boolean
  leaving: boolean
}

export async function openStage(connection: Connection, setting: Setting): Promise<Stage> {
  const { cancelled, held, alone, shared } = setting
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
    category: [...model.categories.keys()].at(0),
    keyed: [...model.benefits.keys()].at(0),
    owned: made('order', 'owned'),
    doubted: made('order', 'doubted'),
    reported: made('order', 'reported'),
    held: made('order', 'held'),
    code: [...model.codes.token.keys()].at(-1),
    invite: [...model.codes.invite.keys()].at(-1),
    ...addresses(model),
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
  await apply(connection, model, passing(ids.placed))
  // So that Mia can order once more in the race.
  await connection.query(`select private.post_tokens('${ids.mia}', 'purchase', ${PRICE}, 'Tokens')`)
  const buyer = member(model, ids.mia)
  if (buyer) post(model, buyer, { type: 'purchase', amount: PRICE, text: 'Tokens' })
  notify(model, undefined, 'tokens_adjusted', ids.mia, 'balance', String(PRICE))
  const order = (owner: string, id: string) =>
    apply(connection, model, placing(owner, { ...wanted, id, owner, benefit: ids.keyed }))
  await order(ids.mia, ids.owned)
  await order(ids.noa, ids.doubted)
  await order(ids.bea, ids.reported)
  await apply(connection, model, reading(ids.mia, ids.owned))
  await apply(connection, model, reporting(model, ids.bea, ids.reported))
  if (held) {
    await order(ids.ada, ids.held)
    await apply(connection, model, reporting(model, ids.ada, ids.held))
    await apply(connection, model, reporting(model, ids.noa, ids.doubted))
  }
  if (cancelled === 'by an operation')
    await apply(connection, model, settingAll(ids.ada, [ids.placed], 'cancelled'))
  if (cancelled === 'singly') await apply(connection, model, settingStatus(ids.ada, ids.placed, 'cancelled'))
  await connection.query(TERMS, [QUOTA, BONUS, alone])
  model.settings.set(QUOTA, '2').set(BONUS, '15')
  if (alone) {
    for (const key of [LOGO, QUOTA, BONUS]) send(model, 'setting', key)
    await connection.query('delete from app_settings where key = $1', [LOGO])
  }
  await apply(connection, model, inviting(ids.mia, [ids.guest]))
  const sent = { inviter: ids.mia, email: ids.guest, nth: 0 }
  const [row] = await connection.query(idOf(sent))
  const invited = { ...sent, id: String(row?.code_id) }
  await apply(connection, model, waiting(invited))
  await apply(connection, model, asking(undefined, ids.waiting))
  await apply(connection, model, leaving(ids.mia))
  await apply(connection, model, aging(ids.mia, 'minute'))
  if (setting.leaving) await apply(connection, model, confirming(ids.mia, ids.mia, 1))
  if (shared) await share(connection, model, ids)
  // Sign-ups over HTTP count as guesses of the gateway's address.
  await connection.query(`delete from private.attempts where caller not like '10.%' and caller !~ '-'`)
  return { model, ids, invited }
}

// Two each; only in the races that set them they must be so again.
const TERMS = `insert into app_settings (key, value) select k, case k when $1 then '2' else '15' end from unnest(array[$1, $2]) as k
  on conflict (key) do update set value = excluded.value where $3`

const addresses = (model: Model) =>
  Object.fromEntries(
    (['guest', 'waiting', 'third', 'fourth'] as const).map((name) => [
      name,
      send(model, 'address', `${name}@${model.address}.test`, name),
    ]),
  )

/** Of both codes Noa, who has an account, and somebody else have used one of two. */
async function share(
  connection: Connection,
  model: Model,
  { code, invite, bea }: Stage['ids'],
): Promise<void> {
  const set = 'update public.redeem_codes set max_uses = 2 where code = $1'
  await connection.query(set, [code])
  await connection.query(set.replace('redeem', 'invite'), [invite])
  for (const one of [model.codes.token.get(code), model.codes.invite.get(invite)]) if (one) one.max = 2
  await apply(connection, model, redeeming(bea, code))
  const id = send(model, 'person', randomUUID(), 'gus')
  await apply(connection, model, signingUp({ id, name: 'gus', email: `${id}@example.test`, code: invite }))
}

async function apply(connection: Connection, model: Model, request: Request): Promise<void> {
  const [answer, wanted] = [await connection.send(request, model.address), request.does(model)]
  if (answer !== wanted) throw new Error(`${wordsOf(request)}: ${answer} instead of ${wanted}`)
}
