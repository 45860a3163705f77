import { lazy, Suspense } from 'react'
import { Spinner } from '@/components/ui/button'
import { CodesScreen } from './codes-screen'
import { InviteViews, useInviteView } from './invite-views'
import { WithCodePanel } from './panel/with-code-panel'

const views = {
  invitations: lazy(() => import('./invitation-view').then((module) => ({ default: module.InvitationView }))),
  waitlist: lazy(() => import('./waitlist/waitlist').then((module) => ({ default: module.WaitlistView }))),
}

export function InviteCodesPage() {
  return (
    <WithCodePanel kind="invite">
      <InviteCodes />
    </WithCodePanel>
  )
}

function InviteCodes() {
  const view = useInviteView()
  if (view === 'codes')
    return <CodesScreen kind="invite" views={(list) => <InviteViews>{list}</InviteViews>} />
  const View = views[view]
  return (
    <Suspense fallback={<Spinner label="Loading" className="min-h-60" />}>
      <View />
    </Suspense>
  )
}
