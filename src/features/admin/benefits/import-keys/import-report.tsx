import { Copy } from 'lucide-react'
import { Button } from '@/components/ui/button'
import { copyWithToast } from '@/components/ui/copy-with-toast'
import { Sum } from '@/components/ui/sum'
import { keyProblemText } from '@/entities/deliveries/admin-messages'
import type { KeyImport, KeyProblem } from '@/entities/deliveries/import-keys'
import { formatCount, formatNumber, formatSigned } from '@/lib/format'
import type { KeyLines } from './key-lines'

const shownProblems = 100

type Props = { lines: KeyLines; report: KeyImport; isDone?: boolean }

const isDuplicate = ({ problem }: KeyProblem) => problem.startsWith('duplicate')

/** The lines as a subtraction, and what is wrong with those that are left out, by their number in the file. */
export function ImportReport({ lines, report, isDone = false }: Props) {
  const { added, problems } = report
  const duplicate = problems.filter(isDuplicate).length
  const bad = problems.length - duplicate
  const lineOf = (line: number) => lines.numbers[line - 1] ?? line
  const texts = problems.map((problem) => ({
    line: lineOf(problem.line),
    text: keyProblemText(problem, lineOf),
  }))
  const copied = texts.map(({ line, text }) => `Line ${line}: ${text}`).join('\n')

  return (
    <>
      <Sum
        label="Lines"
        lines={[
          { name: 'Lines read', value: formatNumber(lines.keys.length) },
          ...(bad > 0 ? [{ name: 'Bad', value: formatSigned(-bad) }] : []),
          ...(duplicate > 0 ? [{ name: 'Duplicate', value: formatSigned(-duplicate) }] : []),
        ]}
        total={{ name: isDone ? 'Added' : 'Will be added', value: formatNumber(added) }}
      />
      {problems.length > 0 ? (
        <section aria-labelledby="left-out">
          <div className="mb-2 flex flex-wrap items-center justify-between gap-3">
            <h3 id="left-out" className="text-base font-semibold">
              {formatCount(problems.length, 'line is', 'lines are')} left out
            </h3>
            <Button
              size="sm"
              variant="quiet"
              icon={<Copy />}
              onClick={() =>
                copyWithToast(
                  copied,
                  `${formatCount(problems.length, 'line')} copied to clipboard`,
                  'The browser did not allow copying. Select the lines and copy them by hand.',
                )
              }
            >
              Copy them
            </Button>
          </div>
          <ol className="border-t border-ink">
            {texts.slice(0, shownProblems).map(({ line, text }) => (
              <li
                key={line}
                className="grid grid-cols-[84px_minmax(0,1fr)] gap-3 border-b border-line py-2.5 leading-5"
              >
                <span className="figures text-ink-muted">Line {formatNumber(line)}</span>
                <span>{text}</span>
              </li>
            ))}
          </ol>
          {texts.length > shownProblems ? (
            <p className="mt-2 text-ink-muted">
              And {formatCount(texts.length - shownProblems, 'line')} more, which 'Copy them' includes.
            </p>
          ) : null}
        </section>
      ) : null}
    </>
  )
}
