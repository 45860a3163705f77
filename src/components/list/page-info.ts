import { formatCount, formatNumber } from '@/lib/format'

/** '26 to 50 of 130 entries'. */
export function pageInfo(page: number, size: number, count: number, one: string, many = `${one}s`): string {
  const first = (page - 1) * size + 1
  return `${formatNumber(first)} to ${formatNumber(Math.min(count, page * size))} of ${formatCount(count, one, many)}`
}
