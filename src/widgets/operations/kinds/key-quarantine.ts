import type { OperationTexts } from '../kinds'
import { formatChangedBy } from '../reasons'

export function keyQuarantineTexts(aside: boolean): OperationTexts {
  const direction = aside ? 'aside' : 'back'
  return {
    noun: ['key', 'keys'],
    title: (what) => `Put ${what} ${direction}`,
    actionLabel: (count) => `Put ${count} ${direction}`,
    running: `Putting keys ${direction}`,
    done: (count) => `${count} put ${direction}`,
    did: (what) => `put ${what} ${direction}`,
    reasons: {
      handed_out: () => 'Handed out',
      already_aside: (group) => `Already put aside${formatChangedBy(group)}`,
      already_available: () => 'Already in the pool',
      batch_aside: () => 'Its whole batch is put aside',
    },
  }
}
