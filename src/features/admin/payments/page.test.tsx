import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { seeBusy, seeNoDialog } from '@tests/support/dialogs'
import { refusal } from '@tests/support/member-api'
import { payment } from '@tests/support/payments-api'
import { renderPage, signInAs } from '@tests/support/render'
import { see } from '@tests/support/see'
import { serveCall, server } from '@tests/support/server'
import { seeToast } from '@tests/support/toasts'
import { HttpResponse, http } from 'msw'
import { beforeEach, expect, it } from 'vitest'
import { PaymentsPage } from './page'

beforeEach(() => signInAs())

const paid = {
  ...payment({ kind: 'tokens', tokens: 100, amount: 1900 }),
  ...{ name: 'Peter Lund', email: 'p.lund@lundbyg.example', is_renewal: false, tokens_unspent: 60 },
  ...{ dispute_reason: null, dispute_due_at: null, dispute_status: null, intent_id: 'pi_1' },
}
const sums = {
  ...{ memberships: 1, memberships_amount: 9900, renewals: 3, renewals_amount: 0, packs: 1 },
  ...{ packs_amount: 1900, refunds: 1, refunded: 500, revenue: 11300 },
}

/** Serves these payments; returns what was asked of their list, and of their sums. */
function serve(payments: object[] = [paid]) {
  const lists: object[] = []
  serveCall<{ p_limit: number }>('search_payments', (asked) => {
    // The notice above the list.
    if (asked.p_limit === 100) return []
    lists.push(asked)
    return payments
  })
  serveCall('payment_problems', () => [])
  server.use(http.get('*/functions/v1/payments', () => HttpResponse.json({ state: 'ready', missing: [] })))
  return { lists, months: serveCall('payment_sums', () => sums) }
}

it('refunds what was paid after a refusal, and says that Stripe makes it (D64)', async () => {
  serve()
  const answers = [() => refusal(409, 'refund_refused'), () => HttpResponse.json({ amount: 1900 })]
  const sent: unknown[] = []
  server.use(
    http.post('*/functions/v1/payments', async ({ request }) => {
      sent.push(await request.json())
      await seeBusy('Asking Stripe...')
      return answers.shift()?.()
    }),
  )
  const { user } = renderPage(<PaymentsPage />)
  await user.click(await screen.findByRole('button', { name: 'More for 100 tokens of Peter Lund' }))
  await user.click(screen.getByRole('menuitem', { name: 'Refund…' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Refund Peter Lund', busy: false }))
  fireEvent.change(dialog.getByLabelText('Reason'), { target: { value: 'Asked for it' } })
  const refund = () => user.click(dialog.getByRole('button', { name: 'Refund $19.00' }))
  await refund()
  await see('This payment cannot be refunded as it is now. Look at it again.')
  await refund()
  await seeToast('Refund asked for', 'Stripe makes it, usually within seconds. It cannot be undone.')
  await seeNoDialog()
  const asked = { action: 'refund', payment: paid.id, amount: 1900, reason: 'Asked for it' }
  expect(sent).toEqual([asked, asked])
})

it('filters by state, search and month, and shows no total of what a state leaves of a month', async () => {
  const { lists, months } = serve()
  const { user } = renderPage(<PaymentsPage />)
  await screen.findByText('5 payments and 1 refund in all')
  const asked = { p_reverse: false, p_limit: 26 }
  expect(lists).toEqual([asked])
  const now = new Date()
  const [from, to] = [-1, 0].map((by) => new Date(now.getFullYear(), now.getMonth() + by))
  const month = from?.toLocaleDateString(undefined, { month: 'long', year: 'numeric' }) ?? ''
  await user.selectOptions(screen.getByLabelText('Month'), month)
  await screen.findByText(`5 payments and 1 refund in ${month}`)
  const bounds = { p_from: from?.toISOString(), p_to: to?.toISOString() }
  expect(months.at(-1)).toEqual(bounds)
  await user.click(screen.getByRole('button', { name: 'Open disputes' }))
  await waitFor(() => expect(lists.at(-1)).toEqual({ ...bounds, ...asked, p_state: 'dispute_open' }))
  await waitFor(() => expect(screen.queryByText(/^5 payments and/)).toBeNull())
  await user.click(screen.getByRole('button', { name: 'Open disputes' }))
  await user.type(screen.getByRole('searchbox', { name: 'Search payments' }), 'lund')
  await waitFor(() => expect(lists.at(-1)).toEqual({ ...bounds, ...asked, p_search: 'lund' }))
  await waitFor(() => expect(screen.queryByText(/^5 payments and/)).toBeNull())
})

it('tries again what could not be loaded, each in its place', async () => {
  serve()
  const refuse = () => HttpResponse.json({ code: '42501', message: 'no' }, { status: 403 })
  let isRefused = false
  server.use(
    http.post('*/rest/v1/rpc/payment_sums', refuse, { once: true }),
    http.post('*/rest/v1/rpc/payment_problems', refuse, { once: true }),
    http.post<never, { p_limit: number }>('*/rest/v1/rpc/search_payments', async ({ request }) => {
      const { p_limit } = await request.clone().json()
      if (isRefused || p_limit === 100) return undefined
      isRefused = true
      return refuse()
    }),
  )
  const { user } = renderPage(<PaymentsPage />)
  for (const what of ['The sums', 'What could not', 'Failed to load payments']) {
    const problem = await waitFor(
      () => screen.getAllByRole('alert').find((one) => one.textContent?.startsWith(what))!,
    )
    await user.click(within(problem).getByRole('button', { name: 'Try again' }))
    await waitFor(() => expect(problem).not.toBeInTheDocument())
  }
})
