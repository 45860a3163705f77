import { CircleCheck, Undo2 } from 'lucide-react'
import { type ReactNode, type Ref, useEffect, useState } from 'react'
import { Bar } from '@/components/selection/selection'
import { Button } from '@/components/ui/button'
import { WithName } from '@/components/ui/with-name'
import type { OperationResult } from '@/entities/operations/operation'
import type { Operation } from '@/entities/operations/recent'
import {
  stopAfterStep,
  useContinueOperation,
  useIsContinuing,
  useUndoOperation,
} from '@/entities/operations/run'
import { formatCount, formatNumber, formatTime } from '@/lib/format'
import type { OperationTexts } from './kinds'

type Props = {
  operation: Operation
  texts: OperationTexts
  isOwn: boolean
  undoButton: Ref<HTMLButtonElement>
  other: ReactNode
}

/** Any admin can continue a stopped operation; its author can undo it before it ends. */
export function Progress({ operation, texts, isOwn, undoButton, other }: Props) {
  const { id, state, changed, skipped, kept, undone, remaining, actor } = operation
  const isHere = useIsContinuing(id)
  const { mutate } = useContinueOperation()
  const undo = useUndoOperation()
  const isUndo = state === 'undoing'
  const done = isUndo ? undone + kept : changed
  const total = done + remaining
  const name = isOwn ? undefined : (actor?.name ?? 'Deleted user')
  const verb = isUndo ? 'Undoing' : texts.running
  const counts = `${formatNumber(done)} of ${formatNumber(total)}${skipped > 0 && !isUndo ? `, ${formatNumber(skipped)} skipped` : ''}`

  return (
    <Bar label="Progress">
      <div className="min-w-0 flex-1">
        <p className="figures font-semibold [overflow-wrap:anywhere]" role="status">
          <WithName text={`${verb}: ${counts}${name ? `, started by ${name}` : ''}`} name={name} />
        </p>
        <progress
          aria-label={`${verb}: rows done`}
          value={done}
          max={Math.max(total, 1)}
          className="mt-2 block h-1 w-full appearance-none overflow-hidden rounded-full bg-line-strong [&::-moz-progress-bar]:bg-accent [&::-webkit-progress-bar]:bg-line-strong [&::-webkit-progress-value]:bg-accent"
        />
      </div>
      {other}
      {isOwn && !isUndo ? (
        <Button ref={undoButton} icon={<Undo2 />} busy={undo.isPending} onClick={() => undo.mutate(id)}>
          Undo
        </Button>
      ) : null}
      {isHere ? (
        <Button variant="quiet" onClick={() => stopAfterStep(id)}>
          Stop after this step
        </Button>
      ) : (
        <Button onClick={() => mutate(id)}>Continue</Button>
      )}
    </Bar>
  )
}

/** Ms until `end`, updated every second; 0 once it has passed. */
export function useTimeLeft(end: string): number {
  const [now, setNow] = useState(() => Date.now())
  const left = Math.max(0, Date.parse(end) - now)
  const isOver = left === 0
  useEffect(() => {
    if (isOver) return
    const timer = setInterval(() => setNow(Date.now()), 1_000)
    return () => clearInterval(timer)
  }, [isOver])
  return left
}

/** '9:41' */
function formatTimeLeft(ms: number): string {
  const seconds = Math.ceil(ms / 1000)
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
}

type ResultProps = {
  operation: Operation & { undo_until: string }
  texts: OperationTexts
  undoButton: Ref<HTMLButtonElement>
  other: ReactNode
  onList: (state: 'skipped' | 'kept') => void
}

export function Result({ operation, texts, undoButton, other, onList }: ResultProps) {
  const { id, changed, skipped, emails, undo_until } = operation
  const left = useTimeLeft(undo_until)
  const undo = useUndoOperation()
  const until = formatTime(undo_until)
  if (left === 0) return null

  return (
    <Bar label="Result">
      <CircleCheck className="mr-1 text-accent max-md:mt-0.5 max-md:self-start" />
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
          {`See the ${formatNumber(skipped)}`}
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
          Undo <span aria-hidden="true">{`(${formatTimeLeft(left)} left)`}</span>
        </Button>
      ) : null}
    </Bar>
  )
}

/** Clears the selection and runs the remaining steps. */
export function useAfterRun(clear?: () => void) {
  const { mutate: continueOperation } = useContinueOperation()
  return ({ operation_id, remaining }: OperationResult) => {
    clear?.()
    if (remaining > 0) continueOperation(operation_id)
  }
}
