import { queryOptions, useMutation, useQuery } from '@tanstack/react-query'
import { type ReferralTerms, referralKeys } from '@/entities/referrals/referral'
import { supabase } from '@/lib/supabase'

const perMemberKey = 'invitations_per_member'
const bonusKey = 'referral_bonus'

const termsQuery = queryOptions({
  queryKey: referralKeys.terms,
  queryFn: async ({ signal }): Promise<ReferralTerms> => {
    const { data } = await supabase
      .from('app_settings')
      .select('key, value')
      .in('key', [perMemberKey, bonusKey])
      .abortSignal(signal)
      .throwOnError()
    const value = (wanted: string) => Number(data.find(({ key }) => key === wanted)?.value ?? 0)
    return { perMember: value(perMemberKey), bonus: value(bonusKey) }
  },
})

/** Invitations per member and year, and the bonus of a referral (D43). */
export function useReferralTerms() {
  return useQuery(termsQuery)
}

export function useSaveReferralTerms() {
  return useMutation({
    mutationFn: async ({ perMember, bonus }: ReferralTerms) => {
      await supabase
        .from('app_settings')
        .upsert([
          { key: perMemberKey, value: String(perMember) },
          { key: bonusKey, value: String(bonus) },
        ])
        .throwOnError()
    },
    meta: { failed: 'form' },
  })
}
