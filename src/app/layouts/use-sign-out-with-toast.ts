import { toastSuccess } from '@/components/ui/toast'
import { useSignOut } from '@/entities/session/session'

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
