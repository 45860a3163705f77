import { orderedBenefit, orderLabel } from '@/entities/orders'
import type { OwnOrder } from '@/entities/own-orders'

const head = [
  'Order',
  'Benefit',
  'Status',
  'Delivery e-mail',
  'Tokens',
  'Tokens returned',
  'Ordered',
  'Updated',
]

/** The orders as CSV for a spreadsheet (D22): UTF-8 with BOM, every cell quoted, none that starts a formula. */
export function ordersCsv(orders: readonly OwnOrder[]): string {
  const rows = orders.map((order) => {
    const { name, tokens } = orderedBenefit(order)
    return [
      orderLabel(order),
      name,
      order.status,
      order.redemption_email ?? '',
      tokens,
      order.status === 'cancelled' ? tokens : 0,
      localTime(order.created_at),
      localTime(order.updated_at),
    ]
  })
  return `\uFEFF${[head, ...rows].map((row) => `${row.map(cell).join(',')}\r\n`).join('')}`
}

/** Spreadsheets run a text that starts with one of these, after any white space, as a formula; an apostrophe makes it text. */
const formula = /^\s*[=+\-@＝＋－＠]|^[\t\r\n]/

function cell(value: string | number): string {
  const text = typeof value === 'string' && formula.test(value) ? `'${value}` : String(value)
  return `"${text.replaceAll('"', '""')}"`
}

/** The viewer's clock (D27), in the one form that every spreadsheet reads as a date. */
function localTime(iso: string): string {
  const time = new Date(iso)
  const two = (part: number) => String(part).padStart(2, '0')
  const day = [time.getFullYear(), two(time.getMonth() + 1), two(time.getDate())].join('-')
  return `${day} ${two(time.getHours())}:${two(time.getMinutes())}`
}
