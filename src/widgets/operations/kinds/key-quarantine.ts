import type { OperationTexts } from '../kinds'
import { formatChangedBy } from '../reasons'

export function keyQuarantineTexts(aside: boolean): OperationTexts {
  const where = aside ? 'aside' : 'back'
  return {
    noun: ['key', 'keys'],
    title: (what) => `Put ${what} ${where}`,
    act: (count) => `Put ${count} ${where}`,
    running: `Putting keys ${where}`,
    done: (count) => `${count} put ${where}`,
    did: (what) => `put ${what} ${where}`,
    reasons: {
      handed_out: () => 'Handed out',
      already_aside: (group) => `Already put aside${formatChangedBy(group)}`,
      already_available: () => 'Already in the pool',
      batch_aside: () => 'Its whole batch is put aside',
    },
  }
}
