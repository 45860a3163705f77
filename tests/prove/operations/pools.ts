import type { Batch, Item, Model } from '../model/model.ts'
import { queueForAdmins } from './emails.ts'

export const batchOf = (left: number): Batch => ({
  left,
  delivered: 0,
  held: false,
  reporters: [],
  reported: 0,
})

export const LOW = 10

export const keysLeft = (batches: Batch[]): number =>
  batches.reduce((sum, { held, left }) => sum + (held ? 0 : left), 0)

/** D31: takes the oldest key, from batch `avoid` last; undefined when there is none. */
export function claim(model: Model, benefit: string | null, avoid = -1): Item | undefined {
  const batches = (benefit !== null && model.pools.get(benefit)) || []
  const usable = batches
    .map((batch, at) => ({ batch, at }))
    .filter(({ batch }) => !batch.held && batch.left > 0)
  const found = usable.find(({ at }) => at !== avoid) ?? usable[0]
  if (!found || benefit === null) return undefined
  found.batch.left -= 1
  found.batch.delivered += 1
  if (!model.low.has(benefit) && keysLeft(batches) < LOW) {
    model.low.add(benefit)
    queueForAdmins(model, 'pool_low', benefit)
  }
  return { benefit, batch: found.at, read: false, report: '', answer: '' }
}

/** D34: three members and a tenth of the delivered keys; a story takes far less than seven days. */
export function noteReport(model: Model, { benefit, batch }: Item, by: string): void {
  const found = model.pools.get(benefit)?.[batch]
  if (!found) return
  found.reported += 1
  if (!found.reporters.includes(by)) found.reporters.push(by)
  found.held ||= found.reporters.length >= 3 && found.reported * 10 >= found.delivered
}
