import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { signatures } from '../matrix/signatures.ts'
import { type Actor, type Desk, isAdmin, type Model } from '../model/model.ts'
import type { Name } from '../races/stage.ts'
import { type Answer, DENIED, DUPLICATE, rows } from './answer.ts'
import { anyOrder } from './deliveries.ts'
import { actor, admins, choose, one, planned } from './draw.ts'
import { type Operation, type Request, race } from './operation.ts'

export function deskOf(model: Model, order: string): Desk {
  const desk = model.desk.get(order) ?? { assignee: null, notes: [] }
  model.desk.set(order, desk)
  return desk
}

/** To oneself, also from another admin; anyone releases an order. */
function assign(model: Model, by: Actor, id: string, assigned: boolean): Answer {
  if (by === undefined) return DENIED
  if (!isAdmin(model, by)) return 'not_admin'
  if (model.orders.has(id) && (assigned || model.desk.has(id))) {
    deskOf(model, id).assignee = assigned ? by : null
  }
  return rows(1)
}

const assigning = (by: Actor, id: string, assigned: boolean): Request => ({
  by,
  call: { sql: `select public.assign_orders('{${id}}', ${assigned})` },
  does: (now) => assign(now, by, id, assigned),
})

/** Has its author, and the time of the server. */
function write(model: Model, by: Actor, id: string, order: string, body: string): Answer {
  if (by === undefined) return DENIED
  if (!isAdmin(model, by)) return 'not_admin'
  if (!model.orders.has(order)) return 'order_not_found'
  const { notes } = deskOf(model, order)
  if (notes.some((note) => note.id === id)) return DUPLICATE
  notes.push({ id, author: by, body })
  return rows(1)
}

const writing = (by: Actor, order_id: string, body: string): Request => {
  const id = randomUUID()
  return {
    by,
    call: { insert: 'order_notes', rows: [{ id, order_id, body }] },
    does: (now) => write(now, by, id, order_id, body),
  }
}

/** Of one's own, each with another name. */
function save(model: Model, by: Actor, id: string, name: string, status: string): Answer {
  if (by === undefined) return DENIED
  if (!isAdmin(model, by)) return 'not_admin'
  if (!['waiting', 'pending'].includes(status)) return 'unknown_filter'
  if (model.views.some((view) => view.admin === by && view.name === name)) return DUPLICATE
  model.views.push({ id, admin: by, name, status })
  return rows(1)
}

const saving = (by: Actor, name: string, status: string): Request => {
  const id = randomUUID()
  return {
    by,
    call: { insert: 'admin_views', rows: [{ id, name, filter: { status } }] },
    does: (now) => save(now, by, id, name, status),
  }
}

function drop(model: Model, by: Actor, id: string): Answer {
  if (by === undefined) return DENIED
  const found = model.views.find((view) => view.id === id && view.admin === by)
  if (!isAdmin(model, by) || !found) return rows(0)
  model.views = model.views.filter((view) => view !== found)
  return rows(1)
}

const dropping = (by: Actor, id: string): Request => ({
  by,
  call: { remove: 'admin_views', where: { id } },
  does: (now) => drop(now, by, id),
})

const raceAssign = (name: Name, assigned: boolean) =>
  race(name, assigned ? 'takes the order' : 'releases the order', ['placed', 'mia'], ({ ids }, by) =>
    assigning(by, ids.placed, assigned),
  )

const WRITTEN = ['id', 'order_id', 'body']
const SAVED = ['name', 'position', 'filter', 'sort']

export const desk: Operation[] = [
  {
    name: 'assign an order',
    weight: 2,
    meets: ['assign an order', 'delete a person', 'set the status of an order'],
    functions: signatures(['admin'], 'assign_orders(p_ids, p_assign) writes'),
    races: [raceAssign('ada', true), raceAssign('bea', true), raceAssign('bea', false)],
    draw: planned(
      { who: one, order: one, assigned: fc.constantFrom(true, true, false) },
      (model, { who, order, assigned }) =>
        assigning(actor(model, who, admins), choose(order, model.orders.keys(), anyOrder(model)), assigned),
    ),
  },
  {
    name: 'write a note',
    weight: 2,
    meets: ['write a note', 'delete a person', 'assign an order'],
    rights: { order_notes: { insert: { admin: { kinds: ['new'], columns: WRITTEN } } } },
    races: (['ada', 'bea'] as const).map((name) =>
      race(name, 'writes a note', ['placed', 'mia'], ({ ids }, by) =>
        writing(by, ids.placed, `Noted by ${name}`),
      ),
    ),
    draw: planned({ who: one, order: one }, (model, { who, order }) =>
      writing(actor(model, who, admins), choose(order, model.orders.keys(), anyOrder(model)), 'Simulated'),
    ),
  },
  {
    name: 'save a view',
    weight: 1,
    meets: ['save a view', 'change a role', 'delete a person'],
    rights: {
      admin_views: {
        insert: { admin: { kinds: ['new'], columns: ['id', ...SAVED] } },
        update: { admin: { kinds: ['own'], columns: SAVED } },
        // Hosted, the REST layer also writes the key, and is refused.
        upsert: { admin: { kinds: ['own'], perhaps: true } },
      },
    },
    races: (['waiting', 'pending'] as const).map((status) =>
      race('bea', `saves a view of what is ${status}`, ['bea'], (_, by) => saving(by, 'Mine', status)),
    ),
    draw: planned(
      {
        who: one,
        name: fc.constantFrom('Mine', 'Others'),
        status: fc.constantFrom('waiting', 'pending', 'lost'),
      },
      (model, { who, name, status }) => saving(actor(model, who, admins), name, status),
    ),
  },
  {
    name: 'delete a view',
    weight: 1,
    meets: ['save a view', 'delete a person'],
    rights: { admin_views: { delete: { admin: ['own'] } } },
    draw: planned({ who: one, view: one }, (model, { who, view }) => {
      const by = actor(model, who, admins)
      const all = model.views.map(({ id }) => id)
      const own = model.views.flatMap(({ id, admin }) => (admin === by ? [id] : []))
      return dropping(by, choose(view, own, [...all, randomUUID()]))
    }),
  },
]
