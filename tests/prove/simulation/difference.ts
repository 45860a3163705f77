import type { Model } from './model.ts'
import type { State } from './state.ts'

/** The first thing in which the database differs from the model, in one sentence; undefined if nothing does. */
export function difference(model: Model, got: State, wanted: State): string | undefined {
  for (const [table, rows] of Object.entries(wanted)) {
    const is = got[table] ?? new Map()
    for (const key of new Set([...rows.keys(), ...is.keys()])) {
      const words = inRow(is.get(key), rows.get(key))
      if (words) return inWords(model, `${table}, ${key}: ${words}`)
    }
  }
  return undefined
}

function inRow(got?: Record<string, unknown>, wanted?: Record<string, unknown>): string | undefined {
  if (!wanted) return 'it is there, and by the model it is not'
  if (!got) return 'it is not there, and by the model it is'
  for (const [column, value] of Object.entries(wanted)) {
    const [is, should] = [JSON.stringify(got[column]), JSON.stringify(value)]
    if (is !== should) return `${column} is ${is}, and by the model ${should}`
  }
  return undefined
}

/** Ids and codes by what a person would call them. */
export function inWords(model: Model, text: string): string {
  let words = text
  for (const [id, one] of model.sent) words = words.replaceAll(id, one.words)
  return words
}
