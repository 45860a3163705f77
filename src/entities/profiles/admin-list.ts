import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import { afterKey, type KeysetRange, readKeysetPage } from '@/entities/shared/keyset'
import type { PageCursor, RowKey } from '@/lib/page-cursor'
import { supabase } from '@/lib/supabase'
import type { Tables } from '@/lib/tables'

export type Profile = Tables<'profiles'>

/** What the list can be sorted by. */
export const profileSorts = ['name', 'email', 'current_tokens', 'created_at'] as const
export type ProfileSort = { by: (typeof profileSorts)[number]; ascending: boolean }

/** What of all users a list shows, and in which order; an empty search finds everybody. */
export type ProfileFilters = { search: string; sort: ProfileSort }

export const profilesPerPage = 25

/** The sentence of a failed load (chapter 8). */
export const profilesLoadFailure = 'Failed to load users'

/** Matches of a search are not counted to their end (D20). */
const maxCounted = 10_000

/** How deep the database looks for the row at a number that somebody typed, in what it finds or sorts. */
const maxOffset = 1000

/** Where a user stands in a list that is sorted so. */
export function profileKey(user: Profile, { by }: ProfileSort): RowKey {
  return { value: String(user[by]), id: user.id }
}

/** Newest first is what the table's own index gives. */
function isBrowsed({ search, sort }: ProfileFilters) {
  return search === '' && sort.by === 'created_at' && !sort.ascending
}

function browsed({ key, reverse, limit }: KeysetRange) {
  let rows = supabase.from('profiles').select()
  if (key) {
    rows = reverse ? rows.gte('created_at', key.value) : rows.lte('created_at', key.value)
    rows = rows.or(afterKey('created_at', key, !reverse))
  }
  return rows.order('created_at', { ascending: reverse }).order('id', { ascending: reverse }).limit(limit)
}

function found({ search, sort }: ProfileFilters, { key, reverse, limit }: KeysetRange) {
  return supabase
    .rpc('search_profiles', {
      p_search: search || undefined,
      p_sort: sort.by,
      p_ascending: sort.ascending,
      p_key_value: key?.value,
      p_key_id: key?.id,
      p_reverse: reverse,
      p_limit: limit,
    })
    .select()
}

function source(listed: ProfileFilters, signal: AbortSignal) {
  const from = (slice: KeysetRange) => (isBrowsed(listed) ? browsed(slice) : found(listed, slice))
  return {
    read: (slice: KeysetRange) => from(slice).abortSignal(signal).throwOnError(),
    keyAt: async (index: number) => {
      if (index >= maxOffset && !isBrowsed(listed)) return undefined
      const { data } = await from({ reverse: false, limit: index + 1 })
        .range(index, index)
        .abortSignal(signal)
        .throwOnError()
      return data[0] && profileKey(data[0], listed.sort)
    },
  }
}

export const adminProfileQueries = {
  list: (listed: ProfileFilters, place: PageCursor) =>
    queryOptions({
      queryKey: ['profiles', 'admin', listed, place],
      queryFn: ({ signal }) => readKeysetPage<Profile>(place, profilesPerPage, source(listed, signal)),
      placeholderData: keepPreviousData,
      refetchOnWindowFocus: 'always',
      meta: { failed: profilesLoadFailure },
    }),
  count: (search: string) =>
    queryOptions({
      queryKey: ['profiles', 'count', search],
      queryFn: async ({ signal }) => {
        const { data } = await supabase
          .rpc('count_profiles', search === '' ? {} : { p_search: search })
          .abortSignal(signal)
          .throwOnError()
        return search !== '' && data > maxCounted
          ? { value: maxCounted, capped: true }
          : { value: data, capped: false }
      },
      refetchOnWindowFocus: 'always',
    }),
}

/** One page of the users whose name or email contains a text, sorted by the server (D20). */
export function useAdminProfiles(listed: ProfileFilters, place: PageCursor) {
  return useQuery(adminProfileQueries.list(listed, place))
}

/** How many users a search finds; without one, how many there are. */
export function useProfileCount(search = '') {
  return useQuery(adminProfileQueries.count(search))
}
