import { Copy } from 'lucide-react'
import { useId } from 'react'
import { Button } from '@/components/ui/button'
import { copyFailure, copyWithToast } from '@/components/ui/copy-button'
import { formatCount, formatNumber } from '@/lib/format'

const maxShownLines = 100

type Props = { lines: readonly { line: number; text: string }[] }

export function LineReport({ lines }: Props) {
  const heading = useId()
  if (lines.length === 0) return null
  const copied = lines.map(({ line, text }) => `Line ${line}: ${text}`).join('\n')
  return (
    <section aria-labelledby={heading}>
      <div className="mb-2 flex flex-wrap items-center justify-between gap-3">
        <h3 id={heading} className="text-base font-semibold">
          {formatCount(lines.length, 'line is', 'lines are')} left out
        </h3>
        <Button
          size="sm"
          variant="quiet"
          icon={<Copy />}
          onClick={() =>
            copyWithToast(
              copied,
              `${formatCount(lines.length, 'line')} copied to clipboard`,
              copyFailure('the lines'),
            )
          }
        >
          Copy them
        </Button>
      </div>
      <ol className="border-t border-ink">
        {lines.slice(0, maxShownLines).map(({ line, text }) => (
          <li
            key={line}
            className="grid grid-cols-[84px_minmax(0,1fr)] gap-3 border-b border-line py-2.5 leading-5"
          >
            <span className="figures text-ink-muted">Line {formatNumber(line)}</span>
            <span>{text}</span>
          </li>
        ))}
      </ol>
      {lines.length > maxShownLines ? (
        <p className="mt-2 text-ink-muted">
          And {formatCount(lines.length - maxShownLines, 'line')} more, which 'Copy them' includes.
        </p>
      ) : null}
    </section>
  )
}
