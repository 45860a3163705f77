import { Send } from 'lucide-react'
import { lazyDialog } from '@/components/dialog/lazy-dialog'
import { flagParam, useUrlState } from '@/components/list/use-url-state'
import { Button } from '@/components/ui/button'
import { PageHeader } from '@/components/ui/page-header'
import { codeKindTexts } from './code-kind-texts'
import { InvitationCounts } from './invitations/invitation-counts'
import { Invitations } from './invitations/invitations'
import { InviteViews } from './invite-views'

const InviteByEmail = lazyDialog(() =>
  import('./invitations/invite-by-email').then((module) => module.InviteByEmail),
)
const urgent = { keepPage: true, urgent: true }

/** An address opens the dialog as well: 'Add User' leads there. */
export function InvitationView() {
  const { state, set } = useUrlState({ invite: flagParam })
  return (
    <>
      <PageHeader
        title={codeKindTexts.invite.title}
        subtitle={codeKindTexts.invite.subtitle}
        actions={
          <Button variant="primary" icon={<Send />} onClick={() => set({ invite: true }, urgent)}>
            Invite by email
          </Button>
        }
      />
      <InvitationCounts />
      <InviteViews>
        <Invitations />
      </InviteViews>
      {state.invite ? (
        <InviteByEmail
          frame={{ title: 'Invite by email', wide: true }}
          onClose={() => set({ invite: false }, urgent)}
        />
      ) : null}
    </>
  )
}
