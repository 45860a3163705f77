import type { QueryClient, QueryKey } from '@tanstack/react-query'
import { errorCode } from '@/lib/errors'

/** Null if there is no such row, or if the id of a mistyped URL is not a UUID. */
export async function rowOrNull<Row>(request: PromiseLike<{ data: Row | null }>): Promise<Row | null> {
  try {
    return (await request).data
  } catch (error) {
    if (errorCode(error) === '22P02') return null
    throw error
  }
}

/** The row in a loaded list, until its own response arrives. */
export function listedRow<Row extends { id: string }>(client: QueryClient, lists: QueryKey, id: string) {
  return client
    .getQueriesData<{ rows: Row[] }>({ queryKey: lists })
    .flatMap(([, page]) => page?.rows ?? [])
    .find((row) => row.id === id)
}
