import type { OrderDisplayStatus } from '@/components/domain/status-badge'
import type { DeliveryStatus, OrderEvent } from '@/entities/deliveries/own'
import {
  isLateOrder,
  isOpenOrder,
  isOrderStatus,
  type OrderStatus,
  statusText,
} from '@/entities/orders/order'
import type { OwnOrder } from '@/entities/orders/own'
import { brand } from '@/lib/brand'
import { capitalize, formatCount, formatNumber } from '@/lib/format'

export type Entry = {
  at?: string
  /** In the future; `at` is the latest time. */
  isNext?: true
  status: OrderDisplayStatus
  text: string
  note?: string
  by?: string
}

const ordinals = ['', 'Second ', 'Third ', 'Fourth ', 'Fifth ']
const readTexts: Record<string, string> = {
  key: 'Key first read',
  link: 'Link first shown',
  text: 'Text first shown',
  file: 'File first requested',
}
const answerSentences: Record<string, string> = {
  replaced: 'Your report was answered: replaced',
  replied: 'Your report was answered',
  refunded: 'Your report was answered: refunded',
}

const actor = (name: string) =>
  name === 'you' ? 'You' : name === 'system' ? brand.name : name === 'admin' ? 'An admin' : name

function balance({ before = 0, after = 0 }: NonNullable<OrderEvent['detail']>): string {
  return `Balance ${formatNumber(before)}, then ${formatNumber(after)}`
}

function deliveredText({ kind, item = 1 }: NonNullable<OrderEvent['detail']>): string {
  const noun = kind ?? 'message'
  const ordinal = item > ordinals.length ? 'Another ' : (ordinals[item - 1] ?? '')
  return `${ordinal ? ordinal + noun : capitalize(noun)} delivered`
}

function deliveredNote({ method, item = 1, withdrawn }: NonNullable<OrderEvent['detail']>) {
  if (withdrawn) return 'No longer belongs to this order'
  if (item > 1) return 'In place of the one before'
  return method === 'manual' ? undefined : 'At once'
}

function entryOf({ event, detail: given }: OrderEvent, events: OrderEvent[]): Omit<Entry, 'at' | 'by'> {
  const detail = given ?? {}
  switch (event) {
    case 'paid':
      return {
        status: 'completed',
        text: `Paid with ${formatCount(detail.tokens ?? 0, 'token')}`,
        note: balance(detail),
      }
    case 'refunded':
      return {
        status: 'completed',
        text: `${formatCount(detail.tokens ?? 0, 'token')} returned`,
        note: balance(detail),
      }
    case 'credited':
      return {
        status: 'completed',
        text: `${formatCount(detail.tokens ?? 0, 'token')} credited in all`,
        note: balance(detail),
      }
    case 'status': {
      const status = isOrderStatus(detail.to ?? '') ? (detail.to as OrderStatus) : 'pending'
      const isDelivered = events.some(
        (other) => other.event === 'delivered' || other.detail?.to === 'delivered',
      )
      const note = status === 'cancelled' && !isDelivered ? 'Nothing had been delivered' : undefined
      return { status, text: status === 'completed' ? statusText(status) : capitalize(status), note }
    }
    case 'delivered':
      return { status: 'delivered', text: deliveredText(detail), note: deliveredNote(detail) }
    case 'read':
      return { status: 'completed', text: readTexts[detail.kind ?? ''] ?? 'First shown' }
    case 'reported':
      return {
        status: 'processing',
        text: 'You reported that it does not work',
        note: detail.reason ?? undefined,
      }
    case 'answered':
      return { status: 'completed', text: answerSentences[detail.answer ?? ''] ?? 'Your report was answered' }
    default:
      return { status: 'completed', text: 'Order placed' }
  }
}

/** A delivery with content also sets the status, within the same second. */
function repeatsDelivery(event: OrderEvent, events: OrderEvent[]): boolean {
  const seconds = ({ at }: OrderEvent) => Date.parse(at) / 1000
  return (
    event.event === 'status' &&
    event.detail?.to === 'delivered' &&
    events.some((other) => other.event === 'delivered' && Math.abs(seconds(other) - seconds(event)) < 1)
  )
}

/** One transaction writes an effect before its cause. */
function sortCausesFirst(events: OrderEvent[]): OrderEvent[] {
  const sorted = [...events]
  for (let index = 1; index < sorted.length; index++) {
    const [before, after] = [sorted[index - 1], sorted[index]]
    if (!before || !after || Date.parse(after.at) - Date.parse(before.at) >= 1000) continue
    const isEffect =
      ['refunded', 'credited'].includes(before.event) ||
      (before.event === 'delivered' && before.detail?.item !== 1)
    const isCause = ['reported', 'answered', 'status'].includes(after.event)
    if (isEffect && isCause) sorted.splice(index - 1, 2, after, before)
  }
  return sorted
}

/** Past entries, then future ones; a missed due time is in between. */
export function timelineEntries(
  order: Pick<OwnOrder, 'status' | 'due_at'>,
  delivery: Pick<DeliveryStatus, 'report_due_at'> | null | undefined,
  events: OrderEvent[],
  now: number,
): Entry[] {
  const past: Entry[] = sortCausesFirst(events)
    .filter((event) => !repeatsDelivery(event, events))
    .map((event) => ({ at: event.at, by: actor(event.actor), ...entryOf(event, events) }))
  const { status, due_at } = order
  // An admin may reset the status after the delivery.
  const isOpen = !delivery && isOpenOrder(order)
  const isLate = !delivery && isLateOrder(order, now)
  const wasLate = isLate || events.some(({ event }) => event === 'credited')
  if (wasLate && due_at) {
    const after = past.findIndex(({ at = '' }) => Date.parse(at) > Date.parse(due_at))
    const passed: Entry = { at: due_at, status: 'late', text: 'Due time passed', by: brand.name }
    past.splice(after < 0 ? past.length : after, 0, passed)
  }
  return [...past, ...nextEntries()]

  function nextEntries(): Entry[] {
    const next = (text: string, at?: string | null): Entry => ({
      isNext: true,
      status: 'pending',
      text,
      at: at ?? undefined,
    })
    if (delivery?.report_due_at) return [next('Answer from an admin', delivery.report_due_at)]
    if (delivery) return []
    const handed = next('Delivery by email', isLate ? undefined : due_at)
    if (status === 'pending') return [next('Processing by an admin'), handed]
    return isOpen || status === 'completed' ? [handed] : []
  }
}
