import { LineReport } from '@/components/list/line-report'
import { Sum } from '@/components/ui/sum'
import { keyProblemText } from '@/entities/deliveries/admin-messages'
import type { KeyImport, KeyProblem } from '@/entities/deliveries/import-keys'
import { formatNumber, formatSigned } from '@/lib/format'
import type { KeyLines } from './key-lines'

type Props = { lines: KeyLines; report: KeyImport; isDone?: boolean }

const isDuplicate = ({ problem }: KeyProblem) => problem.startsWith('duplicate')

export function ImportReport({ lines, report, isDone = false }: Props) {
  const { added, problems } = report
  const duplicate = problems.filter(isDuplicate).length
  const badCount = problems.length - duplicate
  const lineOf = (line: number) => lines.numbers[line - 1] ?? line

  return (
    <>
      <Sum
        label="Lines"
        lines={[
          { name: 'Lines read', value: formatNumber(lines.keys.length) },
          ...(badCount > 0 ? [{ name: 'Bad', value: formatSigned(-badCount) }] : []),
          ...(duplicate > 0 ? [{ name: 'Duplicate', value: formatSigned(-duplicate) }] : []),
        ]}
        total={{ name: isDone ? 'Added' : 'Will be added', value: formatNumber(added) }}
      />
      <LineReport
        lines={problems.map((problem) => ({
          line: lineOf(problem.line),
          text: keyProblemText(problem, lineOf),
        }))}
      />
    </>
  )
}
