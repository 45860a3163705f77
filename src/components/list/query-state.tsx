import type { ReactNode } from 'react'
import { LoadError } from './load-error'

/** What QueryState needs of a react-query result. */
export type QueryLike<Data> = {
  data: Data | undefined
  isError: boolean
  isFetching: boolean
  refetch: () => unknown
}

type Props<Data> = {
  query: QueryLike<Data>
  /** The shape to come: a skeleton. */
  pending: ReactNode
  /** What happened when the first load failed, and what is safe. */
  error: { title: string; safe?: ReactNode }
  isEmpty?: (data: Data) => boolean
  empty?: ReactNode
  children: (data: Data) => ReactNode
}

/** The four states of everything that is loaded, in one order: pending, error, empty, data (C9). */
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
