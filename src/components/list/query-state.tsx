import type { ReactNode } from 'react'
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
