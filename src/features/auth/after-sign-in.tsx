import { Navigate } from 'react-router-dom'
import { Spinner } from '@/components/ui/spinner'
import { useProfile } from '@/entities/profiles/own'
import { paths } from '@/lib/paths'

export function AfterSignIn() {
  const profile = useProfile()
  if (profile.isPending) return <Spinner label="Opening your account" />
  return <Navigate to={profile.data?.role === 'admin' ? paths.admin : paths.dashboard} replace />
}
