import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import { readKeysetPage } from '@/entities/shared/keyset'
import type { PageCursor, RowKey } from '@/lib/page-cursor'
import { supabase } from '@/lib/supabase'

/** The columns of a row, as the log keeps them; of an update only those that changed. */
export type ActivityFields = Record<string, unknown>

/** One change in the log that nobody can edit (D29). `subject` is what it was made to, null once that is erased. */
export type Activity = {
  id: number
  at: string
  /** Null for the owner of the database. */
  actor_id: string | null
  /** Null as well for a deleted user. */
  actor_name: string | null
  table_name: string
  row_id: string
  subject: string | null
  action: 'insert' | 'update' | 'delete'
  before: ActivityFields | null
  after: ActivityFields | null
}

/** What the log tells of; its tables by name. */
export const activityTables = [
  'orders',
  'profiles',
  'benefits',
  'redeem_codes',
  'invite_codes',
  'app_settings',
  'pictures',
] as const
export type ActivityTable = (typeof activityTables)[number]

/** What the log is narrowed to; empty texts narrow nothing. */
export type ActivityFilters = { search: string; table: ActivityTable | '' }

export const activityPerPage = 25

/** The sentence of a failed load. */
export const activityLoadFailure = 'Failed to load activity'

/** Longer lists of matches are not counted to their end (D20). */
const countedTo = 10_000

/** A page that somebody typed is looked for among so many entries. */
const reachable = 1_000

/** Where an entry stands in the log. */
export function activityKey({ id }: Pick<Activity, 'id'>): RowKey {
  return { value: String(id), id: String(id) }
}

const narrowed = ({ search, table }: ActivityFilters) => ({
  p_search: search || undefined,
  p_table: table || undefined,
})

export const activityQueries = {
  list: (filters: ActivityFilters, place: PageCursor) =>
    queryOptions({
      queryKey: ['activity', 'list', filters, place],
      queryFn: ({ signal }) =>
        readKeysetPage<Activity>(place, activityPerPage, {
          read: ({ key, reverse, limit }) =>
            supabase
              .rpc('activity', {
                ...narrowed(filters),
                p_key_id: key && Number(key.id),
                p_reverse: reverse,
                p_limit: limit,
              })
              .abortSignal(signal)
              .overrideTypes<Activity[], { merge: false }>()
              .throwOnError(),
          keyAt: async (index) => {
            const { data } = await supabase
              .rpc('activity', { ...narrowed(filters), p_limit: Math.min(index + 1, reachable) })
              .range(index, index)
              .abortSignal(signal)
              .throwOnError()
            return data[0] && activityKey(data[0])
          },
        }),
      placeholderData: keepPreviousData,
      refetchOnWindowFocus: 'always',
      meta: { failed: activityLoadFailure },
    }),
  count: (filters: ActivityFilters) =>
    queryOptions({
      queryKey: ['activity', 'count', filters],
      queryFn: async ({ signal }) => {
        const { data } = await supabase
          .rpc('count_activity', narrowed(filters))
          .abortSignal(signal)
          .throwOnError()
        return { value: Math.min(data, countedTo), capped: data > countedTo }
      },
      refetchOnWindowFocus: 'always',
    }),
}

/** One page of the log, newest first, for admins. */
export function useActivity(filters: ActivityFilters, place: PageCursor) {
  return useQuery(activityQueries.list(filters, place))
}

/** How many entries of the log match. */
export function useActivityCount(filters: ActivityFilters) {
  return useQuery(activityQueries.count(filters))
}
