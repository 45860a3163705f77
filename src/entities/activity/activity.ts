import { keepPreviousData, useQuery } from '@tanstack/react-query'
import {
  cappedCount,
  type KeysetPage,
  type KeysetRange,
  maxSearchRows,
  readKeysetPage,
} from '@/entities/shared/keyset'
import { read } from '@/entities/shared/read'
import { brand } from '@/lib/brand'
import { endOfDay, startOfDay } from '@/lib/local-time'
import type { PageCursor, RowKey } from '@/lib/page-cursor'
import { supabase } from '@/lib/supabase'

type ActivityFields = Record<string, unknown>

/** Append-only (D29). `subject` names the changed row; null once that is erased. */
export type Activity = {
  id: number
  at: string
  /** Null for the system itself. */
  actor_id: string | null
  /** Null for deleted users too. */
  actor_name: string | null
  table_name: string
  row_id: string
  subject: string | null
  action: 'insert' | 'update' | 'delete'
  before: ActivityFields | null
  after: ActivityFields | null
}

export const activityTables = [
  'orders',
  'operations',
  'profiles',
  'benefits',
  'categories',
  'key_batches',
  'delivery_keys',
  'reports',
  'redeem_codes',
  'invite_codes',
  'invitations',
  'waitlist',
  'app_settings',
  'token_packs',
  'announcements',
  'payments',
  'payment_events',
  'pictures',
  'files',
] as const
export type ActivityTable = (typeof activityTables)[number]

/** 'Deleted user' once erased (D12), the product's name for the system. */
export function actorOf({ actor_id, actor_name }: Pick<Activity, 'actor_id' | 'actor_name'>): string {
  return actor_name ?? (actor_id === null ? brand.name : 'Deleted user')
}

/** Empty strings do not filter. `actor`: an admin's id; days are local and inclusive (D27). */
export type ActivityFilters = {
  search: string
  table: ActivityTable | ''
  actor: string
  from: string
  to: string
}

export const activityPerPage = 25

export const activityLoadFailure = 'Failed to load activity'

export function activityKey({ id }: Pick<Activity, 'id'>): RowKey {
  return { value: String(id), id: String(id) }
}

const filterArguments = ({ search, table, actor, from, to }: ActivityFilters) => ({
  p_search: search || undefined,
  p_table: table || undefined,
  ...(actor && { p_actor: actor }),
  ...(from && { p_from: startOfDay(from) }),
  ...(to && { p_to: endOfDay(to) }),
})

const activityKeys = {
  list: (filters: ActivityFilters, cursor: PageCursor) => ['activity', 'list', filters, cursor],
  count: (filters: ActivityFilters) => ['activity', 'count', filters],
}

function activitySource(filters: ActivityFilters) {
  const rows = ({ key, reverse, limit }: KeysetRange) =>
    supabase.rpc('activity', {
      ...filterArguments(filters),
      p_key_id: key && Number(key.id),
      p_reverse: reverse,
      p_limit: limit,
    })
  return { rows, keys: rows, keyOf: activityKey, maxRows: maxSearchRows }
}

export function useActivity(filters: ActivityFilters, cursor: PageCursor) {
  return useQuery({
    queryKey: activityKeys.list(filters, cursor),
    queryFn: async ({ signal }) => {
      const page = await readKeysetPage(activitySource(filters), cursor, activityPerPage, signal)
      // The generated types of functions lack null and the shape of JSON.
      return page as KeysetPage<Activity>
    },
    placeholderData: keepPreviousData,
    refetchOnWindowFocus: 'always',
    meta: { failed: activityLoadFailure },
  })
}

export function useActivityCount(filters: ActivityFilters) {
  return useQuery({
    queryKey: activityKeys.count(filters),
    queryFn: async ({ signal }) =>
      cappedCount(await read(supabase.rpc('count_activity', filterArguments(filters)), signal)),
    refetchOnWindowFocus: 'always',
  })
}
