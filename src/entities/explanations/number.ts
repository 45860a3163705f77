import { type QueryFunction, type QueryKey, useQuery } from '@tanstack/react-query'

/** How a page reads a number, so that its drawer reads the same response. */
export type NumberSource = {
  queryKey: QueryKey
  queryFn: QueryFunction<unknown>
  select: (data: unknown) => number | undefined
}

export function numberSource<Data>(
  { queryKey, queryFn }: { queryKey: QueryKey; queryFn?: QueryFunction<Data, never> | symbol },
  pick: (data: Data) => number | undefined,
): NumberSource {
  return {
    queryKey,
    queryFn: queryFn as QueryFunction<unknown>,
    select: (data) => pick(data as Data),
  }
}

export function useNumber(source: NumberSource) {
  return useQuery(source)
}
