import type { ReactNode } from 'react'
import { oneOf, useUrlState } from '@/components/list/use-url-state'
import { Tabs } from '@/components/ui/tabs'
import { countListedCodes, useCodeCounts } from '@/entities/codes/list'
import { useInvitationCounts } from '@/entities/invitations/admin'
import { useWaitlistCount } from '@/entities/waitlist/admin'

const params = { view: oneOf(['invitations', 'waitlist'], 'codes') }

export function useInviteView() {
  return useUrlState(params).state.view
}

export function InviteViews({ children }: { children: ReactNode }) {
  const { state, set } = useUrlState(params)
  const { data: counts } = useCodeCounts('invite')
  const { data: invitations } = useInvitationCounts()
  const waiting = useWaitlistCount()
  return (
    <div className="mt-7">
      <Tabs
        label="Ways in"
        tabs={[
          { id: 'invitations', label: 'Invitations', count: invitations?.total },
          { id: 'codes', label: 'Plain codes', count: counts && countListedCodes(counts) },
          { id: 'waitlist', label: 'Waitlist', count: waiting },
        ]}
        value={state.view}
        onChange={(view) => set({ view })}
      >
        {children}
      </Tabs>
    </div>
  )
}
