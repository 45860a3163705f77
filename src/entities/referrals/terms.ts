import { useQuery } from '@tanstack/react-query'
import { referralKeys } from '@/entities/referrals/referral'
import { numberSettings } from '@/entities/shared/number-settings'

/** Invitations per member and year, and the bonus of a referral (D43). */
export const referralTerms = numberSettings(referralKeys.terms, {
  perMember: 'invitations_per_member',
  bonus: 'referral_bonus',
})

export function useReferralTerms() {
  return useQuery(referralTerms.query)
}
