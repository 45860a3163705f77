import { Undo2 } from 'lucide-react'
import type { ReactNode, Ref } from 'react'
import { Bar } from '@/components/selection/bar'
import { Button } from '@/components/ui/button'
import { WithName } from '@/components/ui/with-name'
import type { Operation } from '@/entities/operations/recent'
import {
  stopAfterStep,
  useContinueOperation,
  useIsContinuing,
  useUndoOperation,
} from '@/entities/operations/run'
import { formatNumber } from '@/lib/format'
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
  const act = isUndo ? 'Undoing' : texts.running
  const figures = `${formatNumber(done)} of ${formatNumber(total)}${skipped > 0 && !isUndo ? `, ${formatNumber(skipped)} skipped` : ''}`

  return (
    <Bar label="Progress">
      <div className="min-w-0 flex-1">
        <p className="figures font-semibold [overflow-wrap:anywhere]" role="status">
          <WithName text={`${act}: ${figures}${name ? `, started by ${name}` : ''}`} name={name} />
        </p>
        <progress
          aria-label={`${act}: rows done`}
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
