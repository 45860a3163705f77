import type { Call } from './call.ts'
import { NO_ADMIN, type Operation } from './operation.ts'
import type { Stage } from './stage.ts'
import { isAdmin, type Name, note, ORDERS, post, type State } from './state.ts'

/** An edit of the balance on the value that was seen (D7). */
const adjust = (by: Name, delta: number): Operation => ({
  name: `${by} edits mia's balance by ${delta}`,
  on: ['mia'],
  by,
  call: ({ ids, opening }) => {
    const seen = opening.people.mia?.tokens ?? 0
    const where = { id: ids.mia, current_tokens: seen }
    const set = { current_tokens: seen + delta, adjustment_reason: 'Raced' }
    return { by, update: 'profiles', set, where }
  },
  apply: (state, opening) => {
    if (!isAdmin(state, by)) return NO_ADMIN
    if (!state.people.mia || state.people.mia.tokens !== opening.people.mia?.tokens) return '[]'
    post(state, 'mia', delta, `adjustment Adjustment by ${state.people[by]?.name}`)
    note(state, `${by} update profiles mia`)
    return 'done'
  },
})

const rename = (by: Name, name: string): Operation => ({
  name: `${by} renames mia`,
  on: ['mia'],
  by,
  call: ({ ids }) => ({ by, update: 'profiles', set: { name }, where: { id: ids.mia } }),
  apply: (state) => {
    const { mia } = state.people
    if (by !== 'mia' && !isAdmin(state, by)) return NO_ADMIN
    if (!mia) return '[]'
    if (mia.name !== name && (by !== 'mia' || isAdmin(state, by))) note(state, `${by} update profiles mia`)
    mia.name = name
    return 'done'
  },
})

/** A role that was the other one when it was seen; the last admin keeps it (D11). */
const setRole = (by: Name, whom: Name, role: 'admin' | 'user'): Operation => ({
  name: `${by} makes ${whom} ${role}`,
  on: [whom],
  by,
  call: ({ ids }) => {
    const where = { id: ids[whom], role: role === 'admin' ? 'user' : 'admin' }
    return { by, update: 'profiles', set: { role }, where }
  },
  apply: (state) => {
    const person = state.people[whom]
    if (!isAdmin(state, by)) return NO_ADMIN
    if (!person || person.role === role) return '[]'
    if (role === 'user' && isLast(state, whom)) return 'last_admin'
    person.role = role
    note(state, `${by} update profiles ${whom}`)
    return 'done'
  },
})

const remove = (by: Name, whom: Name): Operation => ({
  name: `${by} deletes ${whom}`,
  on: whom === 'mia' ? ['mia', 'placed', 'first', 'second', 'code'] : [whom, 'mia'],
  by,
  call: ({ ids }) => ({ by, remove: 'profiles', where: { id: ids[whom] } }),
  apply: (state) => {
    if (!isAdmin(state, by)) return NO_ADMIN
    if (!state.people[whom]) return '[]'
    if (isAdmin(state, whom) && isLast(state, whom)) return 'last_admin'
    return erase(state, whom, by)
  },
})

/** Of auth, whose row is locked first: the login's new e-mail, or its end, which is the person's (D12). */
const ofLogin = (
  name: string,
  sql: (stage: Stage) => string,
  change: (state: State) => string,
): Operation => ({
  name,
  on: ['mia', 'placed', 'first', 'code'],
  call: (stage): Call => ({ by: 'auth', sql: sql(stage) }),
  apply: (state) => (state.people.mia ? change(state) : '[]'),
})

function isLast({ people, third }: State, whom: Name): boolean {
  const others = Object.entries(people).filter(([name, { role }]) => name !== whom && role === 'admin')
  return !third && others.length === 0
}

/** The person goes with the login; orders and ledger stay without the person's data. */
function erase(state: State, whom: Name, by: string): 'done' {
  const text = `Adjustment by ${state.people[whom]?.name}`
  delete state.people[whom]
  state.logins = state.logins.filter((name) => name !== whom)
  for (const key of ORDERS) {
    const order = state.orders[key]
    if (order && (key === 'other' ? 'noa' : 'mia') === whom)
      Object.assign(order, { owned: false, erased: true })
  }
  for (const code of [state.code, state.invite, ...Object.values(state.made)]) {
    if (code.by === whom) code.by = null
  }
  for (const entries of Object.values(state.ledger)) {
    entries.forEach((entry, at) => {
      entries[at] = entry.replace(text, 'Adjustment by an admin')
    })
  }
  note(state, `${by} delete profiles ${whom}`)
  return 'done'
}

export const people: Operation[] = [
  adjust('ada', 20),
  adjust('bea', -5),
  rename('mia', 'Mia of her own'),
  rename('ada', 'Mia as Ada says'),
  setRole('ada', 'mia', 'admin'),
  setRole('bea', 'mia', 'user'),
  remove('ada', 'mia'),
  remove('bea', 'mia'),
  ofLogin(
    'mia gets another e-mail',
    ({ ids }) => `update auth.users set email = 'moved-${ids.mia}@example.test' where id = '${ids.mia}'`,
    (state) => {
      Object.assign(state.people.mia ?? {}, { email: 'moved' })
      return 'done'
    },
  ),
  ofLogin(
    'the login of mia goes',
    ({ ids }) => `delete from auth.users where id = '${ids.mia}'`,
    (state) => erase(state, 'mia', 'nobody'),
  ),
]

/** What two admins do to each other. */
export const office: Operation[] = [
  setRole('ada', 'bea', 'user'),
  setRole('bea', 'ada', 'user'),
  setRole('ada', 'ada', 'user'),
  remove('ada', 'bea'),
  remove('bea', 'ada'),
]
