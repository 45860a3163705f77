import { CircleCheck, Undo2 } from 'lucide-react'
import type { ReactNode, Ref } from 'react'
import { Bar } from '@/components/selection/bar'
import { Button } from '@/components/ui/button'
import type { Operation } from '@/entities/operations/recent'
import { useUndoOperation } from '@/entities/operations/run'
import { formatCount, formatNumber, formatTime } from '@/lib/format'
import type { OperationTexts } from './kinds'
import { formatTimeLeft, useTimeLeft } from './use-time-left'

type Props = {
  operation: Operation & { undo_until: string }
  texts: OperationTexts
  undoButton: Ref<HTMLButtonElement>
  other: ReactNode
  onList: (state: 'skipped' | 'kept') => void
}

export function Result({ operation, texts, undoButton, other, onList }: Props) {
  const { id, changed, skipped, emails, undo_until } = operation
  const left = useTimeLeft(undo_until)
  const undo = useUndoOperation()
  const until = formatTime(undo_until)
  if (left === 0) return null

  return (
    <Bar label="Result">
      <CircleCheck aria-hidden="true" className="mr-1 text-accent max-md:mt-0.5 max-md:self-start" />
      <p
        className="figures mr-auto flex min-w-0 flex-1 flex-wrap items-baseline gap-x-4 gap-y-1 max-md:basis-[calc(100%-3rem)]"
        role="status"
      >
        <span className="font-semibold">
          {`${texts.done(formatNumber(changed))}${skipped > 0 ? `, ${formatNumber(skipped)} skipped` : ''}`}
        </span>
        <span className="text-ink-muted">
          {emails > 0
            ? `${formatCount(emails, 'email leaves', 'emails leave')} when undo closes, at ${until}`
            : `Undo closes at ${until}`}
        </span>
      </p>
      {other}
      {skipped > 0 ? (
        <Button variant="quiet" className="max-md:flex-1" onClick={() => onList('skipped')}>
          See the {formatNumber(skipped)}
        </Button>
      ) : null}
      {changed > 0 ? (
        <Button
          ref={undoButton}
          className="max-md:flex-1"
          icon={<Undo2 />}
          busy={undo.isPending}
          onClick={() => undo.mutate(id)}
        >
          Undo <span aria-hidden="true">({formatTimeLeft(left)} left)</span>
        </Button>
      ) : null}
    </Bar>
  )
}
