import type { Model } from '../model/model.ts'
import type { Sent } from '../operations/operation.ts'

/** Two members, two admins, and two people who sign up. */
export type Name = 'mia' | 'noa' | 'ada' | 'bea' | 'sam' | 'tom'
/** An order of Mia's that exists, two more of hers, and one of Noa's. */
export type OrderName = 'placed' | 'first' | 'second' | 'other'
/** A benefit with one key left; Mia has read another (`owned`), Noa and Bea have one each, and Bea has reported hers. */
type Keyed = 'keyed' | 'owned' | 'doubted' | 'reported'

/** An address that Mia has invited, one that waits, and two more. */
export type AddressName = 'guest' | 'waiting' | 'third' | 'fourth'

/** What operations have in common; `made`: the codes a and b, which admins create in the race; `invited`: Mia's
 * invitation; `invites`: how many anybody may send; `leaving`: Mia's deletion. */
export type Subject =
  | Name
  | OrderName
  | Keyed
  | 'benefit'
  | 'category'
  | 'code'
  | 'invite'
  | 'made'
  | 'logo'
  | 'invited'
  | 'invites'
  | 'leaving'
  | AddressName

export const PRICE = 10
export const CODE_TOKENS = 7

/** The rows of one race, which nothing else touches; `ids` also names codes, by their text. */
export type Stage = {
  model: Model
  ids: Record<
    Name | OrderName | Keyed | AddressName | 'held' | 'benefit' | 'category' | 'code' | 'invite' | 'a' | 'b',
    string
  >
  /** Mia's invitation of the guest. */
  invited: Sent
}
