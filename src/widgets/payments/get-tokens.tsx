import { LinkButton } from '@/components/ui/button'
import { useMembership } from '@/entities/payments/membership'
import { paths } from '@/lib/paths'

/** The way to more tokens where they are short, and back to the benefit once they are there; absent while none can be bought (D65). */
export function GetTokens({ benefitId }: { benefitId: string }) {
  const { data } = useMembership()
  if (!data?.sells_tokens) return null
  return (
    <LinkButton to={paths.payThenRedeem(benefitId)} variant="accent">
      Buy tokens
    </LinkButton>
  )
}
