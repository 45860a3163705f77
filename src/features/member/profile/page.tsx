import { lazy, Suspense } from 'react'
import { oneOf, useUrlState } from '@/components/list/use-url-state'
import { PageHeader } from '@/components/ui/page-header'
import { Spinner } from '@/components/ui/spinner'
import { Tabs } from '@/components/ui/tabs'
import { Details } from './details'
import { NoticeSettings } from './notice-settings'

const Privacy = lazy(() => import('./privacy/privacy').then((m) => ({ default: m.Privacy })))

const params = { tab: oneOf(['notifications', 'privacy'], 'details') }
const tabs = [
  { id: 'details', label: 'Details' },
  { id: 'notifications', label: 'Notifications' },
  { id: 'privacy', label: 'Privacy' },
] as const

export function ProfilePage() {
  const { state, set } = useUrlState(params)
  return (
    <>
      <PageHeader title="Your Profile" subtitle="What we use to reach you and to deliver your benefits." />
      <Tabs label="Your profile" tabs={tabs} value={state.tab} onChange={(tab) => set({ tab })}>
        <div className="pt-8">
          {state.tab === 'details' ? <Details /> : null}
          {state.tab === 'notifications' ? <NoticeSettings /> : null}
          {state.tab === 'privacy' ? (
            <Suspense fallback={<Spinner label="Loading" />}>
              <Privacy />
            </Suspense>
          ) : null}
        </div>
      </Tabs>
    </>
  )
}
