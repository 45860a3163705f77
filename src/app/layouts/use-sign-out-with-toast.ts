import { toastSuccess } from '@/components/ui/toast'
import { useSignOut } from '@/entities/session/session'

/** Sign Out: the guard leads home, and the toast outlives the layout. A failure is told by the cache policy. */
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
