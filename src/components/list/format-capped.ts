import { formatNumber } from '@/lib/format'

/** '10,000+' for a count that stopped there (D20). */
export function formatCapped({ value, capped }: { value: number; capped: boolean }): string {
  return `${formatNumber(value)}${capped ? '+' : ''}`
}
