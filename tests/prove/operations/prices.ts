import fc from 'fast-check'
import { signatures } from '../matrix/signatures.ts'
import { type Actor, idsOf, isAdmin, type Model, type Run, touch } from '../model/model.ts'
import type { Name } from '../races/stage.ts'
import { type Answer, DENIED } from './answer.ts'
import { actor, admins, choose, one, planned } from './draw.ts'
import { type Operation, type Request, race } from './operation.ts'

type Change = { to: 'price' | 'amount' | 'percent' | 'active'; value: number }

const LIMITS = {
  price: [1, 1_000_000],
  amount: [-1_000_000, 1_000_000],
  percent: [-99, 1000],
  active: [0, 1],
}

/** In whole tokens, rounded half up. */
function priceAfter(price: number, { to, value }: Change): number {
  if (to === 'percent') return Math.round((price * (100 + value)) / 100)
  return to === 'amount' ? price + value : to === 'price' ? value : price
}

/** D46: of each benefit the price, or whether it is active. */
function changeAll(model: Model, by: Actor, ids: string[], change: Change): Answer {
  if (by === undefined) return DENIED
  if (!isAdmin(model, by)) return 'not_admin'
  const [least = 0, most = 0] = LIMITS[change.to]
  if (change.value < least || change.value > most) return 'invalid_change'
  const offered = [...new Set(ids)].flatMap((id) => {
    const found = model.benefits.get(id)
    if (!found) return []
    const from = { price: found.price, active: found.active }
    const price = priceAfter(found.price, change)
    const active = change.to === 'active' ? change.value === 1 : found.active
    if ((price === from.price && active === from.active) || price < 1 || price > 1_000_000) return []
    Object.assign(found, { price, active })
    return [{ id, from, version: touch(model, id) }]
  })
  const what = offered.map(({ id }) => id)
  const how = [change.to, String(change.value)]
  model.runs.push({ by, kind: 'benefit_change', how, what, undone: false, offered })
  return String(offered.length)
}

const changingAll = (by: Actor, ids: string[], change: Change): Request => ({
  by,
  call: {
    rpc: 'change_benefits',
    args: { p_ids: `{${ids}}`, p_change: change.to, p_value: change.value, p_dry_run: false },
    returns: 'changed',
  },
  does: (now) => changeAll(now, by, ids, change),
})

/** D46: not benefits that somebody changed since. */
export function takeBackOffers(model: Model, { offered = [] }: Run): void {
  for (const { id, from, version } of offered) {
    const found = model.benefits.get(id)
    if (!found || model.changes.get(id)?.version !== version) continue
    Object.assign(found, from)
    touch(model, id)
  }
}

const raceChange = (name: Name, what: string, change: Change) =>
  race(name, what, ['benefit'], ({ ids }, by) => changingAll(by, [ids.benefit, ids.keyed], change))

export const prices: Operation[] = [
  {
    name: 'change benefits',
    weight: 3,
    meets: ['change benefits', 'change a benefit', 'delete a benefit', 'place an order', 'undo an operation'],
    functions: signatures(
      ['admin'],
      'change_benefits(p_ids, p_change, p_value, p_filter?, p_dry_run?, p_expected?) writes',
    ),
    races: [
      raceChange('ada', 'halves the prices', { to: 'percent', value: -50 }),
      raceChange('bea', 'withdraws the benefits', { to: 'active', value: 0 }),
    ],
    draw: planned(
      {
        who: one,
        some: fc.array(one, { maxLength: 3 }),
        change: fc.constantFrom<Change>(
          { to: 'active', value: 0 },
          { to: 'active', value: 1 },
          { to: 'percent', value: -50 },
          { to: 'percent', value: 15 },
          { to: 'amount', value: -4 },
          { to: 'price', value: 6 },
          { to: 'price', value: 0 },
        ),
      },
      (model, { who, some, change }) =>
        changingAll(
          actor(model, who, admins),
          some.map((each) => choose(each, model.benefits.keys(), idsOf(model, 'benefit'))),
          change,
        ),
    ),
  },
]
