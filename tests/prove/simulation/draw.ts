import fc from 'fast-check'
import type { Actor, Model, Person } from './model.ts'

/** Which one of however many there are when the step is taken. */
export const which = fc.nat({ max: 11 })

/** Who asks: mostly somebody who may (`able`), else anybody at all. */
export const who = fc.record({ anybody: fc.nat({ max: 3 }), which })

export type Who = { anybody: number; which: number }

/** Throws for an empty list. */
export function pick<T>(list: Iterable<T>, which: number): T {
  const all = [...list]
  if (all.length === 0) throw new Error('nothing to pick from')
  return all[which % all.length] as T
}

/** An actor, among `able` three times of four: somebody with a token, deleted or not, or nobody. */
export function actor(model: Model, { anybody, which }: Who, able: (person: Person) => boolean): Actor {
  const people = [...model.people.values()]
  const fit = people.filter((person) => person.alive && able(person))
  if (anybody < 3 && fit.length > 0) return pick(fit, which).id
  return pick([undefined, ...people.map(({ id }) => id)], which)
}

export const admins = ({ role }: Person): boolean => role === 'admin'
export const members = ({ role }: Person): boolean => role === 'user'
export const everybody = (): boolean => true

/** A person that something is done to, deleted ones among them. */
export const person = (model: Model, which: number): Person => pick(model.people.values(), which)
