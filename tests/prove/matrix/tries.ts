import { randomInt } from 'node:crypto'
import type { Request } from './ask.ts'
import { type Actor, allowedTo, sampleOf, type TableRule } from './rule.ts'
import { kindsOf, newKinds, type Scene } from './scene.ts'

/** A request that the rules do not allow; `alsoBy` is another error that may stop it. */
export type Try = { what: string; request: Request; alsoBy?: string }

/** Names where a request was tried. */
export const at =
  (where: string) =>
  (tried: Try): Try => ({ ...tried, what: `${where}, ${tried.what}` })

/** The part of a list whose turn it is, at random. */
export function inTurns<Each>(all: Each[], turns = 1): Each[] {
  const turn = randomInt(turns)
  return all.filter((_, index) => index % turns === turn)
}

const GENERATED = '428C9'
const COUNTED = 'return=minimal,count=exact'

/**
 * `quick` skips what follows from the rest; `granted` tries only the first of the columns that no role has a privilege for,
 * because the comparison with the catalog covers column privileges; with `turns`, a run tries one of as many equal parts of what
 * is not allowed, at random.
 */
export type Less = { quick?: boolean; granted?: boolean; turns?: number }

/** One request for everything that this actor may not do to this table. */
export function deniedTries(
  scene: Scene,
  actor: Actor,
  table: string,
  rule: TableRule,
  { quick = false, granted = false }: Less,
): Try[] {
  const tries = [
    ...reads(scene, actor, table, rule),
    ...inserts(scene, actor, table, rule, granted),
    ...updates(scene, actor, table, rule, granted),
    ...upserts(scene, actor, table, rule, quick),
    ...deletes(scene, actor, table, rule),
  ]
  // An invalid token is refused before verb and column matter.
  const few = quick && actor.who === 'refused' ? tries.filter((_, index) => index % 10 === 0) : tries
  return few.map(at(table))
}

function reads(scene: Scene, actor: Actor, table: string, rule: TableRule): Try[] {
  const shown = allowedTo(actor, rule.select) ?? []
  return [...kindsOf(scene, table, actor)]
    .filter(([kind]) => !shown.includes(kind))
    .map(([kind, { key }]) => ({
      what: `select ${kind}`,
      request: { method: 'GET', path: `${table}?${rule.key}=eq.${key}` },
    }))
}

function tried(rule: TableRule, verb: 'insert' | 'update', granted: boolean): string[] {
  const rights = Object.values(rule[verb]).flatMap(({ columns }) => columns)
  const others = Object.keys(rule.columns).filter((column) => !rights.includes(column))
  return Object.keys(rule.columns).filter(
    (column) => !granted || column === others[0] || rights.includes(column),
  )
}

function inserts(scene: Scene, actor: Actor, table: string, rule: TableRule, granted: boolean): Try[] {
  const allowed = allowedTo(actor, rule.insert)
  const whole = rule.fresh(scene, actor, 'own')
  return newKinds(rule, whole, actor).flatMap((kind) => {
    const known = allowed?.kinds.includes(kind)
    const columns = tried(rule, 'insert', granted).filter((column) => !(column in whole))
    const refused = columns.filter((column) => !known || !allowed?.columns.includes(column))
    // The columns of the payload are one try together, which must already be refused.
    return [...(known ? [] : [undefined]), ...refused].map((column) => ({
      what: `insert ${kind}${column ? ` with ${column}` : ''}`,
      request: {
        method: 'POST',
        path: table,
        prefer: COUNTED,
        body: {
          ...rule.fresh(scene, actor, kind),
          ...(column ? { [column]: sampleOf(rule.columns[column] ?? '', scene, actor) } : {}),
        },
      },
      alsoBy: column && rule.generated?.includes(column) ? GENERATED : undefined,
    }))
  })
}

function updates(scene: Scene, actor: Actor, table: string, rule: TableRule, granted: boolean): Try[] {
  const allowed = allowedTo(actor, rule.update)
  return [...kindsOf(scene, table, actor)].flatMap(([kind, { key, row }]) =>
    tried(rule, 'update', granted)
      .filter((column) => !(allowed?.kinds.includes(kind) && allowed.columns.includes(column)))
      .map((column) => ({
        what: `update ${kind} ${column}`,
        request: {
          method: 'PATCH',
          path: `${table}?${rule.key}=eq.${key}`,
          prefer: COUNTED,
          body: { [column]: sampleOf(rule.columns[column] ?? '', scene, actor, row) },
        },
        alsoBy: rule.generated?.includes(column) ? GENERATED : undefined,
      })),
  )
}

function upserts(scene: Scene, actor: Actor, table: string, rule: TableRule, quick: boolean): Try[] {
  const allowed = allowedTo(actor, rule.upsert)
  return [...kindsOf(scene, table, actor)]
    .filter(([kind]) => !allowed?.kinds.includes(kind))
    .flatMap(([kind, { key }]) => {
      const whole = { ...rule.fresh(scene, actor, 'own'), [rule.key]: key }
      const others = Object.keys(rule.columns).filter((column) => !(column in whole))
      return [undefined, ...(quick ? [] : others)].map((column) => ({
        what: `upsert ${kind}${column ? ` with ${column}` : ''}`,
        request: {
          method: 'POST',
          path: `${table}?on_conflict=${rule.conflict ?? rule.key}`,
          prefer: `${COUNTED},resolution=merge-duplicates`,
          body: {
            ...whole,
            ...(column ? { [column]: sampleOf(rule.columns[column] ?? '', scene, actor) } : {}),
          },
        },
        alsoBy: column && rule.generated?.includes(column) ? GENERATED : undefined,
      }))
    })
}

function deletes(scene: Scene, actor: Actor, table: string, rule: TableRule): Try[] {
  const allowed = allowedTo(actor, rule.delete) ?? []
  return [...kindsOf(scene, table, actor)]
    .filter(([kind]) => !allowed.includes(kind))
    .map(([kind, { key }]) => ({
      what: `delete ${kind}`,
      request: { method: 'DELETE', path: `${table}?${rule.key}=eq.${key}`, prefer: COUNTED },
    }))
}
