import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type AdminBenefit, adminBenefits } from '@/entities/benefits/admin-list'
import { benefitKeys } from '@/entities/benefits/benefit'
import { benefitDeleteFailure, benefitSaveFailure } from '@/entities/benefits/messages'
import type { BenefitInput } from '@/entities/benefits/schemas'
import { type OperationTarget, operationCall, targetArguments } from '@/entities/operations/operation'
import { ConflictError } from '@/entities/shared/write-errors'
import { errorCode } from '@/lib/errors'
import { supabase } from '@/lib/supabase'

/** In the order of their form. */
export const benefitFields = ['name', 'description', 'token_value', 'image_url', 'is_active'] as const

type BenefitChanges = Partial<Pick<AdminBenefit, (typeof benefitFields)[number]>>

export function benefitToInput(benefit: AdminBenefit): BenefitInput {
  const { name, description, token_value, image_url, is_active } = benefit
  return {
    delivery_method: benefit.delivery_method as BenefitInput['delivery_method'],
    ...{ name, description, token_value, is_active },
    image_url: image_url ?? '',
  }
}

export function changedFields(opened: AdminBenefit, input: BenefitInput): BenefitChanges {
  const row = { ...input, image_url: input.image_url || null }
  return pick(
    row,
    benefitFields.filter((field) => row[field] !== opened[field]),
  )
}

function pick(changes: BenefitChanges, fields: readonly (keyof BenefitChanges)[]): BenefitChanges {
  return Object.fromEntries(fields.map((field) => [field, changes[field]]))
}

async function readBenefit(id: string): Promise<AdminBenefit | null> {
  const { data } = await adminBenefits().eq('id', id).maybeSingle().throwOnError()
  return data
}

/** Conditional on `updated_at`, because a description does not fit into a URL. */
async function save({ id, updated_at }: AdminBenefit, changes: BenefitChanges): Promise<boolean> {
  const rows = supabase.from('benefits').update(changes).eq('id', id).eq('updated_at', updated_at)
  const { data: saved } = await rows.select('id').maybeSingle().throwOnError()
  return saved !== null
}

/** Throws ConflictError if somebody else changed the same field (D7). */
async function change(opened: AdminBenefit, changes: BenefitChanges): Promise<void> {
  if (await save(opened, changes)) return
  const now = await readBenefit(opened.id)
  if (!now) throw new ConflictError('row_deleted')
  const unsaved = benefitFields.filter((field) => field in changes && now[field] !== changes[field])
  const conflicting = unsaved.filter((field) => now[field] !== opened[field])
  if (conflicting.length > 0) throw new ConflictError('row_changed', { current: now, fields: conflicting })
  if (now.updated_at === opened.updated_at) throw new ConflictError('not_admin')
  if (unsaved.length > 0) await change(now, pick(changes, unsaved))
}

/** A refusal means that the list is outdated. */
function useRefresh() {
  const client = useQueryClient()
  return () => void client.invalidateQueries({ queryKey: benefitKeys.admin })
}

/** A duplicate `id` means that an earlier attempt succeeded and its response was lost. */
async function create(id: string, input: BenefitInput): Promise<void> {
  try {
    await supabase
      .from('benefits')
      .insert({ id, ...input, image_url: input.image_url || null })
      .throwOnError()
  } catch (error) {
    const made = errorCode(error) === '23505' ? await readBenefit(id) : null
    if (!made) throw error
    const changes = changedFields(made, input)
    if (Object.keys(changes).length > 0) await change(made, changes)
  }
}

/** `id` comes from the client and stays the same on retries, so that none creates a duplicate. */
export function useCreateBenefit() {
  return useMutation({
    mutationFn: ({ id, input }: { id: string; input: BenefitInput }) => create(id, input),
    meta: { failed: benefitSaveFailure },
  })
}

/** Saves the changed fields, at least one; throws ConflictError. */
export function useChangeBenefit() {
  return useMutation({
    mutationFn: ({ opened, changes }: { opened: AdminBenefit; changes: BenefitChanges }) =>
      change(opened, changes),
    onError: useRefresh(),
    meta: { failed: benefitSaveFailure },
  })
}

/** Its orders stay (D13). Throws ConflictError. */
export function useDeleteBenefit() {
  return useMutation({
    mutationFn: async (id: string) => {
      const { data } = await supabase
        .from('benefits')
        .delete()
        .eq('id', id)
        .select('id')
        .maybeSingle()
        .throwOnError()
      if (!data) throw new ConflictError((await readBenefit(id)) ? 'not_admin' : 'row_deleted')
    },
    onError: useRefresh(),
    meta: { failed: benefitDeleteFailure },
  })
}

/** `value`: tokens, or percent; for 'active', 1 or 0. */
export type BenefitChange = { change: 'price' | 'amount' | 'percent' | 'active'; value: number }

export function changeBenefits(target: OperationTarget, { change, value }: BenefitChange) {
  return operationCall((run) =>
    supabase.rpc('change_benefits', {
      ...targetArguments(target),
      ...run,
      p_change: change,
      p_value: value,
    }),
  )
}
