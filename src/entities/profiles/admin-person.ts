import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { reportsLoadFailure } from '@/entities/deliveries/admin-messages'
import { openStatuses, orderKeys } from '@/entities/orders/order'
import { profilesLoadFailure } from '@/entities/profiles/messages'
import { type Profile, profileKeys } from '@/entities/profiles/profile'
import { rangeArguments } from '@/entities/shared/keyset'
import { listedRow } from '@/entities/shared/lists'
import { findOne, readCount, readOne } from '@/entities/shared/read'
import type { PageCursor } from '@/lib/page-cursor'
import { supabase } from '@/lib/supabase'
import type { FunctionRow, Nullable } from '@/lib/tables'
import { usePersonRows } from './person-lists'

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
}

export function usePersonStats(id: string) {
  return useQuery(personQueries.stats(id))
}

export const usePersonReports = (id: string, cursor: PageCursor) =>
  usePersonRows<PersonReport>(
    profileKeys.adminReports(id, cursor),
    (range) => supabase.rpc('person_reports', { p_id: id, ...rangeArguments(range) }),
    cursor,
    reportsLoadFailure,
  )

export const usePersonNotes = (id: string, cursor: PageCursor) =>
  usePersonRows<PersonNote>(
    profileKeys.adminNotes(id, cursor),
    (range) => supabase.rpc('person_notes', { p_id: id, ...rangeArguments(range) }),
    cursor,
  )

/** Notifications and emails, newest first. */
export const usePersonMessages = (id: string, cursor: PageCursor) =>
  usePersonRows<PersonMessage>(
    profileKeys.adminMessages(id, cursor),
    (range) => supabase.rpc('person_messages', { p_id: id, ...rangeArguments(range) }),
    cursor,
  )

export function useSecondFactors(id: string) {
  return useQuery({
    queryKey: profileKeys.adminFactors(id),
    queryFn: ({ signal }) => readOne(supabase.rpc('second_factors_of', { p_person: id }), signal),
  })
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
  return useQuery({
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
  })
}

export function useProfileOpenOrderCount(id: string) {
  return useQuery({
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
  })
}
