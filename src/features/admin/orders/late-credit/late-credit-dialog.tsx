import { maxCredit } from '@/entities/orders/late-credit'
import { lateCreditTerms } from '@/entities/orders/late-credit-terms'
import { NumberSettingsDialog } from '@/widgets/settings/number-settings-dialog'

export function LateCreditDialog({ onClose }: { onClose: () => void }) {
  return (
    <NumberSettingsDialog
      settings={lateCreditTerms}
      title="Late credit"
      description="What members receive for each full hour that an order delivered by hand is late."
      fields={{ rate: { label: 'Tokens an hour', tokens: true }, cap: { label: 'At most', tokens: true } }}
      texts={{
        saved: 'Late credit saved',
        notSaved: 'The late credit was not saved.',
        notLoaded: 'The late credit could not be loaded.',
      }}
      onClose={onClose}
    >
      0 an hour is no credit. An order earns at most its price, and a member at most {maxCredit} tokens in 30
      days. Orders that were placed before keep what was agreed then.
    </NumberSettingsDialog>
  )
}
