import { useNavigate, useSearchParams } from 'react-router-dom'
import { type AuthMode, paths } from '@/lib/paths'

export function useViews() {
  const [query] = useSearchParams()
  const navigate = useNavigate()
  const next = query.get('next') ?? undefined
  const to = (mode: AuthMode) => paths.auth({ mode, next })
  return {
    to,
    go: (mode: AuthMode, options?: { replace: boolean }) => void navigate(to(mode), options),
  }
}
