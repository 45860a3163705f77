import { TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from '@/components/ui/button'

type Props = {
  title: string
  children?: ReactNode
  onRetry: () => void
  busy?: boolean
}

export function LoadError({ title, children, onRetry, busy = false }: Props) {
  return (
    <div
      role="alert"
      className="flex flex-wrap items-start gap-3.5 rounded border border-danger-line bg-danger-soft px-[18px] py-4"
    >
      <TriangleAlert className="mt-px text-danger" />
      <div className="min-w-0 flex-1 basis-48">
        <p className="font-semibold">{title}</p>
        {children ? <div className="text-ink-2">{children}</div> : null}
      </div>
      <Button
        size="sm"
        className="self-center max-md:w-full"
        busy={busy}
        busyLabel="Trying..."
        onClick={onRetry}
      >
        Try again
      </Button>
    </div>
  )
}

export type QueryLike<Data> = {
  data: Data | undefined
  isError: boolean
  isFetching: boolean
  refetch: () => unknown
}

type QueryStateProps<Data> = {
  query: QueryLike<Data>
  pending: ReactNode
  /** For a failed first load; `safe` says what is not affected. */
  error: { title: string; safe?: ReactNode }
  isEmpty?: (data: Data) => boolean
  empty?: ReactNode
  children: (data: Data) => ReactNode
}

/** The four states (C9). */
export function QueryState<Data>({ query, pending, error, isEmpty, empty, children }: QueryStateProps<Data>) {
  const { data, isError, isFetching, refetch } = query
  if (data === undefined) {
    return isError ? (
      <LoadError title={error.title} busy={isFetching} onRetry={() => void refetch()}>
        {error.safe}
      </LoadError>
    ) : (
      pending
    )
  }
  return isEmpty?.(data) ? empty : children(data)
}

type EmptyStateProps = {
  title: string
  children?: ReactNode
  action?: ReactNode
}

export function EmptyState({ title, children, action }: EmptyStateProps) {
  return (
    <div className="grid justify-items-center gap-1.5 px-6 py-12 text-center [overflow-wrap:anywhere]">
      <svg
        viewBox="0 0 96 60"
        fill="none"
        stroke="currentColor"
        aria-hidden="true"
        className="mb-2.5 w-24 text-line-control"
      >
        <path d="M8 24.5h80M8 38.5h80" />
        <path d="M62.5 8v44M76.5 8v44" opacity=".6" />
        <path d="M8 8.5h80M8 50.5h80M8 53.5h80" stroke="var(--ink)" />
      </svg>
      <p className="text-base font-semibold">{title}</p>
      {children ? <div className="max-w-[44ch] text-ink-muted">{children}</div> : null}
      {action ? <div className="mt-3.5">{action}</div> : null}
    </div>
  )
}
