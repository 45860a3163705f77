import { useState } from 'react'
import { lazyDialog } from '@/components/dialog/lazy-dialog'
import { Button } from '@/components/ui/button'
import type { OwnOrder } from '@/entities/orders/own'
import { useProfile } from '@/entities/profiles/own'

const CancelDialog = lazyDialog(() => import('./cancel-dialog').then((m) => m.CancelDialog))

/** The dialog stays open when the order changes, and says so (D35). */
export function CancelOrder({ order }: { order: OwnOrder }) {
  const [open, setOpen] = useState(false)
  const { data: profile } = useProfile()
  return (
    <>
      {order.status === 'pending' ? (
        <Button variant="danger-quiet" onClick={() => setOpen(true)}>
          Cancel order
        </Button>
      ) : null}
      {open ? (
        <CancelDialog
          frame={{ title: 'Cancel this order?' }}
          order={order}
          balance={profile?.current_tokens}
          onClose={() => setOpen(false)}
        />
      ) : null}
    </>
  )
}
