import { leftIn } from '../operations/pools.ts'
import type { Connection } from './connection.ts'
import { type Actor, idsOf, isAdmin, linesOf, living, type Model, member } from './model.ts'
import { READ, READ_ALL } from './queries.ts'

/** In place of a value that is not compared, except with null. */
export const ANY = Symbol('any')

/** Rows by table and by key. */
export type State = Record<string, Map<string, Record<string, unknown>>>

/** All rows of this model as the owner of the database reads them, hidden tables included. */
export async function readAll({ query }: Pick<Connection, 'query'>, model: Model): Promise<State> {
  const values = [...sought(model), [...idsOf(model, 'person'), model.address]]
  const [row] = await query(READ_ALL, values, 'everything')
  return found(row?.state as Answered)
}

/** The rows of this model that the current role of the connection may read, with the caller's totals. */
export async function readVisible({ query }: Pick<Connection, 'query'>, model: Model): Promise<State> {
  const [row] = await query(READ, sought(model), 'visible')
  return found(row?.state as Answered)
}

const sought = (model: Model) =>
  (['person', 'benefit', 'order', 'token', 'invite', 'setting', 'category', 'address'] as const).map((kind) =>
    idsOf(model, kind),
  )

type Answered = Record<string, { key: string }[] | null>

function found(answer: Answered): State {
  return Object.fromEntries(
    Object.entries(answer).map(([name, list]) => [name, table(list ?? [], (row) => row)]),
  )
}

/** What `readVisible` as `viewer`, or `readAll` without one, must return. */
function expected(model: Model, viewer?: { by: Actor }): State {
  const all = !viewer || isAdmin(model, viewer.by)
  const sees = (id: string) => all || (member(model, id) !== undefined && viewer?.by === id)
  const people = living(model)
  const linked = (id: string) => (member(model, id) ? id : null)
  const numbers: Record<string, number> = {}
  const numbered = (of: string, noun: string) => {
    const number = (numbers[`${noun} ${of}`] ?? 0) + 1
    numbers[`${noun} ${of}`] = number
    return `${of} ${noun} ${number}`
  }
  const byId = <T extends { id: string }>(list: T[], more: (row: T) => object = () => ({})) =>
    table(list, ({ id, ...row }) => ({ key: id, ...row, ...more({ id, ...row } as T) }))
  const byCode = (kind: 'token' | 'invite') =>
    table(all ? [...model.codes[kind].values()] : [], ({ code, revoked, ...row }) => ({
      ...row,
      key: code,
      uses: row.uses.length,
      used: row.uses.length === row.max,
      revoked: revoked !== null,
    }))
  const open: State = {
    profiles: table(
      people.filter(({ id }) => sees(id)),
      ({ id, alive: _alive, ...row }) => ({ key: id, ...row }),
    ),
    benefits: byId(
      [...model.benefits.values()].filter(
        ({ active, closed }) => all || (active && !closed && member(model, viewer?.by)),
      ),
    ),
    categories: byId(all || member(model, viewer?.by) ? [...model.categories.values()] : []),
    orders: byId(
      [...model.orders.values()].filter(({ account }) => sees(account)),
      ({ account }) => ({ buyer: linked(account), numbered: true, due: true }),
    ),
    'token codes': byCode('token'),
    invites: byCode('invite'),
    invitations: table(
      all ? model.invitations.filter(({ email }) => email !== null) : [],
      ({ email, inviter, source, bound, sends, code }) => ({
        ...{ key: numbered(`${email} of ${inviter}`, 'invitation'), source, bound, sends },
        ...{ joined: code.uses.length > 0, revoked: code.revoked !== null, expired: code.expiry === 'past' },
      }),
    ),
    waitlist: table(all ? [...model.waitlist] : [], ([key, row]) => ({ key, ...row })),
    settings: table(
      all || member(model, viewer?.by) ? [...model.settings].filter(([key]) => model.sent.has(key)) : [],
      ([key, value]) => ({
        key,
        value,
      }),
    ),
    ledger: table(
      model.ledger.filter(({ account }) => sees(account)),
      ({ account, ...row }) => ({ key: numbered(account, 'entry'), ...row, holder: linked(account) }),
    ),
    desk: table(all ? [...model.desk] : [], ([key, { assignee, notes }]) => ({
      key,
      assignee,
      since: assignee !== null,
      notes: notes.length,
    })),
    notes: table(
      all ? [...model.desk].flatMap(([of, { notes }]) => notes.map((note) => ({ of, ...note }))) : [],
      ({ of, id: _id, ...note }) => ({ key: numbered(of, 'note'), ...note }),
    ),
    views: byId(model.views.filter(({ admin }) => !viewer || (all && admin === viewer.by))),
    notices: table(
      model.notices.filter(({ to }) => !viewer || viewer.by === to),
      ({ to, kind, about, ...row }) => ({ key: numbered(`${to} ${kind} ${about}`, 'notice'), ...row }),
    ),
    choices: table(
      [...model.choices].filter(([key]) => !viewer || key.startsWith(`${viewer.by} `)),
      ([key, row]) => ({ key, ...row }),
    ),
  }
  if (viewer) return { ...open, totals: table([totals(model, viewer.by)], (row) => ({ key: 'all', ...row })) }
  return {
    ...open,
    'deletion requests': table(
      [...model.deletions].filter(([, { age }]) => age !== undefined),
      ([key]) => ({ key }),
    ),
    marks: table(
      [...model.marks].filter(([, { by, benefit }]) => member(model, by) && model.benefits.has(benefit)),
      ([key]) => ({ key }),
    ),
    logins: table(people, ({ id }) => ({ key: id })),
    pools: table(
      [...model.pools].flatMap(([benefit, batches]) =>
        batches.map((batch, at) => ({ benefit, at, ...batch })),
      ),
      ({ benefit, at, ...batch }) => ({
        key: `${benefit} batch ${at + 1}`,
        held: batch.held,
        left: leftIn(batch),
        aside: batch.keys.filter(({ aside }) => aside !== null).length,
      }),
    ),
    deliveries: table(
      [...model.items].flatMap(([order, items]) => items.map((item, at) => ({ order, at, ...item }))),
      ({ order, at, benefit: _benefit, key: nth, ...item }) => ({
        ...item,
        nth,
        key: `${order} item ${at + 1}`,
      }),
    ),
    emails: table(model.emails, ({ to, kind, about, hour: _hour, ...row }) => ({
      key: numbered(`${to} ${kind} ${about}`, 'email'),
      ...row,
    })),
    runs: table(model.runs, ({ by, kind, how, what, undone }) => ({
      // Of a kind: one that started first may end last, and be undone last.
      key: numbered(`${by} ${kind} ${how}`, 'run'),
      ...{ kind, how, what: what.toSorted(), undone },
    })),
    'invited mailboxes': table([...model.invited.keys()], (key) => ({ key })),
    referrals: table(model.referrals, ({ invited, ...row }) => ({ key: invited, ...row })),
    'missed guesses': table(Object.entries(model.misses), ([key, misses]) => ({ key, misses })),
    log: table(linesOf(model), ({ row, ...line }) => ({ key: numbered(row, 'line'), ...line })),
  }
}

/** D21: received and spent, also for an admin only of their own account. */
function totals(model: Model, by: Actor) {
  const own = model.ledger.filter(({ account }) => account === by && member(model, by))
  const received = own.flatMap(({ amount }) => (amount > 0 ? [amount] : []))
  const spent = own.flatMap(({ amount }) => (amount < 0 ? [-amount] : []))
  const sum = (amounts: number[]) => amounts.reduce((total, amount) => total + amount, 0)
  return {
    received: sum(received),
    received_count: received.length,
    spent: sum(spent),
    spent_count: spent.length,
  }
}

function table<T>(list: T[], row: (one: T) => { key: string }): State[string] {
  return new Map(list.map(row).map(({ key, ...columns }) => [key, columns]))
}

/** The first difference between the database and the model, in one sentence; undefined if there is none. */
export function difference(model: Model, got: State, viewer?: { by: Actor }): string | undefined {
  for (const [name, rows] of Object.entries(expected(model, viewer))) {
    const is = got[name] ?? new Map()
    for (const key of new Set([...rows.keys(), ...is.keys()])) {
      const words = inRow(is.get(key), rows.get(key))
      if (words) return withNames(model, `${name}, ${key}: ${words}`)
    }
  }
  return undefined
}

function inRow(got?: Record<string, unknown>, wanted?: Record<string, unknown>): string | undefined {
  if (!wanted) return 'it is there, and by the model it is not'
  if (!got) return 'it is not there, and by the model it is'
  for (const [column, value] of Object.entries(wanted)) {
    if (got[column] === ANY && value !== null) continue
    const [is, should] = [JSON.stringify(got[column]), JSON.stringify(value)]
    if (is !== should) return `${column} is ${is}, and by the model ${should}`
  }
  return undefined
}

/** Replaces ids and codes by their readable names. */
export function withNames(model: Model, text: string): string {
  let words = text
  for (const [id, one] of model.sent) words = words.replaceAll(id, one.words)
  return words
}
