import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { benefitKeys } from '@/entities/benefits/benefit'
import type { Category } from '@/entities/benefits/categories'
import { readCount, send } from '@/entities/shared/read'
import { ConflictError, notAdmin, uncertainWrite } from '@/entities/shared/write-errors'
import { errorCode, explainError } from '@/lib/errors'
import { supabase } from '@/lib/supabase'

export const categoryCreated = 'Category created'
export const categoryRenamed = 'Category renamed'
export const categoryRemoved = 'Category removed'

export function categoryErrorMessage(error: unknown): string {
  const known = explainError(error, {
    ...uncertainWrite,
    '23505': 'There is already a category with this name.',
    not_admin: notAdmin,
    row_changed: 'Someone else renamed this category since you opened it.',
    row_deleted: 'Someone else removed this category.',
  })
  return known ?? 'Nothing was changed. Please try again.'
}

/** A refusal means that the list is outdated. */
function useCategoryFailure(description = 'Failed to save the category') {
  const client = useQueryClient()
  return {
    onError: () => void client.invalidateQueries({ queryKey: benefitKeys.categories }),
    meta: { failed: description, inPlace: true },
  }
}

/** `id` stays the same on retries, so that none creates a duplicate; the last one decides about the name. */
export function useCreateCategory() {
  return useMutation({
    mutationFn: async (input: Pick<Category, 'id' | 'name'>) => {
      try {
        await supabase.from('categories').insert(input).throwOnError()
      } catch (error) {
        const made = errorCode(error) === '23505' ? await readCategory(input.id) : null
        if (!made) throw error
        if (made.name !== input.name) await rename(made, input.name)
      }
    },
    ...useCategoryFailure(),
  })
}

async function readCategory(id: string): Promise<Category | null> {
  const { data } = await supabase.from('categories').select('*').eq('id', id).maybeSingle().throwOnError()
  return data
}

/** Conditional on `updated_at` (D7); a change of position is no conflict. */
async function rename(opened: Category, name: string): Promise<void> {
  const { data } = await supabase
    .from('categories')
    .update({ name })
    .eq('id', opened.id)
    .eq('updated_at', opened.updated_at)
    .select('id')
    .maybeSingle()
    .throwOnError()
  if (data) return
  const now = await readCategory(opened.id)
  if (!now) throw new ConflictError('row_deleted')
  if (now.name === name) return
  if (now.updated_at === opened.updated_at) throw new ConflictError('not_admin')
  if (now.name !== opened.name) throw new ConflictError('row_changed')
  await rename(now, name)
}

export function useRenameCategory() {
  return useMutation({
    mutationFn: ({ opened, name }: { opened: Category; name: string }) => rename(opened, name),
    ...useCategoryFailure(),
  })
}

/** Categories that are not given follow. */
export function useOrderCategories() {
  return useMutation({
    mutationFn: (ids: string[]) => send(supabase.rpc('order_categories', { p_ids: ids })),
    ...useCategoryFailure('Failed to save the order'),
  })
}

/** Its benefits stay, without a category. */
export function useRemoveCategory() {
  return useMutation({
    mutationFn: async (id: string) => {
      const { data } = await supabase
        .from('categories')
        .delete()
        .eq('id', id)
        .select('id')
        .maybeSingle()
        .throwOnError()
      if (!data && (await readCategory(id))) throw new ConflictError('not_admin')
    },
    ...useCategoryFailure('Failed to remove the category'),
  })
}

/** How many benefits a category has, inactive ones too. */
export function useCategoryBenefitCount(id: string) {
  return useQuery({
    queryKey: benefitKeys.adminInCategory(id),
    queryFn: ({ signal }) =>
      readCount(
        supabase.from('benefits').select('id', { count: 'exact', head: true }).eq('category_id', id),
        signal,
      ),
  })
}
