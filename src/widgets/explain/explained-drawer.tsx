import { explainCsv } from '@/components/explain/explain-csv'
import { ExplainDrawer } from '@/components/explain/explain-drawer'
import type { ExplainedLine, Explanation } from '@/components/explain/explained-line'
import type { Asked } from '@/entities/explanations/asked'
import { type ExplainedRow, explainedKey, explainedPerPage } from '@/entities/explanations/explanation'
import type { NumberSource } from '@/entities/explanations/number'
import { useExplanation } from '@/entities/explanations/use-explanation'
import { saveCsv } from '@/lib/csv'

type Props = {
  asked: Asked
  explanation: Explanation
  source: NumberSource
  lineOf: (row: ExplainedRow) => ExplainedLine
  onClose: () => void
}

export function ExplainedDrawer({ asked, explanation, source, lineOf, onClose }: Props) {
  const { save, ...explained } = useExplanation(asked, source)
  const subject = asked.number.replaceAll('_', '-')
  return (
    <ExplainDrawer
      {...explained}
      explanation={explanation}
      size={explainedPerPage}
      lineOf={lineOf}
      keyOf={explainedKey}
      onExport={({ as_of }) =>
        save(
          { asked, asOf: as_of },
          { onSuccess: (rows) => saveCsv(subject, explainCsv(explanation, rows.map(lineOf))) },
        )
      }
      onClose={onClose}
    />
  )
}
