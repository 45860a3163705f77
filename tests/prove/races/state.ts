/** Everybody who takes part in a race: two members, two admins, and two who sign up. */
export const NAMES = ['mia', 'noa', 'ada', 'bea', 'sam', 'tom'] as const
export type Name = (typeof NAMES)[number]
/** The order that is there already, two of Mia's to be placed, and one of Noa's. */
export const ORDERS = ['placed', 'first', 'second', 'other'] as const
export type OrderName = (typeof ORDERS)[number]

export const BENEFIT_NAME = 'Raced Benefit'
export const PRICE = 10
export const CODE_TOKENS = 7
export const BONUS = 25

export type Person = { role: string; name: string; email: string; tokens: number }
/** `owned` and `offered`: still linked to its person and benefit; `erased`: without the person's data (D12, D13). */
export type Order = {
  status: string
  price: number
  owned: boolean
  offered: boolean
  erased: boolean
}
export type Code = { used: boolean; by: Name | null }
export type Balances = Partial<Record<Name, Person>>

/** All that one race can change, as a model changes it and as it is read back. */
export type State = {
  people: Balances
  /** Who can still sign in. */
  logins: Name[]
  orders: Partial<Record<OrderName, Order>>
  benefit: { price: number; active: boolean } | null
  code: Code
  invite: Code
  /** The codes that admins make in the race. */
  made: Partial<Record<'a' | 'b', Code & { maker: Name }>>
  logo: string
  /** Of each account the entries in their order: type, amount, text. */
  ledger: Partial<Record<Name, string[]>>
  /** Who did what, sorted; of codes and the logo not. */
  log: string[]
  /** Is there an admin besides Ada and Bea? */
  third: boolean
}

/** Whether `name` is an admin at this moment (D11). */
export function isAdmin({ people }: State, name: Name): boolean {
  return people[name]?.role === 'admin'
}

/** Adds one entry to an account and moves its balance; answers false, and does nothing, if that is short (D2). */
export function post(state: State, name: Name, amount: number, text: string): boolean {
  const person = state.people[name]
  if (!person || person.tokens + amount < 0) return false
  person.tokens += amount
  const type = text.split(' ')[0]
  const words = text.slice(text.indexOf(' ') + 1)
  state.ledger[name] = [...(state.ledger[name] ?? []), `${type} ${amount} ${words}`]
  return true
}

/** Adds one line to the log (D29). */
export function note(state: State, line: string): void {
  state.log = [...state.log, line].sort()
}
