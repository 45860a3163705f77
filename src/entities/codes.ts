import { keepPreviousData, queryOptions, useMutation, useQuery } from '@tanstack/react-query'
import type { CodeInput } from '@/entities/codes-input'
import { readPage } from '@/entities/paging'
import type { Tables } from '@/lib/database.types'
import { errorCode } from '@/lib/errors'
import { supabase } from '@/lib/supabase'

/** Token codes give tokens to a member, invite codes let one person in. */
export type CodeKind = 'token' | 'invite'

/** A code of either kind, as the admin screens list it. */
export type Code = Pick<Tables<'invite_codes'>, 'id' | 'code' | 'created_at'> & {
  token_value?: number
  user: { name: string; email: string } | null
}

type CodeList = { used: boolean; page: number }

export const codesPerPage = 25

/** What differs between the kinds, in the words of chapter 8. */
const kinds = {
  token: { noun: 'redeem-codes', load: 'Failed to load redeem codes', create: 'Failed to create token code' },
  invite: {
    noun: 'invite-codes',
    load: 'Failed to load invite codes',
    create: 'Failed to create invite code',
  },
} as const

/** The sentence of a failed load of this kind (chapter 8). */
export function codesLoadFailure(kind: CodeKind): string {
  return kinds[kind].load
}

const user = 'user:profiles!used_by(name, email)' as const

function codes(kind: CodeKind, used: boolean) {
  return kind === 'token'
    ? supabase
        .from('redeem_codes')
        .select(`id, code, token_value, created_at, ${user}`, { count: 'exact' })
        .eq('is_used', used)
    : supabase
        .from('invite_codes')
        .select(`id, code, created_at, ${user}`, { count: 'exact' })
        .eq('is_used', used)
}

async function countCodes(kind: CodeKind, used: boolean, signal: AbortSignal): Promise<number> {
  const { count } = await supabase
    .from(kind === 'token' ? 'redeem_codes' : 'invite_codes')
    .select('id', { count: 'exact', head: true })
    .eq('is_used', used)
    .abortSignal(signal)
    .throwOnError()
  return count ?? 0
}

export const codeQueries = {
  list: (kind: CodeKind, list: CodeList) =>
    queryOptions({
      queryKey: [kinds[kind].noun, 'list', list],
      queryFn: ({ signal }) =>
        readPage<Code>(list.page, codesPerPage, (first, last) =>
          codes(kind, list.used)
            .order('created_at', { ascending: false })
            .order('id', { ascending: false })
            .range(first, last)
            .abortSignal(signal)
            .throwOnError(),
        ),
      placeholderData: keepPreviousData,
      meta: { failed: kinds[kind].load },
    }),
  counts: (kind: CodeKind) =>
    queryOptions({
      queryKey: [kinds[kind].noun, 'counts'],
      queryFn: async ({ signal }) => {
        const [available, used] = await Promise.all([
          countCodes(kind, false, signal),
          countCodes(kind, true, signal),
        ])
        return { total: available + used, available, used }
      },
    }),
}

/** One page of the used or the available codes, newest first. */
export function useCodes(kind: CodeKind, list: CodeList) {
  return useQuery(codeQueries.list(kind, list))
}

/** Exact counts of all codes of a kind (D20). */
export function useCodeCounts(kind: CodeKind) {
  return useQuery(codeQueries.counts(kind))
}

/** Creates one code, upper case; answers it. A code that exists is refused with 23505. */
export function useCreateCode(kind: CodeKind) {
  return useMutation({
    mutationFn: async ({ code, token_value }: CodeInput) => {
      const { data } =
        kind === 'token'
          ? await supabase
              .from('redeem_codes')
              .insert({ code, token_value })
              .select('id, code')
              .single()
              .throwOnError()
          : await supabase.from('invite_codes').insert({ code }).select('id, code').single().throwOnError()
      return data
    },
    meta: {
      failed: (error) => ({
        title: 'Error',
        description: isTaken(error) ? takenCode : kinds[kind].create,
      }),
    },
  })
}

/** What a code that exists already is answered with (chapter 8). */
export const takenCode = 'This code already exists. Please use a different code.'

/** Did creating fail because the code exists? */
export function isTaken(error: unknown): boolean {
  return errorCode(error) === '23505'
}
