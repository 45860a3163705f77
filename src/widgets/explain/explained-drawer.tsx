import { ExplainDrawer, type ExplainedLine, type Explanation } from '@/components/explain/explain-drawer'
import {
  type ExplainedRow,
  explainedKey,
  explainedPerPage,
  useExplanation,
} from '@/entities/explanations/explanation'
import type { NumberRef, NumberSource } from '@/entities/explanations/number-ref'
import { csvTime, saveCsv, toCsv } from '@/lib/csv'
import { capitalize } from '@/lib/format'

function explainCsv({ tokens, noun }: Explanation, lines: readonly ExplainedLine[]): string {
  return toCsv(
    ['Date', capitalize(noun[0]), 'Details', tokens ? 'Tokens' : 'Count'],
    lines.map(({ at, title, details, amount }) => [csvTime(at), title, details, amount]),
  )
}

type Props = {
  numberRef: NumberRef
  explanation: Explanation
  source: NumberSource
  lineOf: (row: ExplainedRow) => ExplainedLine
  onClose: () => void
}

export function ExplainedDrawer({ numberRef, explanation, source, lineOf, onClose }: Props) {
  const { save, ...explained } = useExplanation(numberRef, source)
  const subject = numberRef.number.replaceAll('_', '-')
  return (
    <ExplainDrawer
      {...explained}
      explanation={explanation}
      size={explainedPerPage}
      lineOf={lineOf}
      keyOf={explainedKey}
      onExport={({ as_of }) =>
        save(
          { numberRef, asOf: as_of },
          { onSuccess: (rows) => saveCsv(subject, explainCsv(explanation, rows.map(lineOf))) },
        )
      }
      onClose={onClose}
    />
  )
}
