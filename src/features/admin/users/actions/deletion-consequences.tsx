import { Skeleton } from '@/components/ui/skeleton'
import { useAdminProfile, useProfileOpenOrderCount } from '@/entities/profiles/admin-person'
import type { Profile } from '@/entities/profiles/profile'
import { formatCount } from '@/lib/format'

export function DeletionConsequences({ user }: { user: Profile }) {
  const person = useAdminProfile(user.id)
  const openOrders = useProfileOpenOrderCount(user.id)
  if (openOrders.data === undefined) {
    return openOrders.isError ? (
      <p>The open orders of this user could not be counted.</p>
    ) : (
      <Skeleton className="h-5 w-3/4" />
    )
  }
  const { name, current_tokens } = person.data ?? user
  return (
    <p className="figures [overflow-wrap:anywhere]">
      <bdi>{name}</bdi>
      {' has '}
      <b className="font-semibold">{formatCount(current_tokens, 'token')}</b>
      {' and '}
      <b className="font-semibold">{formatCount(openOrders.data, 'open order')}</b>
      {'. The tokens are lost. Orders are kept without name and email.'}
    </p>
  )
}
