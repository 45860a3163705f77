import type { Batch, Item, Key, Model } from '../model/model.ts'
import { queueForAdmins } from './emails.ts'

export const batchOf = (count: number): Batch => ({
  keys: Array.from({ length: count }, () => ({ handedOut: false, aside: null })),
  held: false,
  reporters: [],
  reported: 0,
})

const LOW = 10

const isLeft = ({ handedOut, aside }: Key): boolean => !handedOut && aside === null
export const leftIn = ({ keys }: Pick<Batch, 'keys'>): number => keys.filter(isLeft).length

export const keysLeft = (batches: Batch[]): number =>
  batches.reduce((sum, batch) => sum + (batch.held ? 0 : leftIn(batch)), 0)

/** D31: the admins, but not who caused it, are told once that few keys are left. */
export function beginShortage(model: Model, benefit: string, by: string): void {
  const isKeyed = model.benefits.get(benefit)?.method === 'key'
  if (!isKeyed || model.low.has(benefit) || keysLeft(model.pools.get(benefit) ?? []) >= LOW) return
  model.low.add(benefit)
  queueForAdmins(model, 'pool_low', benefit, by)
}

export function endShortage(model: Model, benefit: string): void {
  if (keysLeft(model.pools.get(benefit) ?? []) >= LOW) model.low.delete(benefit)
}

/** D31: takes the oldest key, from batch `avoid` last; undefined when there is none. */
export function claim(model: Model, by: string, benefit: string | null, avoid = -1): Item | undefined {
  const batches = (benefit !== null && model.pools.get(benefit)) || []
  const usable = batches
    .map((batch, at) => ({ batch, at }))
    .filter(({ batch }) => !batch.held && leftIn(batch) > 0)
  const found = usable.find(({ at }) => at !== avoid) ?? usable[0]
  if (!found || benefit === null) return undefined
  const key = found.batch.keys.findIndex(isLeft)
  Object.assign(found.batch.keys[key] ?? {}, { handedOut: true })
  beginShortage(model, benefit, by)
  return { benefit, batch: found.at, key, read: false, report: '', answer: '' }
}

/** D34: three members and a tenth of the delivered keys; a story takes far less than seven days. */
export function noteReport(model: Model, { benefit, batch, key, read }: Item, by: string): void {
  const found = model.pools.get(benefit)?.[batch]
  if (!found) return
  if (read) Object.assign(found.keys[key] ?? {}, { aside: nextMoment(model) })
  found.reported += 1
  if (!found.reporters.includes(by)) found.reporters.push(by)
  const delivered = found.keys.filter(({ handedOut }) => handedOut).length
  found.held ||= found.reporters.length >= 3 && found.reported * 10 >= delivered
  if (found.held) beginShortage(model, benefit, by)
}

/** D34: what the batch still has is put aside. */
export function giveUp(model: Model, batch: Batch): void {
  const aside = nextMoment(model)
  for (const key of batch.keys.filter(isLeft)) key.aside = aside
}

/** The time of a change, which no other one has. */
export function nextMoment(model: Model): number {
  model.moment += 1
  return model.moment
}
