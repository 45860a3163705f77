import { formatCount, formatNumber } from '@/lib/format'
import type { OperationTexts } from '../kinds'
import { byAndSince } from '../reasons'

const noun = ['order', 'orders'] as const

export function orderStatusTexts(status: string): OperationTexts {
  return {
    ...(status === 'cancelled' ? cancelling : marking(status)),
    noun,
    tokens:
      status === 'cancelled'
        ? refunds
        : status === 'pending' || status === 'processing'
          ? undefined
          : credits,
    reasons: {
      same_status: (group) =>
        `Already ${status === 'cancelled' ? status : `marked ${status}`}${byAndSince(group)}`,
      cancelled_by_member: () => 'Cancelled by the member',
      deleted_user: () => 'Deleted user, no address to deliver to',
      sold_out: () => 'Sold out',
      insufficient_tokens: () => 'The balance does not cover the price',
    },
  }
}

const credits = (tokens: number, members: number) =>
  tokens > 0
    ? `${formatNumber(tokens)}, credited to ${formatCount(members, 'member')} for late delivery`
    : formatSum(tokens, members)

const refunds = (tokens: number, members: number) =>
  tokens > 0
    ? `${formatNumber(tokens)}, given back to ${formatCount(members, 'member')}`
    : formatSum(tokens, members)

const formatSum = (tokens: number, members: number) =>
  tokens < 0 ? `${formatNumber(-tokens)}, taken again from ${formatCount(members, 'member')}` : 'None'

type Words = Omit<OperationTexts, 'noun' | 'reasons'>

const marking = (status: string): Words => ({
  title: (what) => `Mark ${what} ${status}`,
  act: (count) => `Mark ${count} ${status}`,
  running: `Marking orders ${status}`,
  done: (count) => `${count} marked ${status}`,
  did: (what) => `marked ${what} ${status}`,
})

const cancelling: Words = {
  title: (what) => `Cancel ${what}`,
  act: (count) => `Cancel ${count}`,
  running: 'Cancelling orders',
  done: (count) => `${count} cancelled`,
  did: (what) => `cancelled ${what}`,
}
