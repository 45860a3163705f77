import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { paths } from '@/lib/paths'

/** A customer's name, which leads to the person; without an account there is nothing to lead to (D12). */
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
