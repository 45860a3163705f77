import { useState } from 'react'
import { lazyDialog } from '@/components/dialog/lazy-dialog'
import type { OfferedBenefit } from '@/entities/benefits/benefit'
import type { Profile } from '@/entities/profiles/profile'

const RedeemDialog = lazyDialog(() => import('./redeem-dialog').then((m) => m.RedeemDialog))

type Asked = { benefit: OfferedBenefit | null | undefined; onClose: () => void }

/** The dialog stays open if its benefit leaves the catalogue in the meantime. `asked`: what the address asks for. */
export function useRedeemDialog(profile: Profile | undefined, asked?: Asked) {
  const [pressed, setPressed] = useState<OfferedBenefit>()
  const chosen = pressed ?? asked?.benefit
  return {
    redeem: (benefit: OfferedBenefit) => setPressed(benefit),
    dialog:
      chosen && profile ? (
        <RedeemDialog
          frame={{ title: `Redeem ${chosen.name}` }}
          benefit={chosen}
          balance={profile.current_tokens}
          email={profile.email}
          onClose={() => {
            setPressed(undefined)
            asked?.onClose()
          }}
        />
      ) : null,
  }
}
