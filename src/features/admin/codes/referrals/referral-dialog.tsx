import { referralTerms } from '@/entities/referrals/terms'
import { NumberSettingsDialog } from '@/widgets/settings/number-settings-dialog'

export function ReferralDialog({ onClose }: { onClose: () => void }) {
  return (
    <NumberSettingsDialog
      settings={referralTerms}
      title="Referral settings"
      description="How many colleagues a member can invite in a year of membership, and what both receive."
      fields={{
        perMember: { label: 'Invitations a year' },
        bonus: { label: 'Bonus for each', tokens: true },
      }}
      texts={{
        saved: 'Referral settings saved',
        notSaved: 'The settings were not saved.',
        notLoaded: 'The settings could not be loaded.',
      }}
      onClose={onClose}
    >
      The bonus comes seven days after the first order of the new member was delivered. Members who joined
      earlier keep what they were promised. A new number of invitations applies at once, also to links that
      are already shared.
    </NumberSettingsDialog>
  )
}
