import fc from 'fast-check'
import { signatures } from '../matrix/signatures.ts'
import { type Actor, idsOf, isAdmin, type Key, type Model, type Run } from '../model/model.ts'
import type { Name } from '../races/stage.ts'
import { type Answer, DENIED, rows } from './answer.ts'
import { actor, admins, choose, type One, one, planned, which } from './draw.ts'
import { literal, type Operation, type Request, race } from './operation.ts'
import { beginShortage, endShortage, nextMoment } from './pools.ts'

/** D46: the keys of a benefit that no order has, but for those of a batch that is held. */
function setAside(model: Model, by: Actor, benefit: string, aside: boolean): Answer {
  if (by === undefined) return DENIED
  if (!isAdmin(model, by)) return 'not_admin'
  const at = aside ? nextMoment(model) : null
  const moved = (model.pools.get(benefit) ?? []).flatMap(({ keys, held }, batch) =>
    keys.flatMap(({ handedOut, aside: from }, key) =>
      handedOut || held || (from !== null) === aside ? [] : [{ benefit, batch, key, from, to: at }],
    ),
  )
  for (const { batch, key } of moved)
    Object.assign(model.pools.get(benefit)?.[batch]?.keys[key] ?? {}, { aside: at })
  // Their ids are not known.
  const what = moved.map(() => 'a key')
  model.runs.push({ by, kind: 'key_quarantine', how: [String(aside)], what, undone: false, moved })
  return String(moved.length)
}

const settingAside = (by: Actor, benefit: string, p_aside: boolean): Request => ({
  by,
  call: {
    rpc: 'set_keys_aside',
    args: { p_filter: { benefit }, p_aside, p_dry_run: false },
    returns: 'changed',
  },
  does: (now) => setAside(now, by, benefit, p_aside),
})

/** D46: not keys that were handed out or moved since; what is put aside again is so since when it was. */
export function takeBackKeys(model: Model, { moved = [] }: Run): void {
  for (const { benefit, batch, key, from, to } of moved) {
    const found = model.pools.get(benefit)?.[batch]?.keys[key]
    if (found && !found.handedOut && found.aside === to) found.aside = from
  }
}

/** The keys of a benefit in the order of their import. */
const keysOf = (model: Model, benefit: string): Key[] =>
  (model.pools.get(benefit) ?? []).flatMap(({ keys }) => keys)

/** D31: one key, whatever became of it. */
function setOneAside(model: Model, by: Actor, benefit: string, nth: number, aside: boolean): Answer {
  if (by === undefined) return DENIED
  if (!isAdmin(model, by)) return 'not_admin'
  const key = keysOf(model, benefit)[nth]
  if (key && (key.aside !== null) !== aside) {
    key.aside = aside ? nextMoment(model) : null
    model.log.push({ actor: by, row: `${benefit} key`, action: 'update', what: [] })
  }
  if (key && aside) beginShortage(model, benefit, by)
  else if (key && !key.handedOut) endShortage(model, benefit)
  return rows(1)
}

/** One statement, because only the database knows the id of a key. */
const settingOneAside = (by: Actor, benefit: string, nth: number, aside: boolean): Request => ({
  by,
  call: {
    sql: `select public.set_key_aside((
      select k.id from public.search_keys(${literal(benefit)}, p_reverse => true) as k offset ${nth} limit 1), ${aside})`,
  },
  does: (now) => setOneAside(now, by, benefit, nth, aside),
})

const poolOf = (model: Model, drawn: One) => choose(drawn, model.pools.keys(), idsOf(model, 'benefit'))
const drawn = { who: one, benefit: one, aside: fc.boolean() }
const raceAll = (name: Name, aside: boolean) =>
  race(name, aside ? 'puts the keys aside' : 'puts the keys back', ['keyed'], ({ ids }, by) =>
    settingAside(by, ids.keyed, aside),
  )

export const keys: Operation[] = [
  {
    name: 'put keys aside',
    weight: 2,
    meets: ['put keys aside', 'put a key aside', 'place an order', 'report a delivery', 'undo an operation'],
    functions: signatures(
      ['admin'],
      'set_keys_aside(p_ids, p_filter?, p_aside?, p_dry_run?, p_expected?) writes',
    ),
    races: [raceAll('ada', true), raceAll('bea', false)],
    draw: planned(drawn, (model, { who, benefit, aside }) =>
      settingAside(actor(model, who, admins), poolOf(model, benefit), aside),
    ),
  },
  {
    name: 'put a key aside',
    weight: 2,
    meets: ['put keys aside', 'place an order', 'decide about a batch'],
    races: [
      race('bea', 'puts the last key aside', ['keyed'], ({ model, ids }, by) =>
        settingOneAside(by, ids.keyed, keysOf(model, ids.keyed).length - 1, true),
      ),
    ],
    draw: planned({ ...drawn, nth: which }, (model, { who, benefit, aside, nth }) => {
      const id = poolOf(model, benefit)
      return settingOneAside(actor(model, who, admins), id, nth % (keysOf(model, id).length + 1), aside)
    }),
  },
]
