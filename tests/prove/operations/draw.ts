import fc from 'fast-check'
import {
  type Actor,
  type CodeKind,
  idsOf,
  isAvailable,
  living,
  type Model,
  type Person,
} from '../model/model.ts'
import type { Plan, Request } from './operation.ts'

/** An index into however many there are when the step is taken. */
export const which = fc.nat({ max: 11 })

/** Draws `parts`, from which a request is worked out when the step is taken. */
export const planned = <T>(
  parts: { [K in keyof T]: fc.Arbitrary<T[K]> },
  request: (model: Model, drawn: T) => Request,
): fc.Arbitrary<Plan> => fc.record<T>(parts).map((values) => (model) => request(model, values as T))

/** Mostly one of those that fit, else any. */
export const one = fc.record({ any: fc.nat({ max: 5 }), which })
export type One = { any: number; which: number }

/** Throws for an empty list. */
export function pick<T>(list: Iterable<T>, which: number): T {
  const all = [...list]
  if (all.length === 0) throw new Error('nothing to pick from')
  return all[which % all.length] as T
}

/** One of `fit` five times of six, else one of `all`. */
export function choose<T>({ any, which }: One, fit: Iterable<T>, all: Iterable<T>): T {
  const likely = [...fit]
  return pick(any < 5 && likely.length > 0 ? likely : all, which)
}

/** A caller: mostly one who is `able`, else anyone with a token, deleted or not, or an anonymous visitor. */
export function actor(model: Model, drawn: One, able: (person: Person) => boolean): Actor {
  const fit = living(model)
    .filter(able)
    .map(({ id }) => id)
  return choose<Actor>(drawn, fit, [undefined, ...model.people.keys()])
}

export const admins = ({ role }: Person): boolean => role === 'admin'
export const members = ({ role }: Person): boolean => role === 'user'
export const everyone = (): boolean => true

/** A target person, sometimes a deleted one. */
export function person(model: Model, drawn: One): Person {
  return choose(drawn, living(model), [...model.people.values()])
}

/** A code that can be used, sometimes any. */
export function codeOf(model: Model, kind: CodeKind, drawn: One): string {
  const available = [...model.codes[kind].values()].filter(isAvailable).map(({ code }) => code)
  return choose(drawn, available, idsOf(model, kind))
}
