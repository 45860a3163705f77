import { csvTime, toCsv } from '@/lib/csv'
import type { ExplainedLine, Explanation } from './explained-line'

export function explainCsv({ tokens }: Explanation, lines: readonly ExplainedLine[]): string {
  return toCsv(
    ['Date', 'Entry', 'Details', tokens ? 'Tokens' : 'Count'],
    lines.map(({ at, title, details, amount }) => [csvTime(at), title, details, amount]),
  )
}
