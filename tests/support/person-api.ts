import { HttpResponse, http } from 'msw'
import type { Tables } from '@/lib/tables'
import { selected } from './rest-rows.ts'
import { server } from './server.ts'

type Has = {
  orders?: Tables<'orders'>[]
  entries?: Tables<'token_transactions'>[]
  codes?: Tables<'redeem_codes'>[]
}

/** Serves the orders, ledger and redeemed codes of one person. */
export function servePerson(id: string, { orders = [], entries = [], codes = [] }: Has) {
  const orderOf = (entry: Tables<'token_transactions'>) => {
    const placed = orders.find((order) => order.id === entry.order_id)
    return placed ? { ...placed, benefit: null } : null
  }
  list(
    'orders',
    'user_id',
    id,
    orders.map((order) => ({ ...order, benefit: null })),
  )
  list(
    'token_transactions',
    'account_id',
    id,
    entries.map((entry) => ({ ...entry, order: orderOf(entry) })),
  )
  list('redeem_codes', 'used_by', id, codes)
}

function list(table: string, owner: string, id: string, rows: object[]) {
  server.use(
    http.head(
      `*/rest/v1/${table}`,
      () => new HttpResponse(null, { headers: { 'content-range': `*/${rows.length}` } }),
    ),
    http.get(`*/rest/v1/${table}`, ({ request }) => {
      const query = new URL(request.url).searchParams
      const owned = rows.map((row) => ({ ...row, [owner]: id }))
      return HttpResponse.json(selected(owned, query))
    }),
  )
}
