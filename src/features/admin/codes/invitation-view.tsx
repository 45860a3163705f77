import { PageHeader } from '@/components/ui/page-header'
import { InvitationCounts } from './invitations/invitation-counts'
import { Invitations } from './invitations/invitations'
import { InviteByEmail } from './invitations/invite-by-email'
import { InviteViews } from './invite-views'
import { ReferralSettings } from './referrals/referral-settings'
import { texts } from './texts'

export function InvitationView() {
  return (
    <>
      <PageHeader title={texts.invite.title} subtitle={texts.invite.subtitle} actions={<InviteByEmail />} />
      <ReferralSettings />
      <InvitationCounts />
      <InviteViews>
        <Invitations />
      </InviteViews>
    </>
  )
}
