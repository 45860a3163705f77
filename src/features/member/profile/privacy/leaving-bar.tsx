import { Clock } from 'lucide-react'
import { useEffect, useState } from 'react'
import { createPortal } from 'react-dom'
import { useLocation } from 'react-router-dom'
import { Button } from '@/components/ui/button'
import { InlineAlert } from '@/components/ui/inline-alert'
import { toastSuccess } from '@/components/ui/toast'
import { useKeepAccount } from '@/entities/privacy/privacy'
import { paths } from '@/lib/paths'
import { leavingTitle } from './leaving-title'

/** On every page while a deletion is announced, except the Privacy tab, which says it itself (D49). */
export function LeavingBar({ deletesAt, role }: { deletesAt: string; role: string }) {
  const { pathname, search } = useLocation()
  const [place] = useState(() => document.createElement('div'))
  const keep = useKeepAccount()
  useEffect(() => {
    document.getElementById('main')?.before(place)
    return () => place.remove()
  }, [place])

  // The bar unmounts before the mutation ends, so the callbacks of `mutate` would not run.
  const keepAccount = () =>
    keep.mutateAsync().then(
      () => toastSuccess('Your account stays.', 'Nothing was deleted.'),
      () => undefined,
    )

  if (pathname === paths.profile && search.includes('tab=privacy')) return null
  return createPortal(
    <aside aria-label="Deletion of your account">
      <InlineAlert
        tone="warning"
        icon={<Clock aria-hidden="true" />}
        title={leavingTitle(deletesAt, role)}
        action={
          <Button busy={keep.isPending} busyLabel="Keeping..." onClick={() => void keepAccount()}>
            Keep my account
          </Button>
        }
      >
        Until then everything works.
      </InlineAlert>
    </aside>,
    place,
  )
}
