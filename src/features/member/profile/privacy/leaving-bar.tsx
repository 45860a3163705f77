import { Clock } from 'lucide-react'
import { useLocation } from 'react-router-dom'
import { Button } from '@/components/ui/button'
import { InlineAlert } from '@/components/ui/inline-alert'
import { toastSuccess } from '@/components/ui/toast'
import { leavingTitle, useKeepAccount, useProfile } from '@/entities/profiles/profile'
import { paths } from '@/lib/paths'

/** On every page while a deletion is announced, except the Privacy tab, which says it itself (D49). */
export function LeavingBar() {
  const { pathname, search } = useLocation()
  const { data: profile } = useProfile()
  const keep = useKeepAccount()
  if (!profile?.deletes_at || (pathname === paths.profile && search.includes('tab=privacy'))) return null

  const keepAccount = () =>
    keep.mutate(undefined, {
      onSuccess: () => {
        toastSuccess('Your account stays.', 'Nothing was deleted.')
        // The button is gone.
        document.getElementById('main')?.focus()
      },
    })

  return (
    <aside aria-label="Deletion of your account">
      <InlineAlert
        tone="warning"
        icon={<Clock />}
        title={leavingTitle(profile.deletes_at, profile.role)}
        action={
          <Button busy={keep.isPending} busyLabel="Keeping..." onClick={keepAccount}>
            Keep my account
          </Button>
        }
      >
        Until then everything works.
      </InlineAlert>
    </aside>
  )
}
