import { ChevronDown, ChevronUp } from 'lucide-react'
import { useContext, useRef, useState } from 'react'
import { Dialog, LeaveContext } from '@/components/dialog/dialog'
import { useShortcuts } from '@/components/keyboard/use-shortcuts'
import { EmptyState, QueryState } from '@/components/list/query-state'
import { IconButton } from '@/components/ui/button'
import { Skeleton } from '@/components/ui/skeleton'
import { useAdminOrder, useSetOrderStatus } from '@/entities/orders/admin-detail'
import { ordersLoadFailure } from '@/entities/orders/messages'
import { formatNumber } from '@/lib/format'
import { useDeliveryDraft } from '@/widgets/delivery-content/content-fields'
import { detailsId } from '../order-columns'
import { ComposeDelivery, DeliveryEmail } from './compose-delivery'
import { DeliverySection } from './delivery-section'
import { OrderFacts } from './order-facts'
import { OrderHistory, OrderNotes } from './order-history'
import { OrderStatusForm } from './order-status'
import { TokenNote } from './token-note'
import { type UndoableChange, UndoChange } from './undo-change'

/** On close, focuses the opener; after a status change the next or previous row, as the order may have left the list. */
function useNextOrder(id: string, listed: readonly string[]) {
  const before = useRef(listed)
  const changed = useRef(false)

  return {
    remember() {
      if (listed.includes(id)) before.current = listed
    },
    moveOn() {
      changed.current = true
    },
    control(): HTMLElement | null {
      const at = before.current.indexOf(id)
      if (!changed.current || at === -1) return null
      const candidates = [...before.current.slice(at + 1), id, ...before.current.slice(0, at).reverse()]
      const found = candidates.map((each) => document.getElementById(detailsId(each)))
      const control = found.find((each) => each !== null)
      // The button is hidden on phones.
      return control?.checkVisibility?.() === false
        ? (control.closest('tr')?.querySelector<HTMLElement>('[data-opens-row]') ?? null)
        : (control ?? null)
    },
  }
}

type Props = {
  id: string
  /** The orders of the page, in their order. */
  listed: readonly string[]
  /** The last change, of this order or of the one before. */
  undoable: UndoableChange | undefined
  onChanged: (change?: UndoableChange) => void
  onOpen: (id: string) => void
  onClose: () => void
}

/** `compose` and `preview` of a delivery by hand; `replace` composes one in place of another. */
export type OrderStep = 'read' | 'compose' | 'preview'

export function OrderDetailsDialog({ id, listed, undoable, onChanged, onOpen, onClose }: Props) {
  const query = useAdminOrder(id)
  const setStatus = useSetOrderStatus()
  const heading = useRef<HTMLHeadingElement>(null)
  const next = useNextOrder(id, listed)
  const [step, setStep] = useState<OrderStep>('read')
  const draft = useDeliveryDraft({})
  const order = query.data

  return (
    <Dialog
      title="Order Details"
      side
      tall
      focusFirst={heading}
      focusAfter={next.control}
      isDirty={step !== 'read' && draft.content !== undefined}
      busy={setStatus.isPending}
      onClose={onClose}
      footer={
        order ? (
          <>
            {undoable ? (
              <UndoChange key={undoable.operationId} change={undoable} onDone={() => onChanged()} />
            ) : null}
            <OrderStatusForm
              order={order}
              setStatus={setStatus}
              draft={draft}
              step={step}
              onStep={setStep}
              heading={heading}
              onSent={next.remember}
              onDone={(change) => {
                next.moveOn()
                onChanged(change)
              }}
              onNext={
                listed[listed.indexOf(id) + 1] === undefined
                  ? undefined
                  : () => onOpen(listed[listed.indexOf(id) + 1] ?? id)
              }
            />
          </>
        ) : undefined
      }
    >
      <OrderNavigation id={id} listed={listed} onOpen={onOpen} />
      <QueryState query={query} pending={waiting} error={{ title: ordersLoadFailure }}>
        {(data) =>
          data ? (
            step === 'preview' ? (
              <DeliveryEmail order={data} draft={draft} />
            ) : (
              <>
                <OrderFacts order={data} headingRef={heading} />
                {/* What stands below a part that loads would move when it arrives (P4). */}
                <div className="grid gap-5 [&>[aria-busy=true]~*]:hidden">
                  {step === 'compose' ? (
                    <ComposeDelivery
                      order={data}
                      draft={draft}
                      onPreview={() => draft.check() && setStep('preview')}
                    />
                  ) : (
                    <DeliverySection order={data} onReplace={() => setStep('compose')} />
                  )}
                  <OrderNotes orderId={data.id} />
                  <OrderHistory order={data} />
                  <TokenNote order={data} />
                </div>
              </>
            )
          ) : (
            <div role="alert">
              <EmptyState title="Order not found.">
                This link doesn't point to an order. Nothing was changed.
              </EmptyState>
            </div>
          )
        }
      </QueryState>
    </Dialog>
  )
}

type OrderNavigationProps = Pick<Props, 'id' | 'listed' | 'onOpen'>

/** J and K walk the list; what was typed is asked about first. */
function OrderNavigation({ id, listed, onOpen }: OrderNavigationProps) {
  const leave = useContext(LeaveContext)
  const at = listed.indexOf(id)
  const go = (by: number) => {
    const to = at === -1 ? undefined : listed[at + by]
    if (to) leave(() => onOpen(to))
  }
  useShortcuts({ j: () => go(1), k: () => go(-1) }, true)
  if (at === -1) return null
  return (
    <div className="absolute top-[18px] right-16 flex items-center gap-1 text-xs text-ink-muted max-md:top-3">
      <span className="figures mr-2">{`${formatNumber(at + 1)} of ${formatNumber(listed.length)}`}</span>
      <IconButton
        aria-label="Previous order"
        aria-keyshortcuts="K"
        icon={<ChevronUp />}
        disabled={at === 0}
        onClick={() => go(-1)}
      />
      <IconButton
        aria-label="Next order"
        aria-keyshortcuts="J"
        icon={<ChevronDown />}
        disabled={at === listed.length - 1}
        onClick={() => go(1)}
      />
    </div>
  )
}

const waiting = (
  <div className="grid gap-5" role="status">
    <span className="sr-only">Loading the order</span>
    <Skeleton className="h-7 w-48" />
    <Skeleton className="h-24" />
    <Skeleton className="h-44" />
  </div>
)
