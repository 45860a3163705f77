import { HttpResponse, http } from 'msw'
import type { Payment } from '@/entities/payments/payment'
import type { Database } from '@/lib/database.types'
import { memberId } from './builders.ts'
import { serveProfile, serveRows } from './member-api.ts'
import { serveCall, server } from './server.ts'

type Membership = Database['public']['Functions']['my_membership']['Returns'][number]

export const payment = (changes: Partial<Payment> = {}): Payment => ({
  id: '70000000-0000-4000-8000-000000000700',
  user_id: memberId,
  account_id: memberId,
  kind: 'membership',
  tokens: null,
  amount: 1000,
  currency: 'usd',
  is_launch: true,
  is_test: false,
  state: 'paid',
  created_at: '2026-09-08T09:00:00+00:00',
  paid_at: '2026-09-08T09:00:00+00:00',
  starts_at: '2026-09-08T09:00:00+00:00',
  ends_at: '2027-09-08T09:00:00+00:00',
  refunded: 0,
  refunded_at: null,
  refund_failed_at: null,
  refund_reason: null,
  tokens_returned: null,
  ...changes,
})

type Served = {
  membership?: Partial<Membership>
  payments?: Payment[]
  packs?: { id: string; tokens: number; price: number; is_on_sale: boolean }[]
  from?: string | null
  until?: string | null
}

/** A member who can pay: the membership, its dates, and the payments so far. Returns what is asked of the function `payments`. */
export function servePayments({
  membership = {},
  payments = [],
  packs = [],
  from = null,
  until = null,
}: Served = {}) {
  const asked: unknown[] = []
  const own: Membership = {
    payments: 'live',
    state: 'inactive',
    price: 1000,
    is_launch: true,
    full_price: 9900,
    launch_places: 50,
    launch_places_left: 41,
    sells_tokens: false,
    must_pay: false,
    ...membership,
  }
  own.sells_tokens ||= packs.length > 0 && ['active', 'ending'].includes(own.state)
  serveProfile({ membership_start_date: from, membership_end_date: until })
  const rows = serveRows('payments', payments)
  serveRows('token_packs', packs)
  serveCall('my_membership', () => own)
  server.use(
    http.post('*/functions/v1/payments', async ({ request }) => {
      asked.push(await request.json())
      return HttpResponse.json({ code: 'PT409', message: 'payment_in_progress' }, { status: 409 })
    }),
  )
  return { asked, rows, own }
}
