import { queryOptions, useMutation, useQuery } from '@tanstack/react-query'
import { deliverySaveFailure } from '@/entities/deliveries/admin-messages'
import { deliveryKeys } from '@/entities/deliveries/keys'
import type { DeliveryMethod } from '@/entities/deliveries/method'
import type { SettingsInput } from '@/entities/deliveries/settings-schema'
import { ConflictError } from '@/entities/shared/conflict'
import { errorCode } from '@/lib/errors'
import { supabase } from '@/lib/supabase'

export type DeliverySettings = {
  method: DeliveryMethod
  instructions: string | null
  /** What a message to a member begins with (D52). */
  message: string | null
  link: string | null
  file_path: string | null
  file_name: string | null
  file_size: number | null
  file_type: string | null
  low_stock: number
  /** Sent with a change, which is refused if another admin was faster. */
  updated_at: string
}

async function readSettings(benefitId: string, signal: AbortSignal) {
  const { data } = await supabase
    .rpc('delivery_settings', { p_benefit_id: benefitId })
    .abortSignal(signal)
    .single()
    .throwOnError()
  // The generated types of functions lack null and the methods.
  return data as DeliverySettings
}

const settingsQueries = {
  settings: (benefitId: string) =>
    queryOptions({
      queryKey: deliveryKeys.settings(benefitId),
      queryFn: ({ signal }) => readSettings(benefitId, signal),
    }),
  figures: (benefitId: string) =>
    queryOptions({
      queryKey: deliveryKeys.figures(benefitId),
      queryFn: async ({ signal }) => {
        const { data } = await supabase
          .rpc('delivery_figures', { p_benefit_id: benefitId })
          .abortSignal(signal)
          .single()
          .throwOnError()
        return data
      },
    }),
}

export function useDeliverySettings(benefitId: string | null) {
  return useQuery({ ...settingsQueries.settings(benefitId ?? ''), enabled: benefitId !== null })
}

/** Orders of the last 30 days (D34). */
export function useDeliveryFigures(benefitId: string) {
  return useQuery(settingsQueries.figures(benefitId))
}

type SettingsChange = { opened: DeliverySettings; input: SettingsInput }

/** Applies to future orders. Throws ConflictError if `opened` is outdated. */
export function useSaveDelivery(benefitId: string) {
  return useMutation({
    mutationFn: async ({ opened, input }: SettingsChange) => {
      try {
        await supabase
          .rpc('save_delivery_settings', {
            p_benefit_id: benefitId,
            p_updated_at: opened.updated_at,
            p_method: input.method,
            p_instructions: input.instructions,
            p_message: input.message,
            p_link: input.link,
            p_file: input.file ?? undefined,
            p_low_stock: input.low_stock,
          })
          .throwOnError()
      } catch (error) {
        if (errorCode(error) !== 'settings_changed') throw error
        const current = await readSettings(benefitId, AbortSignal.timeout(20_000))
        throw new ConflictError('row_changed', { current, fields: [] })
      }
    },
    meta: { failed: () => ({ title: 'Error', description: deliverySaveFailure }), inPlace: true },
  })
}
