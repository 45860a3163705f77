import { StatusGlyph } from '@/components/domain/status-badge'
import { Button } from '@/components/ui/button'
import type { OrderStatus } from '@/entities/orders/status'

type Props = {
  status: string
  pending: OrderStatus | undefined
  describedBy: string
  onSet: (status: OrderStatus) => void
}

const steps = [
  { status: 'processing', word: 'Processing', after: 'pending' },
  { status: 'completed', word: 'Complete', after: 'processing' },
  { status: 'delivered', word: 'Delivered', after: 'completed' },
  { status: 'cancelled', word: 'Cancel', after: undefined },
] as const

/** Any status can follow any other; the usual next step is primary. */
export function StatusButtons({ status: current, pending, describedBy, onSet }: Props) {
  return (
    <fieldset className="flex w-full flex-wrap items-center justify-end gap-2.5 max-md:grid max-md:grid-cols-2">
      <legend className="sr-only">Set status</legend>
      <p aria-hidden="true" className="mr-auto text-xs text-ink-muted max-md:col-span-2">
        Set status
      </p>
      {steps.map(({ status, word, after }) => (
        <Button
          key={status}
          variant={status === 'cancelled' ? 'danger-quiet' : after === current ? 'primary' : 'secondary'}
          icon={
            <span
              className={after === current || status === 'cancelled' ? '[&>svg]:text-current' : undefined}
            >
              <StatusGlyph status={status} />
            </span>
          }
          aria-describedby={status === 'cancelled' || current === 'cancelled' ? describedBy : undefined}
          disabled={current === status || (pending !== undefined && pending !== status)}
          busy={pending === status}
          busyLabel="Saving..."
          onClick={() => onSet(status)}
        >
          {word}
        </Button>
      ))}
    </fieldset>
  )
}
