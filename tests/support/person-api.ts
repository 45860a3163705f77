import type { Tables } from '@/lib/tables'
import { serveRows } from './member-api.ts'

type Has = {
  orders?: Tables<'orders'>[]
  entries?: Tables<'token_transactions'>[]
  codes?: Tables<'redeem_codes'>[]
}

/** Serves the orders, ledger and redeemed codes of one person. */
export function servePerson(id: string, { orders = [], entries = [], codes = [] }: Has) {
  const placed = orders.map((order) => ({ ...order, user_id: id, benefit: null }))
  const orderOf = ({ order_id }: Tables<'token_transactions'>) =>
    placed.find((order) => order.id === order_id)
  serveRows('orders', placed)
  serveRows(
    'token_transactions',
    entries.map((entry) => ({ ...entry, account_id: id, order: orderOf(entry) ?? null })),
  )
  serveRows(
    'redeem_codes',
    codes.map((code) => ({ ...code, used_by: id })),
  )
}
