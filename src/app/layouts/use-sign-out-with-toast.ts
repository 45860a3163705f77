import { toastSuccess } from '@/components/ui/toast'
import { signedOutToast, useSignOut } from '@/entities/session/session'

export function useSignOutWithToast() {
  const { mutateAsync, isPending } = useSignOut()
  async function signOutWithToast() {
    try {
      await mutateAsync()
    } catch {
      return
    }
    toastSuccess(...signedOutToast)
  }
  return { signOutWithToast, isSigningOut: isPending }
}
