import { toastSuccess } from '@/components/ui/toast'
import { useSignOut } from '@/entities/session/session'

/** The guard redirects home after Sign Out; the query client reports a failure. */
export function useSignOutWithToast() {
  const { mutateAsync, isPending } = useSignOut()
  async function leave() {
    try {
      await mutateAsync()
    } catch {
      return
    }
    toastSuccess('Signed out', 'You have been successfully signed out.')
  }
  return { leave, leaving: isPending }
}
