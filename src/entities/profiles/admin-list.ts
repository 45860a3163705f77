import { keepPreviousData, queryOptions, useMutation, useQuery } from '@tanstack/react-query'
import { profilesLoadFailure } from '@/entities/profiles/messages'
import { type Profile, profileKeys } from '@/entities/profiles/profile'
import {
  applyRange,
  cappedCount,
  type KeysetRange,
  type KeysetSource,
  maxSearchRows,
  rangeArguments,
  readAllRows,
  readKeysetPage,
} from '@/entities/shared/keyset'
import { read } from '@/entities/shared/read'
import type { PageCursor, RowKey } from '@/lib/page-cursor'
import { supabase } from '@/lib/supabase'

export const profileSorts = ['name', 'email', 'current_tokens', 'created_at'] as const
export type ProfileSort = { by: (typeof profileSorts)[number]; ascending: boolean }

/** 'ending': the membership ends within 30 days; 'unpaid': nothing was ever paid (D61). Empty for all. */
export const profileGroups = ['ending', 'ended', 'unpaid', 'admins'] as const
export type ProfileGroup = (typeof profileGroups)[number] | ''

type ProfileFilters = { search: string; group?: ProfileGroup; sort: ProfileSort }

export const profilesPerPage = 25

export function profileKey(profile: Profile, { by }: ProfileSort): RowKey {
  return { value: String(profile[by]), id: profile.id }
}

function searchedRows({ search, group, sort }: ProfileFilters, range: KeysetRange) {
  return supabase
    .rpc('search_profiles', {
      p_search: search || undefined,
      p_group: group || undefined,
      p_sort: sort.by,
      p_ascending: sort.ascending,
      ...rangeArguments(range),
    })
    .select()
}

/** Newest first uses the table's index; other sorts and searches use a function (D20). */
function profileSource(filters: ProfileFilters): KeysetSource<Profile> {
  const { search, group = '', sort } = filters
  const isSearch = search !== '' || group !== '' || sort.by !== 'created_at' || sort.ascending
  const rows = (range: KeysetRange) =>
    isSearch
      ? searchedRows(filters, range)
      : applyRange(supabase.from('profiles').select(), 'created_at', range)
  return {
    rows,
    keys: rows,
    keyOf: (profile) => profileKey(profile, sort),
    maxRows: isSearch ? maxSearchRows : undefined,
  }
}

export const adminProfileQueries = {
  list: (filters: ProfileFilters, cursor: PageCursor) =>
    queryOptions({
      queryKey: profileKeys.adminList(filters, cursor),
      queryFn: ({ signal }) => readKeysetPage(profileSource(filters), cursor, profilesPerPage, signal),
      placeholderData: keepPreviousData,
      refetchOnWindowFocus: 'always',
      meta: { failed: profilesLoadFailure },
    }),
  count: (search: string, group: ProfileGroup) =>
    queryOptions({
      queryKey: profileKeys.adminCount({ search, group }),
      queryFn: async ({ signal }) =>
        cappedCount(
          await read(
            supabase.rpc('count_profiles', {
              ...(search && { p_search: search }),
              ...(group && { p_group: group }),
            }),
            signal,
          ),
          search !== '',
        ),
      refetchOnWindowFocus: 'always',
    }),
}

export function useAdminProfiles(filters: ProfileFilters, cursor: PageCursor) {
  return useQuery(adminProfileQueries.list(filters, cursor))
}

export function useProfileCount(search = '', group: ProfileGroup = '') {
  return useQuery(adminProfileQueries.count(search, group))
}

/** All that a list shows. */
export function useExportProfiles() {
  return useMutation({
    mutationFn: (filters: ProfileFilters) =>
      readAllRows(profileSource(filters).rows, (profile: Profile) => profileKey(profile, filters.sort)),
    meta: { failed: profilesLoadFailure },
  })
}
