import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import { reportsLoadFailure } from '@/entities/deliveries/admin-messages'
import { relatedRowsPerPage } from '@/entities/profiles/admin-related-lists'
import { profileKeys } from '@/entities/profiles/profile'
import { type KeysetPage, type KeysetRange, rangeArguments, readKeysetPage } from '@/entities/shared/keyset'
import type { PageCursor } from '@/lib/page-cursor'
import { supabase } from '@/lib/supabase'
import type { FunctionRow, Nullable } from '@/lib/tables'

/** Emails of the last 90 days, notifications of 180. */
export type PersonFigures = Nullable<
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
  figures: (id: string) =>
    queryOptions({
      queryKey: profileKeys.adminFigures(id),
      queryFn: async ({ signal }) => {
        const { data } = await supabase
          .rpc('person_figures', { p_id: id })
          .abortSignal(signal)
          .single()
          .throwOnError()
        return data as PersonFigures
      },
    }),
  factors: (id: string) =>
    queryOptions({
      queryKey: profileKeys.adminFactors(id),
      queryFn: async ({ signal }) => {
        const { data } = await supabase
          .rpc('second_factors_of', { p_person: id })
          .abortSignal(signal)
          .single()
          .throwOnError()
        return data
      },
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

export function usePersonFigures(id: string) {
  return useQuery(personQueries.figures(id))
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
