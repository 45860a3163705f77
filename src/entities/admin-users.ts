import { keepPreviousData, queryOptions, useMutation, useQuery } from '@tanstack/react-query'
import type { UserInput } from '@/entities/admin-user-input'
import { readPage } from '@/entities/paging'
import { containsAny } from '@/entities/search'
import type { Tables, TablesUpdate } from '@/lib/database.types'
import { errorCode } from '@/lib/errors'
import { supabase } from '@/lib/supabase'

export type AdminUser = Pick<
  Tables<'profiles'>,
  'id' | 'name' | 'email' | 'phone' | 'role' | 'current_tokens' | 'created_at'
>

const columns = 'id, name, email, phone, role, current_tokens, created_at'
export const usersPerPage = 20

/** The sentence of a failed load (chapter 8). */
export const usersLoadFailure = 'Failed to load users'

export const adminUserQueries = {
  page: (search: string, page: number) =>
    queryOptions({
      queryKey: ['profiles', 'admin', search, page],
      queryFn: ({ signal }) =>
        readPage<AdminUser>(page, usersPerPage, (first, last) => {
          const rows = supabase.from('profiles').select(columns, { count: 'exact' })
          return (search === '' ? rows : rows.or(containsAny(['name', 'email'], search)))
            .order('created_at', { ascending: false })
            .order('id', { ascending: false })
            .range(first, last)
            .abortSignal(signal)
            .throwOnError()
        }),
      placeholderData: keepPreviousData,
      meta: { failed: usersLoadFailure },
    }),

  count: queryOptions({
    queryKey: ['profiles', 'count'],
    queryFn: async ({ signal }) => {
      const { count } = await supabase
        .from('profiles')
        .select('id', { count: 'exact', head: true })
        .abortSignal(signal)
        .throwOnError()
      return count ?? 0
    },
  }),
}

/** One page of the users whose name or e-mail contains `search`, newest first, with their exact count (D20). */
export function useAdminUsers(search: string, page: number) {
  return useQuery(adminUserQueries.page(search, page))
}

/** How many users there are, whatever is searched for. */
export function useUserCount() {
  return useQuery(adminUserQueries.count)
}

/** The balance was not the one that the dialog opened with: nothing was saved (D7). */
export class BalanceMoved extends Error {
  readonly code = 'balance_moved'
  constructor(readonly balance: number) {
    super('The balance moved meanwhile')
  }
}

/** The fields of `input` that differ from the person the dialog opened with (D7). */
export function changedFields(opened: AdminUser, input: UserInput): TablesUpdate<'profiles'> {
  const changes: TablesUpdate<'profiles'> = {}
  if (input.name !== opened.name) changes.name = input.name
  if (input.phone !== (opened.phone ?? '')) changes.phone = input.phone || null
  if (input.current_tokens !== opened.current_tokens) changes.current_tokens = input.current_tokens
  if (input.role !== opened.role) changes.role = input.role
  return changes
}

/** Saves what changed of a user (something must have), the balance only if it is still the one that was seen; else throws BalanceMoved (D7). */
export function useSaveUser() {
  return useMutation({
    mutationFn: async ({ opened, input }: { opened: AdminUser; input: UserInput }) => {
      const changes = changedFields(opened, input)
      const rows = supabase.from('profiles').update(changes).eq('id', opened.id)
      const { data: saved } = await (changes.current_tokens === undefined
        ? rows
        : rows.eq('current_tokens', opened.current_tokens)
      )
        .select('id')
        .maybeSingle()
        .throwOnError()
      if (saved) return
      const { data: now } = await supabase
        .from('profiles')
        .select('current_tokens')
        .eq('id', opened.id)
        .single()
        .throwOnError()
      throw new BalanceMoved(now.current_tokens)
    },
    meta: { failed: () => ({ title: 'Error', description: 'Failed to save user' }) },
  })
}

/** Makes a user an admin; answers the name. */
export function useMakeAdmin() {
  return useMutation({
    mutationFn: async (id: string) => {
      const { data } = await supabase
        .from('profiles')
        .update({ role: 'admin' })
        .eq('id', id)
        .select('name')
        .single()
        .throwOnError()
      return data.name
    },
    meta: { failed: () => ({ title: 'Error', description: 'Failed to update user role' }) },
  })
}

/** Why the database keeps a person, in words (D11, D12). */
export function refusalInWords(error: unknown): string | undefined {
  const words: Record<string, string> = {
    last_admin: 'The last admin stays an admin. Make somebody else an admin first.',
    cannot_delete_self: 'Nobody can delete themselves.',
  }
  return words[errorCode(error)]
}

/** Deletes a person with the login; orders and ledger stay (D12). */
export function useDeleteUser() {
  return useMutation({
    mutationFn: async (id: string) => {
      await supabase.from('profiles').delete().eq('id', id).select('id').single().throwOnError()
    },
    meta: {
      failed: (error) => ({
        title: 'Error',
        description: ['Failed to delete user', refusalInWords(error)].filter(Boolean).join('. '),
      }),
    },
  })
}
