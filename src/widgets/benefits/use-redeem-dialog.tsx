import { useState } from 'react'
import { lazyDialog } from '@/components/dialog/lazy-dialog'
import type { OfferedBenefit } from '@/entities/benefits/benefit'
import type { Profile } from '@/entities/profiles/profile'

const RedeemDialog = lazyDialog(() => import('./redeem-dialog').then((m) => m.RedeemDialog))

/** The dialog stays open if its benefit leaves the catalogue in the meantime. */
export function useRedeemDialog(profile: Profile | undefined) {
  const [chosen, setChosen] = useState<OfferedBenefit>()
  return {
    redeem: (benefit: OfferedBenefit) => setChosen(benefit),
    dialog:
      chosen && profile ? (
        <RedeemDialog
          frame={{ title: `Redeem ${chosen.name}` }}
          benefit={chosen}
          balance={profile.current_tokens}
          email={profile.email}
          onClose={() => setChosen(undefined)}
        />
      ) : null,
  }
}
