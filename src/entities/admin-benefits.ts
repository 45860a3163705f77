import { keepPreviousData, queryOptions, useMutation, useQuery } from '@tanstack/react-query'
import type { BenefitInput } from '@/entities/admin-benefit-input'
import { readPage } from '@/entities/paging'
import type { Tables } from '@/lib/database.types'
import { supabase } from '@/lib/supabase'

export type AdminBenefit = Pick<
  Tables<'benefits'>,
  'id' | 'name' | 'description' | 'token_value' | 'image_url' | 'is_active'
>

export const benefitsPerPage = 20

/** The sentence of a failed load (chapter 8). */
export const benefitsLoadFailure = 'Failed to load benefits'

export const adminBenefitQueries = {
  page: (page: number) =>
    queryOptions({
      queryKey: ['benefits', 'admin', page],
      queryFn: ({ signal }) =>
        readPage<AdminBenefit>(page, benefitsPerPage, (first, last) =>
          supabase
            .from('benefits')
            .select('id, name, description, token_value, image_url, is_active', { count: 'exact' })
            .order('created_at', { ascending: false })
            .order('id', { ascending: false })
            .range(first, last)
            .abortSignal(signal)
            .throwOnError(),
        ),
      placeholderData: keepPreviousData,
      meta: { failed: benefitsLoadFailure },
    }),
}

/** One page of all benefits, newest first, with the exact count (D20). */
export function useAdminBenefits(page: number) {
  return useQuery(adminBenefitQueries.page(page))
}

function failed(description: string) {
  return { failed: () => ({ title: 'Error', description }) }
}

/** Creates a benefit, or with an `id` changes that one; one that is gone is an error. */
export function useSaveBenefit() {
  return useMutation({
    mutationFn: async ({ id, input }: { id?: string; input: BenefitInput }) => {
      const row = { ...input, image_url: input.image_url || null }
      const saved =
        id === undefined
          ? supabase.from('benefits').insert(row)
          : supabase.from('benefits').update(row).eq('id', id)
      await saved.select('id').single().throwOnError()
    },
    meta: failed('Failed to save benefit'),
  })
}

/** Deletes a benefit; its orders stay (D13). One that is gone already is an error. */
export function useDeleteBenefit() {
  return useMutation({
    mutationFn: async (id: string) => {
      await supabase.from('benefits').delete().eq('id', id).select('id').single().throwOnError()
    },
    meta: failed('Failed to delete benefit'),
  })
}
