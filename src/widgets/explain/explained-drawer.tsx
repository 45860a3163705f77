import { explainCsv } from '@/components/explain/explain-csv'
import { ExplainDrawer } from '@/components/explain/explain-drawer'
import type { ExplainedLine, Explanation } from '@/components/explain/explained-line'
import {
  type ExplainedRow,
  explainedKey,
  explainedPerPage,
  useExplanation,
} from '@/entities/explanations/explanation'
import type { NumberRef, NumberSource } from '@/entities/explanations/number-ref'
import { saveCsv } from '@/lib/csv'

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
