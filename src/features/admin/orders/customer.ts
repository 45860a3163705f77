import type { AdminOrder } from '@/entities/orders/admin-list'

/** Current name and email; `undefined` for a deleted user (D12). */
export function customerOf({ customer_name, customer_email, profile }: AdminOrder) {
  const name = profile?.name ?? customer_name
  return name === null ? undefined : { name, email: profile?.email ?? customer_email ?? '' }
}

/** Pending and past its due time (D25). */
export function isOverdue(
  { status, due_at }: Pick<AdminOrder, 'status' | 'due_at'>,
  now = Date.now(),
): boolean {
  return status === 'pending' && due_at !== null && new Date(due_at).getTime() < now
}
