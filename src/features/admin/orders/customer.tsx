import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import type { AdminOrder } from '@/entities/orders/admin-list'
import { paths } from '@/lib/paths'

/** Current name and email; `undefined` for a deleted user (D12). */
export function customerOf({ customer_name, customer_email, profile }: AdminOrder) {
  const name = profile?.name ?? customer_name
  return name === null ? undefined : { name, email: profile?.email ?? customer_email ?? '' }
}

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
