import type { AdminOrder } from '@/entities/admin-orders'

/**
 * Who ordered, as the order recorded it: what the search finds is what the list shows. Orders without a record
 * show the linked profile; `undefined` is a deleted user (D12).
 */
export function customerOf({ customer_name, customer_email, profile }: AdminOrder) {
  const name = customer_name ?? profile?.name
  return name === undefined ? undefined : { name, email: customer_email ?? profile?.email ?? '' }
}

/** Is a pending order past its due time (D25)? */
export function isOverdue(
  { status, due_at }: Pick<AdminOrder, 'status' | 'due_at'>,
  now = Date.now(),
): boolean {
  return status === 'pending' && due_at !== null && new Date(due_at).getTime() < now
}
