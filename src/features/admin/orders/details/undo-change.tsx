import { Undo2, X } from 'lucide-react'
import { useEffect, useEffectEvent } from 'react'
import { Button, IconButton } from '@/components/ui/button'
import { useUndoOperation } from '@/entities/operations/run'
import { useSettleChange } from '@/entities/orders/admin-detail'
import { useTimeLeft } from '@/widgets/operations/progress'

/** Of one order: `what` says it, as 'ORD-000148 is delivered.' */
export type UndoableChange = { operationId: string; undoUntil: string; summary: string; hasEmail: boolean }

type Props = { change: UndoableChange; onDone: () => void }

/** For ten seconds; then its deliveries and notifications are sent. */
export function UndoChange({ change: { operationId, undoUntil, summary, hasEmail }, onDone }: Props) {
  const left = Math.ceil(useTimeLeft(undoUntil) / 1000)
  const undo = useUndoOperation()
  const { mutate: settleChange } = useSettleChange()
  const isOver = left === 0
  const finish = useEffectEvent(() => {
    if (undo.isPending) return
    settleChange(operationId)
    onDone()
  })
  useEffect(() => {
    if (isOver) finish()
  }, [isOver])

  return (
    <section
      aria-label="Undo"
      className="flex w-full flex-wrap items-center gap-x-4 gap-y-2 border-b border-line pb-3"
    >
      {/* Left-aligned, where no toast covers the button. */}
      <p className="figures" role="status">
        <span className="font-semibold">{summary}</span>{' '}
        <span className="text-ink-muted" aria-hidden="true">
          {hasEmail ? `The email leaves in ${left} s.` : `${left} s`}
        </span>
      </p>
      <Button
        size="sm"
        icon={<Undo2 />}
        busy={undo.isPending}
        onClick={() => undo.mutate(operationId, { onSettled: onDone })}
      >
        Undo
      </Button>
      <IconButton aria-label="Dismiss" icon={<X />} onClick={onDone} />
    </section>
  )
}
