import type { attempt } from '../support/attempt'

/** A refusal in a function, and what is refused by it alone. */
export type Refusal = [
  signature: string,
  word: string,
  probe: Parameters<typeof attempt>[0],
  instead?: string,
]

/** Lets everything through a trigger. */
export const PASS = `return case tg_op when 'DELETE' then old else new end;`
export const GONE = 'delete from profiles where id = :me'
