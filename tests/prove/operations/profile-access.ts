import { type Actor, isAdmin, type Line, type Model, member, type Person } from '../model/model.ts'
import type { Name, Stage } from '../races/stage.ts'
import { type Answer, DENIED, type Race, type Request, rows } from './operation.ts'

export const BOTH = ['own', 'foreign']

/** Whom a change of `id` by `by` reaches: oneself, or anyone if by an admin; else the answer of a write that hits no row. */
export function reached(model: Model, by: Actor, id: string): Person | Answer {
  if (by === undefined) return DENIED
  const target = member(model, id)
  return target && (by === id || isAdmin(model, by)) ? target : rows(0)
}

/** D29: changes by admins are logged, what members change of themselves is not. */
export function note(model: Model, by: string, target: Person, wasAdmin: boolean, what: Line['what']): void {
  if (what.length > 0 && (wasAdmin || by !== target.id)) {
    model.log.push({ actor: by, row: target.id, action: 'update', what })
  }
}

export const race = (
  by: Name,
  what: string,
  on: Race['on'],
  request: (stage: Stage, by: string) => Request,
): Race => ({
  name: `${by} ${what}`,
  on,
  by,
  request: (stage) => request(stage, stage.ids[by]),
})
