import { orderEvent } from '@tests/support/builders'
import { expect, it } from 'vitest'
import { timelineEntries } from './timeline-entries'

const at = (minute: number, second = 0) =>
  `2026-11-20T10:${String(minute).padStart(2, '0')}:${String(second).padStart(2, '0')}.000Z`
const now = Date.parse('2026-11-21T10:00:00Z')
const delivered = { status: 'delivered', due_at: null }
const texts = (...entries: Parameters<typeof timelineEntries>) =>
  timelineEntries(...entries).map(({ text, note, by, isNext, at }) =>
    [text, note, by, isNext && at].filter(Boolean).join(' | '),
  )

const placed = orderEvent('placed', { at: at(0) })
const paid = orderEvent('paid', { at: at(0), detail: { tokens: 35, before: 202, after: 167 } })
const key = (item: number, minute: number, withdrawn = false) =>
  orderEvent('delivered', {
    at: at(minute),
    actor: 'system',
    detail: { kind: 'key', method: 'key', item, withdrawn },
  })

it('shows an instant delivery from its order to its first reading', () => {
  const read = orderEvent('read', { at: at(5), detail: { kind: 'key' } })
  expect(texts(delivered, null, [placed, paid, key(1, 0), read], now)).toEqual([
    'Order placed | You',
    'Paid with 35 tokens | Balance 202, then 167 | You',
    'Key delivered | At once | Guildhall',
    'Key first read | You',
  ])
})

it('does not claim a download, of which only the request is known', () => {
  const read = orderEvent('read', { at: at(5), detail: { kind: 'file' } })
  expect(texts(delivered, null, [read], now)).toEqual(['File first requested | You'])
})

it('shows a replacement after the report that caused it', () => {
  const reported = orderEvent('reported', { at: at(9), detail: { reason: 'Refused' } })
  expect(texts(delivered, null, [key(1, 0, true), key(2, 9), reported], now)).toEqual([
    'Key delivered | No longer belongs to this order | Guildhall',
    'You reported that it does not work | Refused | You',
    'Second key delivered | In place of the one before | Guildhall',
  ])
})

it('shows a cancellation before its refund, and who cancelled', () => {
  const refunded = orderEvent('refunded', {
    at: at(9),
    actor: 'system',
    detail: { tokens: 1, before: 0, after: 1 },
  })
  const cancelled = orderEvent('status', { at: at(9), actor: 'Ines Moreau', detail: { to: 'cancelled' } })
  expect(texts({ status: 'cancelled', due_at: at(0) }, null, [placed, refunded, cancelled], now)).toEqual([
    'Order placed | You',
    'Cancelled | Nothing had been delivered | Ines Moreau',
    '1 token returned | Balance 0, then 1 | Guildhall',
  ])
})

it('does not deny a delivery without content', () => {
  const status = (minute: number, to: string) =>
    orderEvent('status', { at: at(minute), actor: 'Ines Moreau', detail: { to } })
  expect(
    texts({ status: 'cancelled', due_at: null }, null, [status(5, 'delivered'), status(9, 'cancelled')], now),
  ).toEqual(['Delivered | Ines Moreau', 'Cancelled | Ines Moreau'])
})

it('shows what an admin delivered once', () => {
  const detail = { kind: 'text', method: 'manual', item: 1, withdrawn: false }
  const handed = orderEvent('delivered', { at: at(9), actor: 'admin', detail })
  const status = orderEvent('status', { at: at(9), actor: 'admin', detail: { to: 'delivered' } })
  expect(texts(delivered, null, [handed, status], now)).toEqual(['Text delivered | An admin'])
  expect(texts(delivered, null, [status], now)).toEqual(['Delivered | An admin'])
  const again = { ...status, at: at(9, 2) }
  const twice = ['Text delivered | An admin', 'Delivered | An admin']
  expect(texts(delivered, null, [handed, again], now)).toEqual(twice)
})

it('shows of a late delivery when it was due, and the credit after it', () => {
  const detail = { tokens: 3, before: 0, after: 3 }
  const credited = orderEvent('credited', { at: at(40), actor: 'system', detail })
  const status = orderEvent('status', { at: at(40), actor: 'Ines', detail: { to: 'delivered' } })
  expect(texts({ ...delivered, due_at: at(30) }, null, [placed, credited, status], now)).toEqual([
    'Order placed | You',
    'Due time passed | Guildhall',
    'Delivered | Ines',
    '3 tokens credited in all | Balance 0, then 3 | Guildhall',
  ])
})

it.each([
  ['delivered', { kind: 'key', item: 3 }, 'Third key delivered | In place of the one before'],
  ['delivered', { kind: 'key', item: 5 }, 'Fifth key delivered | In place of the one before'],
  ['delivered', { kind: 'file', item: 6 }, 'Another file delivered | In place of the one before'],
  ['delivered', { kind: null, method: 'manual' }, 'Message delivered'],
  ['read', { kind: 'link' }, 'Link first shown'],
  ['read', { kind: 'text' }, 'Text first shown'],
  ['read', {}, 'First shown'],
  ['answered', { answer: 'replaced' }, 'Your report was answered: replaced'],
  ['answered', { answer: 'refunded' }, 'Your report was answered: refunded'],

  ['status', { to: 'completed' }, 'Ready for delivery'],
  ['status', { to: 'on hold' }, 'Pending'],
] as const)('shows that it was %s with %o: %s', (event, detail, text) => {
  expect(texts(delivered, null, [orderEvent(event, { detail })], now)).toEqual([`${text} | You`])
})

const due_at = '2026-11-22T10:00:00Z'

it.each([
  ['pending', ['Order placed | You', 'Processing by an admin', `Delivery by email | ${due_at}`]],
  ['processing', ['Order placed | You', `Delivery by email | ${due_at}`]],
  ['completed', ['Order placed | You', `Delivery by email | ${due_at}`]],
  ['delivered', ['Order placed | You']],
])('shows what is to come of an order that is %s', (status, expected) => {
  expect(texts({ status, due_at }, null, [placed], now)).toEqual(expected)
})

it.each(['pending', 'processing', 'completed'])(
  'expects nothing more once it was delivered, also %s',
  (status) => {
    const order = { status, due_at: at(30) }
    expect(texts(order, { report_due_at: null }, [placed, key(1, 0)], now)).toEqual([
      'Order placed | You',
      'Key delivered | At once | Guildhall',
    ])
  },
)

it('shows the due time that passed where it belongs', () => {
  const processing = (minute: number) =>
    orderEvent('status', { at: at(minute), actor: 'Ines', detail: { to: 'processing' } })
  const order = { status: 'processing', due_at: at(30) }
  const entries = (minute: number) => texts(order, null, [placed, processing(minute)], now)
  expect(entries(20)).toEqual([
    'Order placed | You',
    'Processing | Ines',
    'Due time passed | Guildhall',
    'Delivery by email',
  ])
  expect(entries(40)[1]).toBe('Due time passed | Guildhall')
})

it('shows until when a report will be answered, and then the answer', () => {
  const due = { report_due_at: '2026-11-22T10:00:00Z' }
  expect(timelineEntries(delivered, due, [], now)).toEqual([
    { isNext: true, status: 'pending', text: 'Answer from an admin', at: due.report_due_at },
  ])
  const answered = orderEvent('answered', { actor: 'Ines', detail: { answer: 'replied' } })
  expect(texts(delivered, null, [answered], now)).toEqual(['Your report was answered | Ines'])
})
