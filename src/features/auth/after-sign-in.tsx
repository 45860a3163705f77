import { Navigate } from 'react-router-dom'
import { Spinner } from '@/components/ui/spinner'
import { useProfile } from '@/entities/profiles/own'
import { paths } from '@/lib/paths'

/** Redirects after signing in without a requested page: admins to /admin, members to /dashboard. */
export function AfterSignIn() {
  const profile = useProfile()
  if (profile.isPending) return <Spinner label="Opening your account" />
  return <Navigate to={profile.data?.role === 'admin' ? paths.admin : paths.dashboard} replace />
}
