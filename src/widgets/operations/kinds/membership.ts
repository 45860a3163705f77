import { formatCount } from '@/lib/format'
import type { OperationTexts } from '../kinds'

export function membershipTexts(months: number): OperationTexts {
  const by = `by ${formatCount(months, 'month')}`
  return {
    noun: ['membership', 'memberships'],
    title: (what) => `Extend ${what}`,
    actionLabel: (count) => `Extend ${count} ${by}`,
    running: 'Extending memberships',
    done: (count) => `${count} extended ${by}`,
    did: (what) => `extended ${what} ${by}`,
    reasons: {
      no_end: () => 'The membership has no end',
      not_found: () => 'Deleted since',
    },
  }
}
