import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type AdminBenefit, adminBenefits } from '@/entities/benefits/admin-list'
import { benefitKeys } from '@/entities/benefits/benefit'
import { benefitDeleteFailure, benefitSaveFailure } from '@/entities/benefits/messages'
import type { BenefitInput } from '@/entities/benefits/schemas'
import { ConflictError } from '@/entities/shared/conflict'
import { errorCode } from '@/lib/errors'
import { supabase } from '@/lib/supabase'

type Field = (typeof benefitFields)[number]
type Changes = Partial<Pick<AdminBenefit, Field>>

export const benefitFields = ['name', 'description', 'token_value', 'image_url', 'is_active'] as const

export function benefitToInput({
  name,
  description,
  token_value,
  image_url,
  is_active,
}: AdminBenefit): BenefitInput {
  return { name, description, token_value, image_url: image_url ?? '', is_active }
}

export function changedFields(opened: AdminBenefit, input: BenefitInput): Changes {
  const row = { ...input, image_url: input.image_url || null }
  return pick(
    row,
    benefitFields.filter((field) => row[field] !== opened[field]),
  )
}

function pick(changes: Changes, fields: readonly Field[]): Changes {
  return Object.fromEntries(fields.map((field) => [field, changes[field]]))
}

async function readNow(id: string): Promise<AdminBenefit | null> {
  const { data } = await adminBenefits().eq('id', id).maybeSingle().throwOnError()
  return data
}

/** Conditional on `updated_at`, as a description does not fit into a URL; changes to other fields are no conflict. */
async function change(opened: AdminBenefit, changes: Changes): Promise<void> {
  const { data: saved } = await supabase
    .from('benefits')
    .update(changes)
    .eq('id', opened.id)
    .eq('updated_at', opened.updated_at)
    .select('id')
    .maybeSingle()
    .throwOnError()
  if (saved) return
  const now = await readNow(opened.id)
  if (!now) throw new ConflictError('row_deleted')
  if (now.updated_at === opened.updated_at) throw new ConflictError('not_admin')
  const left = benefitFields.filter((field) => field in changes && now[field] !== changes[field])
  const lost = left.filter((field) => now[field] !== opened[field])
  if (lost.length > 0) throw new ConflictError('row_changed', { current: now, fields: lost })
  if (left.length > 0) await change(now, pick(changes, left))
}

const failed = (description: string) => ({ failed: () => ({ title: 'Error', description }) })

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
    const made = errorCode(error) === '23505' ? await readNow(id) : null
    if (!made) throw error
    const changes = changedFields(made, input)
    if (Object.keys(changes).length > 0) await change(made, changes)
  }
}

/** `id` comes from the client and stays the same on retries, so that none creates a duplicate. */
export function useCreateBenefit() {
  return useMutation({
    mutationFn: ({ id, input }: { id: string; input: BenefitInput }) => create(id, input),
    meta: failed(benefitSaveFailure),
  })
}

/** Saves the changed fields, at least one; throws ConflictError. */
export function useChangeBenefit() {
  return useMutation({
    mutationFn: ({ opened, changes }: { opened: AdminBenefit; changes: Changes }) => change(opened, changes),
    onError: useRefresh(),
    meta: failed(benefitSaveFailure),
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
      if (!data) throw new ConflictError((await readNow(id)) ? 'not_admin' : 'row_deleted')
    },
    onError: useRefresh(),
    meta: failed(benefitDeleteFailure),
  })
}
