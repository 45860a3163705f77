import { useMutation } from '@tanstack/react-query'
import { benefitKeys } from '@/entities/benefits/benefit'
import { supabase } from '@/lib/supabase'

const meta = (description: string) => ({
  failed: () => ({ title: 'Error', description }),
  refreshes: benefitKeys.catalogue,
})

export function useSetFavourite(benefitId: string) {
  return useMutation({
    mutationFn: async (isFavourite: boolean) => {
      await supabase
        .rpc('set_favourite', { p_benefit_id: benefitId, p_favourite: isFavourite })
        .throwOnError()
    },
    meta: meta('Failed to save your favourite'),
  })
}

/** Notified once when the benefit is available (D39). */
export function useAskToBeTold(benefitId: string) {
  return useMutation({
    mutationFn: async (isWanted: boolean) => {
      await supabase.rpc('ask_to_be_told', { p_benefit_id: benefitId, p_wanted: isWanted }).throwOnError()
    },
    meta: meta('Failed to save your request'),
  })
}
