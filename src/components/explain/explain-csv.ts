import { csvTime, toCsv } from '@/lib/csv'
import { capitalize } from '@/lib/format'
import type { ExplainedLine, Explanation } from './explained-line'

export function explainCsv({ tokens, noun }: Explanation, lines: readonly ExplainedLine[]): string {
  return toCsv(
    ['Date', capitalize(noun[0]), 'Details', tokens ? 'Tokens' : 'Count'],
    lines.map(({ at, title, details, amount }) => [csvTime(at), title, details, amount]),
  )
}
