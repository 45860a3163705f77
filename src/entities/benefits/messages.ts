import { invalidDeliveryMessage } from '@/entities/deliveries/admin-messages'
import { notAdmin, uncertainWrite } from '@/entities/shared/write-errors'
import { explainError } from '@/lib/errors'
import { formatCount } from '@/lib/format'

export const adminBenefitsLoadFailure = 'Failed to load benefits'

export const benefitCreated = 'Benefit created successfully'
export const benefitUpdated = 'Benefit updated successfully'
export const benefitDeleted = 'Benefit deleted successfully'
export const benefitSaveFailure = 'Failed to save benefit'
export const benefitDeleteFailure = 'Failed to delete benefit'

export function benefitErrorMessage(error: unknown): string | undefined {
  return explainError(error, {
    ...uncertainWrite,
    benefit_unavailable: 'This benefit was deleted since you opened it.',
    category_deleted: 'Someone else removed this category. Choose another.',
    invalid_delivery: invalidDeliveryMessage,
    not_admin: notAdmin,
    row_changed: 'Someone else changed this benefit since you opened it.',
    row_deleted: 'This benefit was deleted since you opened it.',
  })
}

type DeletionCounts = { orders: number; open_orders: number; keys_left: number | null }

/** What stays, what is still to be done, and what goes when a benefit is deleted: it informs and never blocks (D13). */
export function deletionText({ orders, open_orders, keys_left }: DeletionCounts): string {
  const ordersText =
    orders === 0
      ? 'Nobody has ordered it.'
      : `Its ${formatCount(orders, 'order')} ${orders === 1 ? 'stays' : 'stay'} with what was delivered.`
  const open =
    open_orders === 0
      ? ''
      : ` ${formatCount(open_orders, 'order is', 'orders are')} open and can still be delivered or cancelled.`
  const keys = keys_left ? ` ${formatCount(keys_left, 'key')} will not be handed out any more.` : ''
  return ordersText + open + keys
}
