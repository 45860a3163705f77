import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { paths } from '@/lib/paths'

/** Plain text for a deleted user (D12). */
export function PersonLink({ id, children }: { id: string | null; children: ReactNode }) {
  if (id === null) return children
  return (
    <Link
      to={`${paths.adminUsers}?${new URLSearchParams({ person: id })}`}
      className="hit-area rounded-sm underline-offset-[3px] hover:underline"
    >
      {children}
    </Link>
  )
}
