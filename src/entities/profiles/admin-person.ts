import { keepPreviousData, queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { reportsLoadFailure } from '@/entities/deliveries/admin-messages'
import { openStatuses, orderKeys } from '@/entities/orders/order'
import { profilesLoadFailure } from '@/entities/profiles/messages'
import { type Profile, profileKeys } from '@/entities/profiles/profile'
import { type KeysetPage, type KeysetRange, rangeArguments, readKeysetPage } from '@/entities/shared/keyset'
import { findOne, listedRow, readCount, readOne } from '@/entities/shared/read'
import type { PageCursor } from '@/lib/page-cursor'
import { supabase } from '@/lib/supabase'
import type { FunctionRow, Nullable } from '@/lib/tables'
import { relatedRowsPerPage } from './person-lists'

/** Emails of the last 90 days, notifications of 180. */
export type PersonStats = Nullable<
  FunctionRow<'person_figures'>,
  'given_up_error' | 'confirmed_at' | 'last_sign_in_at'
>

/** `reason` is null once the person was deleted; `answer` while open, or if replaced automatically (D34). */
export type PersonReport = Nullable<
  FunctionRow<'person_reports'>,
  'reason' | 'answer' | 'answer_text' | 'answered_at' | 'order_number' | 'benefit_name'
>

/** On an order; the author is null once deleted. */
export type PersonNote = Nullable<
  FunctionRow<'person_notes'>,
  'body' | 'author_name' | 'order_number' | 'benefit_name'
>

/** A notification or, `by_email`, an email; `state`: unread or read, or the email's outcome. */
export type PersonMessage = Nullable<
  FunctionRow<'person_messages'>,
  'order_id' | 'order_number' | 'benefit_id' | 'read_at' | 'error'
>

export const personQueries = {
  stats: (id: string) =>
    queryOptions({
      queryKey: profileKeys.adminStats(id),
      queryFn: async ({ signal }) =>
        (await readOne(supabase.rpc('person_figures', { p_id: id }), signal)) as PersonStats,
    }),
  factors: (id: string) =>
    queryOptions({
      queryKey: profileKeys.adminFactors(id),
      queryFn: ({ signal }) => readOne(supabase.rpc('second_factors_of', { p_person: id }), signal),
    }),
  reports: (id: string, cursor: PageCursor) =>
    queryOptions({
      queryKey: profileKeys.adminReports(id, cursor),
      queryFn: async ({ signal }): Promise<KeysetPage<PersonReport>> => {
        const rows = (range: KeysetRange) =>
          supabase.rpc('person_reports', { p_id: id, ...rangeArguments(range) })
        return readKeysetPage({ rows }, cursor, relatedRowsPerPage, signal)
      },
      placeholderData: keepPreviousData,
      meta: { failed: reportsLoadFailure },
    }),
  notes: (id: string, cursor: PageCursor) =>
    queryOptions({
      queryKey: profileKeys.adminNotes(id, cursor),
      queryFn: async ({ signal }): Promise<KeysetPage<PersonNote>> => {
        const rows = (range: KeysetRange) =>
          supabase.rpc('person_notes', { p_id: id, ...rangeArguments(range) })
        return readKeysetPage({ rows }, cursor, relatedRowsPerPage, signal)
      },
      placeholderData: keepPreviousData,
    }),
  messages: (id: string, cursor: PageCursor) =>
    queryOptions({
      queryKey: profileKeys.adminMessages(id, cursor),
      queryFn: async ({ signal }): Promise<KeysetPage<PersonMessage>> => {
        const rows = (range: KeysetRange) =>
          supabase.rpc('person_messages', { p_id: id, ...rangeArguments(range) })
        return readKeysetPage({ rows }, cursor, relatedRowsPerPage, signal)
      },
      placeholderData: keepPreviousData,
    }),
}

export function usePersonStats(id: string) {
  return useQuery(personQueries.stats(id))
}

export function usePersonReports(id: string, cursor: PageCursor) {
  return useQuery(personQueries.reports(id, cursor))
}

export function usePersonNotes(id: string, cursor: PageCursor) {
  return useQuery(personQueries.notes(id, cursor))
}

/** Notifications and emails, newest first. */
export function usePersonMessages(id: string, cursor: PageCursor) {
  return useQuery(personQueries.messages(id, cursor))
}

export function useSecondFactors(id: string) {
  return useQuery(personQueries.factors(id))
}

const exact = { count: 'exact', head: true } as const

export const profileDetailQueries = {
  one: (id: string) =>
    queryOptions({
      queryKey: profileKeys.adminDetail(id),
      queryFn: ({ signal }) => findOne<Profile>(supabase.from('profiles').select().eq('id', id), signal),
      refetchOnWindowFocus: 'always',
      meta: { failed: profilesLoadFailure },
    }),
  openOrders: (id: string) =>
    queryOptions({
      queryKey: orderKeys.openOfProfile(id),
      queryFn: ({ signal }) =>
        readCount(
          supabase
            .from('orders')
            .select('id', exact)
            .eq('user_id', id)
            .in('status', [...openStatuses, 'completed']),
          signal,
        ),
    }),
  counts: (id: string) =>
    queryOptions({
      queryKey: profileKeys.adminRelatedCounts(id),
      queryFn: async ({ signal }) => {
        const entries = () => supabase.from('token_transactions').select('id', exact).eq('account_id', id)
        const paid = supabase.from('payments').select('id', exact).eq('account_id', id)
        const [orders, ledger, codes, payments] = await Promise.all([
          readCount(supabase.from('orders').select('id', exact).eq('user_id', id), signal),
          readCount(entries(), signal),
          readCount(entries().not('redeem_code_id', 'is', null), signal),
          readCount(paid.not('state', 'in', '(opened,expired)'), signal),
        ])
        return { orders, ledger, codes, payments }
      },
    }),
}

/** Null if not found. Shows the row of a loaded list until the response arrives. */
export function useAdminProfile(id: string) {
  const client = useQueryClient()
  return useQuery({
    ...profileDetailQueries.one(id),
    placeholderData: () => listedRow<Profile>(client, profileKeys.adminLists, id),
  })
}

export function useProfileCounts(id: string) {
  return useQuery(profileDetailQueries.counts(id))
}

export function useProfileOpenOrderCount(id: string) {
  return useQuery(profileDetailQueries.openOrders(id))
}
