import { useState } from 'react'
import { lazyDialog } from '@/components/dialog/lazy-dialog'
import { OwnLine } from '@/components/ui/own-line'
import { useReferralTerms } from '@/entities/referrals/terms'
import { formatCount } from '@/lib/format'

const ReferralDialog = lazyDialog(() => import('./referral-dialog').then((m) => m.ReferralDialog))

export function ReferralSettings() {
  const [open, setOpen] = useState(false)
  return (
    <p className="mb-4 min-h-6 text-ink-2">
      <button type="button" className="link text-left" onClick={() => setOpen(true)}>
        <Terms />
      </button>
      {open ? <ReferralDialog frame={{ title: 'Referral settings' }} onClose={() => setOpen(false)} /> : null}
    </p>
  )
}

function Terms() {
  const { data: terms } = useReferralTerms()
  if (!terms) return 'Referral settings'
  if (terms.perMember === 0) return 'Referrals: members have no invitations'
  const each = formatCount(terms.perMember, 'invitation')
  return (
    <>
      <OwnLine>{`Referrals: ${each} a member and year,`}</OwnLine>{' '}
      <OwnLine>{`${formatCount(terms.bonus, 'token')} for both`}</OwnLine>
    </>
  )
}
