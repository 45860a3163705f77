import { type InfiniteData, useMutation, useQueryClient } from '@tanstack/react-query'
import { type BrowsedBenefit, benefitKeys } from '@/entities/benefits/benefit'
import { send } from '@/entities/shared/read'
import { supabase } from '@/lib/supabase'

/** The card stays until the next load, also where only favourites are shown. */
export function useSetFavourite(benefitId: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (isFavourite: boolean) =>
      send(supabase.rpc('set_favourite', { p_benefit_id: benefitId, p_favourite: isFavourite })),
    onSuccess: (_data, is_favourite) => {
      const mark = (row: BrowsedBenefit) => (row.id === benefitId ? { ...row, is_favourite } : row)
      client.setQueriesData<InfiniteData<{ rows: BrowsedBenefit[] }>>(
        { queryKey: benefitKeys.lists },
        (list) =>
          list && { ...list, pages: list.pages.map((page) => ({ ...page, rows: page.rows.map(mark) })) },
      )
      void client.invalidateQueries({ queryKey: benefitKeys.all, refetchType: 'none' })
      void client.invalidateQueries({ queryKey: benefitKeys.allCounts })
    },
    meta: { failed: 'Failed to save your favourite', refreshes: benefitKeys.facts(benefitId) },
  })
}

/** Whether the member gets notifications about favourites, in the app or by email. */
async function receivesFavouriteNotifications(): Promise<boolean> {
  const { data } = await supabase
    .from('notification_preferences')
    .select('in_app, by_email')
    .eq('kind', 'favourites')
    .maybeSingle()
    .throwOnError()
  return data === null || data.in_app || data.by_email
}

/** Notified once when the benefit is available (D39); returns false if the member has switched such notifications off. */
export function useNotifyWhenAvailable(benefitId: string) {
  return useMutation({
    mutationFn: async (isWanted: boolean) => {
      await supabase.rpc('ask_to_be_told', { p_benefit_id: benefitId, p_wanted: isWanted }).throwOnError()
      // Only a hint: what was asked for is saved.
      return !isWanted || receivesFavouriteNotifications().catch(() => true)
    },
    meta: { failed: 'Failed to save your request', refreshes: benefitKeys.catalogue },
  })
}
