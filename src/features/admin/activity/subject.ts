import type { Activity } from '@/entities/activity/activity'
import { adminPaths } from '@/lib/admin-paths'
import { paths } from '@/lib/paths'

export type Piece = string | Named
type Named = {
  name: string
  to?: string
  /** Plain text: part of the sentence, but not its subject. */
  plain?: true
}

export function subjectOf(entry: Activity): Piece {
  const { subject, table_name, action } = entry
  const to = action === 'delete' ? undefined : addressOf(entry)
  if (subject !== null) return { name: subject, to }
  if (table_name === 'profiles') return 'a deleted user'
  return { name: table_name === 'orders' ? 'a legacy order' : entry.row_id, to }
}

export function addressOf({ table_name, row_id, subject, after }: Activity): string | undefined {
  const search = subject === null ? '' : `?${new URLSearchParams({ q: subject })}`
  switch (table_name) {
    case 'orders':
      return adminPaths.orderOf(row_id)
    case 'profiles':
      return adminPaths.personOf(row_id)
    case 'benefits':
      return adminPaths.benefitOf(row_id)
    case 'key_batches':
    case 'delivery_keys':
      return `${adminPaths.benefitOf(String(after?.benefit_id))}?tab=delivery`
    case 'reports':
      return `${paths.adminReports}?report=${row_id}`
    case 'redeem_codes':
      return paths.adminTokenCodes + search
    case 'invite_codes':
      return paths.adminInviteCodes + search
    default:
      return undefined
  }
}
