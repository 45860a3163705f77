import { type FormEvent, useRef, useState } from 'react'
import { Link } from 'react-router-dom'
import { TextField } from '@/components/form/text-field'
import { QueryState } from '@/components/list/query-state'
import { Button } from '@/components/ui/button'
import { Skeleton } from '@/components/ui/skeleton'
import { toastSuccess } from '@/components/ui/toast'
import { actorOf } from '@/entities/activity/activity'
import { useAddOrderNote, useOrderHistory, useOrderNotes } from '@/entities/orders/admin-detail'
import type { AdminOrder } from '@/entities/orders/admin-list'
import { orderLabel } from '@/entities/orders/order'
import { capitalize, formatDateTime } from '@/lib/format'
import { paths } from '@/lib/paths'
import { hasVisible } from '@/lib/text'

export function OrderHistory({ order }: { order: Pick<AdminOrder, 'id' | 'order_number'> }) {
  const history = useOrderHistory(order.id)
  return (
    <section aria-labelledby="order-history" aria-busy={history.isPending}>
      <h3 id="order-history" className="mb-1.5 text-sm font-semibold">
        History
      </h3>
      <QueryState
        query={history}
        pending={<Skeleton className="h-5 w-2/3" />}
        error={{ title: 'The history could not be loaded.', safe: 'The order itself is not affected.' }}
        isEmpty={({ changes }) => changes.length === 0}
        empty={<p className="text-ink-muted">The status has not been changed yet.</p>}
      >
        {({ changes, more }) => (
          <>
            <ol className="grid gap-1">
              {changes.map(({ at, actor_id, actor_name, from_status, to_status, operation_id, is_undo }) => (
                <li key={at} className="flex flex-wrap justify-between gap-x-4">
                  <span className="min-w-0 [overflow-wrap:anywhere]">
                    {capitalize(from_status)} to <b className="font-semibold">{capitalize(to_status)}</b>
                    <span className="text-ink-muted">
                      {' '}
                      by <bdi>{actorOf({ actor_id, actor_name })}</bdi>
                      <span>
                        {is_undo
                          ? operation_id
                            ? ', undoing a run'
                            : ', undone'
                          : operation_id
                            ? ', in a run'
                            : ''}
                      </span>
                    </span>
                  </span>
                  <span className="figures text-ink-muted">{formatDateTime(at)}</span>
                </li>
              ))}
            </ol>
            {more ? (
              <p className="mt-1 text-ink-muted">
                Older changes are in the{' '}
                <Link
                  className="link"
                  to={`${paths.adminActivity}?${new URLSearchParams({ q: orderLabel(order) })}`}
                >
                  activity log
                </Link>
                .
              </p>
            ) : null}
          </>
        )}
      </QueryState>
    </section>
  )
}

type Props = { orderId: string }

export function OrderNotes({ orderId }: Props) {
  const notes = useOrderNotes(orderId)
  return (
    <section aria-labelledby="order-notes" aria-busy={notes.isPending}>
      <div className="flex items-baseline justify-between gap-3 border-b border-ink pb-1.5">
        <h3 id="order-notes" className="text-sm font-semibold">
          Internal notes
        </h3>
        <span className="text-xs text-ink-muted">Only admins see these</span>
      </div>
      <QueryState
        query={notes}
        pending={<Skeleton className="mt-3 h-5 w-2/3" />}
        error={{ title: 'The notes could not be loaded.', safe: 'The order itself is not affected.' }}
      >
        {(written) => (
          <ul>
            {written.map(({ id, body, created_at, author }) => (
              <li key={id} className="border-b border-line py-2.5">
                <p className="flex flex-wrap gap-x-2 text-xs text-ink-muted">
                  <bdi className="font-semibold text-ink">{author?.name ?? 'Deleted user'}</bdi>
                  <time dateTime={created_at}>{formatDateTime(created_at)}</time>
                </p>
                <p className="whitespace-pre-line text-ink-2 [overflow-wrap:anywhere]">
                  {body ?? <span className="text-ink-muted">Data removed</span>}
                </p>
              </li>
            ))}
          </ul>
        )}
      </QueryState>
      <AddNote orderId={orderId} />
    </section>
  )
}

function AddNote({ orderId }: Props) {
  const { mutate, isPending } = useAddOrderNote()
  const [body, setBody] = useState('')
  const [problem, setProblem] = useState<string>()
  // The same text again is the same note, which is added once; another text is another note.
  const last = useRef<{ id: string; body: string }>(undefined)

  function add(event: FormEvent) {
    event.preventDefault()
    if (isPending) return
    if (!hasVisible(body)) {
      setProblem('Enter a note.')
      return
    }
    const text = body.trim()
    if (last.current?.body !== text) last.current = { id: crypto.randomUUID(), body: text }
    mutate(
      { ...last.current, orderId },
      {
        onSuccess: () => {
          last.current = undefined
          setBody('')
          toastSuccess('Success', 'Note added')
        },
      },
    )
  }

  return (
    <form noValidate className="mt-3.5 grid gap-2" onSubmit={add}>
      <div className="flex items-start gap-2.5">
        <TextField
          label={<span className="sr-only">Add a note</span>}
          placeholder="Add a note"
          className="min-w-0 flex-1 !gap-0 [&_input]:scroll-mb-48"
          maxLength={2000}
          autoComplete="off"
          value={body}
          error={problem}
          onChange={({ target }) => {
            setProblem(undefined)
            setBody(target.value)
          }}
        />
        <Button type="submit" busy={isPending}>
          Add
        </Button>
      </div>
    </form>
  )
}
