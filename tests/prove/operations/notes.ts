import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { signatures } from '../matrix/signatures.ts'
import { type Actor, idsOf, isAdmin, type Model, type Run } from '../model/model.ts'
import type { Name } from '../races/stage.ts'
import { type Answer, DENIED } from './answer.ts'
import { deskOf } from './desk.ts'
import { actor, admins, choose, one, planned } from './draw.ts'
import { type Operation, type Request, race } from './operation.ts'

/** D46: the same note on each order. */
function noteAll(model: Model, by: Actor, ids: string[], body: string): Answer {
  if (by === undefined) return DENIED
  if (!isAdmin(model, by)) return 'not_admin'
  if (body.trim() === '') return 'invalid_note'
  const known = [...new Set(ids)].filter((id) => model.orders.has(id))
  const noted = known.map((order) => `${order} of run ${model.runs.length}`)
  for (const [at, order] of known.entries())
    deskOf(model, order).notes.push({ id: noted[at] ?? '', author: by, body })
  model.runs.push({ by, kind: 'order_note', how: [], what: known, undone: false, noted })
  return String(known.length)
}

const notingAll = (by: Actor, ids: string[], p_note: string): Request => ({
  by,
  call: {
    rpc: 'note_orders',
    args: { p_ids: `{${ids}}`, p_note, p_dry_run: false },
    returns: 'changed',
  },
  does: (now) => noteAll(now, by, ids, p_note),
})

export function takeBackNotes(model: Model, { noted = [] }: Run): void {
  for (const desk of model.desk.values()) desk.notes = desk.notes.filter(({ id }) => !noted.includes(id))
}

const raceNotes = (name: Name) =>
  race(name, 'notes the order on both', ['placed', 'mia'], ({ ids }, by) =>
    notingAll(by, [ids.placed, ids.owned], `Noted by ${name}`),
  )

export const notes: Operation[] = [
  {
    name: 'write a note on many orders',
    weight: 2,
    meets: [
      'write a note on many orders',
      'write a note',
      'assign an order',
      'delete a person',
      'undo an operation',
    ],
    functions: signatures(
      ['admin'],
      'note_orders(p_ids, p_filter?, p_note?, p_dry_run?, p_expected?) writes',
    ),
    races: [raceNotes('ada'), raceNotes('bea')],
    draw: planned(
      {
        who: one,
        some: fc.array(one, { maxLength: 3 }),
        note: fc.constantFrom('Simulated', 'Simulated', ' '),
      },
      (model, { who, some, note }) => {
        const all = [...idsOf(model, 'order'), randomUUID()]
        return notingAll(
          actor(model, who, admins),
          some.map((each) => choose(each, model.orders.keys(), all)),
          note,
        )
      },
    ),
  },
]
