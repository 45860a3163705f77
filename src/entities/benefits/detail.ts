import { type InfiniteData, useQuery, useQueryClient } from '@tanstack/react-query'
import {
  type BenefitDetails,
  type BenefitFacts,
  type BrowsedBenefit,
  benefitKeys,
  catalogueInterval,
  type OfferedBenefit,
} from '@/entities/benefits/benefit'
import { findOne } from '@/entities/shared/read'
import { offlineCacheOptions } from '@/lib/offline-cache'
import { supabase } from '@/lib/supabase'

export type OwnBenefitFacts = BenefitFacts & { awaited_since: string | null }

function useListedBenefit(id: string) {
  const client = useQueryClient()
  return () =>
    client
      .getQueriesData<InfiniteData<{ rows: BrowsedBenefit[] }>>({ queryKey: benefitKeys.lists })
      .flatMap(([, list]) => list?.pages.flatMap(({ rows }) => rows) ?? [])
      .find((benefit) => benefit.id === id)
}

/** Null if not found, inactive or closed. Shows the row of a loaded catalogue until the response arrives. */
export function useBenefit(id: string) {
  return useQuery({
    queryKey: benefitKeys.detail(id),
    queryFn: ({ signal }) =>
      findOne<OfferedBenefit & Partial<BenefitDetails>>(
        supabase
          .from('benefits')
          .select('*')
          .eq('id', id)
          .eq('is_active', true)
          // For admins, who read closed ones too; by the clock of the server.
          .or('closes_at.is.null,closes_at.gt.now'),
        signal,
      ),
    placeholderData: useListedBenefit(id),
    refetchInterval: catalogueInterval,
    ...offlineCacheOptions(),
  })
}

export function useBenefitFacts(id: string) {
  return useQuery({
    queryKey: benefitKeys.facts(id),
    queryFn: ({ signal }) =>
      // The generated types of functions lack null.
      findOne<OwnBenefitFacts>(supabase.rpc('benefit_facts', { p_benefits: [id] }, { get: true }), signal),
    placeholderData: factsOf(useListedBenefit(id)),
    refetchInterval: catalogueInterval,
    meta: { failed: '' },
  })
}

function factsOf(listed: () => BrowsedBenefit | undefined) {
  return (): OwnBenefitFacts | undefined => {
    const row = listed()
    return row && { ...row, awaited_since: null }
  }
}
