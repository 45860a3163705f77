import type { TokenStep } from '@/entities/overview/counts'

export function flowTotals(rows: readonly TokenStep[]) {
  return {
    issued: rows.reduce((sum, row) => sum + row.issued, 0),
    spent: rows.reduce((sum, row) => sum + row.spent, 0),
    outstanding: rows.at(-1)?.outstanding ?? 0,
  }
}
