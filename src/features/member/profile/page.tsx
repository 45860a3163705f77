import { lazy, Suspense, useState } from 'react'
import { oneOf, useUrlState } from '@/components/list/use-url-state'
import { Spinner } from '@/components/ui/button'
import { PageHeader } from '@/components/ui/page-header'
import { Tabs } from '@/components/ui/tabs'
import { Details } from './details'
import { NotificationSettings } from './notification-settings'

const Privacy = lazy(() => import('./privacy/privacy').then((m) => ({ default: m.Privacy })))

const params = { tab: oneOf(['notifications', 'privacy'], 'details') }
const tabs = [
  { id: 'details', label: 'Details' },
  { id: 'notifications', label: 'Notifications' },
  { id: 'privacy', label: 'Privacy' },
] as const

const contents = { details: Details, notifications: NotificationSettings, privacy: Privacy }

export function ProfilePage() {
  const { state, set } = useUrlState(params)
  const [visited, setVisited] = useState([state.tab])
  if (!visited.includes(state.tab)) setVisited([...visited, state.tab])

  return (
    <>
      <PageHeader title="Your Profile" subtitle="What we use to reach you and to deliver your benefits." />
      <Tabs label="Your profile" tabs={tabs} value={state.tab} onChange={(tab) => set({ tab })}>
        {/* Hidden, a tab keeps what is not saved. */}
        {visited.map((tab) => {
          const Content = contents[tab]
          return (
            <div key={tab} hidden={tab !== state.tab} className="pt-8">
              <Suspense fallback={<Spinner label="Loading" />}>
                <Content />
              </Suspense>
            </div>
          )
        })}
      </Tabs>
    </>
  )
}
