import fc from 'fast-check'
import { signatures } from '../matrix/signatures.ts'
import { type Actor, idsOf, type Mark, type Model, member } from '../model/model.ts'
import type { Name } from '../races/stage.ts'
import { type Answer, DENIED, rows } from './answer.ts'
import { actor, choose, everyone, one, planned } from './draw.ts'
import { literal, type Operation, type Request, race } from './operation.ts'

const FUNCTIONS = { favourite: 'set_favourite', awaited: 'ask_to_be_told' }

/** D39: of what the catalogue shows; a mark can always be taken away. */
function mark(model: Model, by: Actor, { kind, benefit }: Omit<Mark, 'by'>, wanted: boolean): Answer {
  if (by === undefined) return DENIED
  if (!member(model, by)) return 'not_signed_in'
  const found = model.benefits.get(benefit)
  if (wanted && (!found?.active || found.closed)) return 'benefit_unavailable'
  const key = `${by} ${kind} ${benefit}`
  if (wanted) model.marks.set(key, { by, kind, benefit })
  else model.marks.delete(key)
  return rows(1)
}

const marking = (by: Actor, what: Omit<Mark, 'by'>, wanted: boolean): Request => ({
  by,
  call: { sql: `select from public.${FUNCTIONS[what.kind]}(${literal(what.benefit)}, ${wanted})` },
  does: (now) => mark(now, by, what, wanted),
})

const raceMark = (name: Name, kind: Mark['kind']) =>
  race(name, `sets the mark "${kind}"`, ['benefit'], ({ ids }, by) =>
    marking(by, { kind, benefit: ids.benefit }, true),
  )

const marksOf = (kind: Mark['kind'], name: string, signature: string): Operation => ({
  name,
  weight: 1,
  meets: [name, 'delete a benefit', 'delete a person', 'limit a benefit'],
  functions: signatures(['member', 'admin'], signature),
  races: [raceMark('mia', kind)],
  draw: planned({ who: one, benefit: one, wanted: fc.nat({ max: 3 }) }, (model, { who, benefit, wanted }) =>
    marking(
      actor(model, who, everyone),
      { kind, benefit: choose(benefit, model.benefits.keys(), idsOf(model, 'benefit')) },
      wanted > 0,
    ),
  ),
})

export const marks: Operation[] = [
  marksOf('favourite', 'mark a favourite', 'set_favourite(p_benefit_id, p_favourite) writes'),
  marksOf('awaited', 'ask to be told', 'ask_to_be_told(p_benefit_id, p_wanted) writes'),
]
