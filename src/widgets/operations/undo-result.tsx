import { Undo2, X } from 'lucide-react'
import type { ReactNode } from 'react'
import { Bar } from '@/components/selection/bar'
import { Button } from '@/components/ui/button'
import { IconButton } from '@/components/ui/icon-button'
import type { Operation } from '@/entities/operations/recent'
import { formatCount, formatNumber } from '@/lib/format'
import type { OperationTexts } from './kinds'

type Props = {
  operation: Operation
  texts: OperationTexts
  other: ReactNode
  onList: (state: 'skipped' | 'kept') => void
  onClose: () => void
}

export function UndoResult({ operation: { undone, kept }, texts, other, onList, onClose }: Props) {
  return (
    <Bar label="Undone">
      <Undo2 aria-hidden="true" className="mr-1 text-ink-muted" />
      <p className="figures mr-auto font-semibold" role="status">
        {formatCount(undone, ...texts.noun)} as before
        {kept > 0 ? `, ${formatNumber(kept)} could not be undone` : ''}
      </p>
      {other}
      {kept > 0 ? (
        <Button variant="quiet" onClick={() => onList('kept')}>
          See the {formatNumber(kept)}
        </Button>
      ) : null}
      <IconButton aria-label="Dismiss" icon={<X />} size="md" onClick={onClose} />
    </Bar>
  )
}
