import { PageHeader } from '@/components/ui/page-header'
import { InviteViews } from './invite-views'
import { texts } from './texts'
import { Waitlist } from './waitlist/waitlist'

export function WaitlistView() {
  return (
    <>
      <PageHeader title={texts.invite.title} subtitle={texts.invite.subtitle} />
      <InviteViews>
        <Waitlist />
      </InviteViews>
    </>
  )
}
