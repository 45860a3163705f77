import { type FormEvent, useRef, useState } from 'react'
import { TextField } from '@/components/form/text-field'
import { QueryState } from '@/components/list/query-state'
import { Button } from '@/components/ui/button'
import { Skeleton } from '@/components/ui/skeleton'
import { toastSuccess } from '@/components/ui/toast'
import { useAddOrderNote, useOrderNotes } from '@/entities/orders/admin-detail'
import { formatDateTime } from '@/lib/format'
import { hasVisible } from '@/lib/text'

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
  const id = useRef(crypto.randomUUID())

  function add(event: FormEvent) {
    event.preventDefault()
    if (isPending) return
    if (!hasVisible(body)) {
      setProblem('Enter a note.')
      return
    }
    mutate(
      { id: id.current, orderId, body: body.trim() },
      {
        onSuccess: () => {
          id.current = crypto.randomUUID()
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
