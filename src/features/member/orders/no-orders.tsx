import { EmptyState } from '@/components/list/empty-state'
import { Button } from '@/components/ui/button'
import { LinkButton } from '@/components/ui/link-button'
import { paths } from '@/lib/paths'

type Props = { search: string; onClear: () => void }

export function NoOrders({ search, onClear }: Props) {
  return search ? (
    <EmptyState
      title={`No order matches "${search}".`}
      action={<Button onClick={onClear}>Show all orders</Button>}
    >
      Search looks at order number, benefit, status and delivery email.
    </EmptyState>
  ) : (
    <EmptyState
      title="You have no orders yet."
      action={
        <LinkButton to={paths.benefits} variant="primary">
          Browse Benefits
        </LinkButton>
      }
    >
      Your first order will appear here, with its status and an invoice.
    </EmptyState>
  )
}
