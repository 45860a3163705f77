import { useState } from 'react'
import { lazyDialog } from '@/components/dialog/lazy-dialog'
import type { OfferedBenefit } from '@/entities/benefits/benefit'
import type { Profile } from '@/entities/profiles/profile'

const RedeemDialog = lazyDialog(() => import('./redeem-dialog').then((m) => m.RedeemDialog))

/** `benefit`: what the address asks for; null if it cannot be redeemed now, undefined as long as that is not known. */
type RequestedBenefit = { benefit: OfferedBenefit | null | undefined; onClose: () => void }

/** The dialog stays open if its benefit leaves the catalogue or is sold out in the meantime. */
export function useRedeemDialog(profile: Profile | undefined, requested?: RequestedBenefit) {
  // Null once the dialog was closed, or if what the address asks for cannot be redeemed.
  const [chosen, choose] = useState<OfferedBenefit | null>()
  if (chosen === undefined && requested?.benefit !== undefined) choose(requested.benefit)
  return {
    redeem: (benefit: OfferedBenefit) => choose(benefit),
    dialog:
      chosen && profile ? (
        <RedeemDialog
          frame={{ title: `Redeem ${chosen.name}` }}
          benefit={chosen}
          balance={profile.current_tokens}
          email={profile.email}
          onClose={() => {
            choose(null)
            requested?.onClose()
          }}
        />
      ) : null,
  }
}
