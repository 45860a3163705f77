import type { OperationTexts } from '../kinds'
import { formatChangedBy } from '../reasons'

const noun = ['order', 'orders'] as const

export function orderStatusTexts(status: string): OperationTexts {
  return {
    ...(status === 'cancelled' ? cancelTexts : markTexts(status)),
    noun,
    reasons: {
      same_status: (group) =>
        `Already ${status === 'cancelled' ? status : `marked ${status}`}${formatChangedBy(group)}`,
      cancelled_by_member: () => 'Cancelled by the member',
      deleted_user: () => 'Deleted user, no address to deliver to',
      sold_out: () => 'Sold out',
      limit_reached: () => 'The member has reached the limit of the benefit',
      insufficient_tokens: () => 'The balance does not cover the price',
    },
  }
}

type Words = Omit<OperationTexts, 'noun' | 'reasons'>

const markTexts = (status: string): Words => ({
  title: (what) => `Mark ${what} ${status}`,
  actionLabel: (count) => `Mark ${count} ${status}`,
  running: `Marking orders ${status}`,
  done: (count) => `${count} marked ${status}`,
  did: (what) => `marked ${what} ${status}`,
})

const cancelTexts: Words = {
  title: (what) => `Cancel ${what}`,
  actionLabel: (count) => `Cancel ${count}`,
  running: 'Cancelling orders',
  done: (count) => `${count} cancelled`,
  did: (what) => `cancelled ${what}`,
}
