import { type ReactNode, useDeferredValue } from 'react'
import { LoadError } from './load-error'

export type QueryLike<Data> = {
  data: Data | undefined
  isError: boolean
  isFetching: boolean
  refetch: () => unknown
}

type Props<Data> = {
  query: QueryLike<Data>
  pending: ReactNode
  /** For a failed first load; `safe` says what is not affected. */
  error: { title: string; safe?: ReactNode }
  isEmpty?: (data: Data) => boolean
  empty?: ReactNode
  children: (data: Data) => ReactNode
}

/** The four states (C9). */
export function QueryState<Data>({ query, pending, error, isEmpty, empty, children }: Props<Data>) {
  const { data, isError, isFetching, refetch } = query
  // React Query renders its updates at once; the first data of a list, which is much, React may render in slices (P4).
  const isReady = useDeferredValue(data !== undefined)
  if (data === undefined) {
    return isError ? (
      <LoadError title={error.title} busy={isFetching} onRetry={() => void refetch()}>
        {error.safe}
      </LoadError>
    ) : (
      pending
    )
  }
  if (!isReady) return pending
  return isEmpty?.(data) ? empty : children(data)
}
