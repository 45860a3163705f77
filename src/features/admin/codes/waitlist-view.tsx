import { PageHeader } from '@/components/ui/page-header'
import { codeKindTexts } from './code-kind-texts'
import { InviteViews } from './invite-views'
import { Waitlist } from './waitlist/waitlist'

export function WaitlistView() {
  return (
    <>
      <PageHeader title={codeKindTexts.invite.title} subtitle={codeKindTexts.invite.subtitle} />
      <InviteViews>
        <Waitlist />
      </InviteViews>
    </>
  )
}
