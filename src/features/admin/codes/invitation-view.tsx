import { PageHeader } from '@/components/ui/page-header'
import { codeKindTexts } from './code-kind-texts'
import { InvitationCounts } from './invitations/invitation-counts'
import { Invitations } from './invitations/invitations'
import { InviteByEmail } from './invitations/invite-by-email'
import { InviteViews } from './invite-views'

export function InvitationView() {
  return (
    <>
      <PageHeader
        title={codeKindTexts.invite.title}
        subtitle={codeKindTexts.invite.subtitle}
        actions={<InviteByEmail />}
      />
      <InvitationCounts />
      <InviteViews>
        <Invitations />
      </InviteViews>
    </>
  )
}
