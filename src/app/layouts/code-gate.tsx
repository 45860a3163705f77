import type { ReactNode } from 'react'
import { Navigate, useLocation } from 'react-router-dom'
import { lacksCode } from '@/entities/session/assurance'
import { paths } from '@/lib/paths'

export function CodeGate({ children }: { children: ReactNode }) {
  const { pathname, search } = useLocation()
  return lacksCode() ? <Navigate to={paths.auth({ next: pathname + search })} replace /> : children
}
