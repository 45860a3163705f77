import { useMutation, useQuery } from '@tanstack/react-query'
import { type AdminBenefit, adminBenefitColumns } from '@/entities/benefits/admin-list'
import { type BenefitDetails, benefitKeys } from '@/entities/benefits/benefit'
import { adminBenefitsLoadFailure, benefitSaveFailure } from '@/entities/benefits/messages'
import type { Setting } from '@/entities/benefits/schemas'
import type { DeliveryFile } from '@/entities/deliveries/files'
import { type DeliverySettings, readDeliverySettings } from '@/entities/deliveries/settings'
import { findOne } from '@/entities/shared/read'
import { ConflictError } from '@/entities/shared/write-errors'
import type { Json } from '@/lib/database.types'
import { errorCode, errorDetail } from '@/lib/errors'
import { supabase } from '@/lib/supabase'

/** All that admins set of a benefit. */
export type BenefitSettings = AdminBenefit &
  BenefitDetails &
  Pick<DeliverySettings, 'instructions' | 'message' | 'link' | 'low_stock'> & { file: DeliveryFile | null }
export type BenefitValues = Partial<Record<Setting, Json>>

async function readBenefitSettings(id: string, signal: AbortSignal): Promise<BenefitSettings | null> {
  const columns = `${adminBenefitColumns}, what_you_get, conditions, maker, maker_link` as const
  const [benefit, delivery] = await Promise.all([
    findOne(supabase.from('benefits').select(columns).eq('id', id), signal),
    readDeliverySettings(id, signal),
  ])
  if (!benefit || !delivery) return null
  const { instructions, message, link, low_stock, file_path, file_name, file_size, file_type } = delivery
  const file =
    file_path === null
      ? null
      : { path: file_path, name: file_name ?? '', size: file_size ?? 0, type: file_type ?? '' }
  return { ...benefit, instructions, message, link, low_stock, file }
}

/** Null if not found. */
export function useBenefitSettings(id: string) {
  return useQuery({
    queryKey: benefitKeys.adminDetail(id),
    queryFn: ({ signal }) => readBenefitSettings(id, signal),
    meta: { failed: adminBenefitsLoadFailure },
  })
}

/** Another admin's values, and the settings that both have changed (D7). */
export type SettingsConflict = { current: BenefitSettings; fields: Setting[] }

/** Saves all `values` or none, for future orders. Throws ConflictError if somebody changed one since `opened` was read. */
export function useSaveBenefitSettings() {
  return useMutation({
    mutationFn: async ({ opened, values }: { opened: BenefitSettings; values: BenefitValues }) => {
      const before: BenefitValues = {}
      for (const setting of Object.keys(values) as Setting[]) before[setting] = opened[setting]
      try {
        await supabase
          .rpc('save_benefit', { p_benefit_id: opened.id, p_opened: before, p_values: values })
          .throwOnError()
      } catch (error) {
        if (errorCode(error) !== 'row_changed') throw error
        const current = await readBenefitSettings(opened.id, AbortSignal.timeout(20_000))
        if (!current) throw new ConflictError('row_deleted')
        const fields = (errorDetail(error) ?? '').split(',') as Setting[]
        throw new ConflictError<BenefitSettings, Setting>('row_changed', { current, fields })
      }
    },
    meta: { failed: benefitSaveFailure, inPlace: true },
  })
}
