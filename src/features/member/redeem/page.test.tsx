import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { memberId, transaction, uuid } from '@tests/support/builders'
import { held } from '@tests/support/held'
import { broken, refusal, serveProfile, serveRows } from '@tests/support/member-api'
import { renderPage, signInAs } from '@tests/support/render'
import { queryParams, see, seeBelow } from '@tests/support/see'
import { server } from '@tests/support/server'
import { seeToast, toastsTitled } from '@tests/support/toasts'
import { HttpResponse, http } from 'msw'
import { beforeEach, expect, it } from 'vitest'
import { formatDate } from '@/lib/format'
import { RedeemPage } from './page'

type Respond = () => Response | Promise<Response>

const refused = 'Invalid or expired redemption code'
const unreachable = 'The server cannot be reached. Check your connection and try again.'
const received = ['Code Redeemed Successfully!', "You've received 50 tokens."] as const

const miss = () => HttpResponse.json({ ok: false, token_value: null, balance: 87 })
const success = () => HttpResponse.json({ ok: true, token_value: 50, balance: 137 })
const lost = () => HttpResponse.error()

beforeEach(() => signInAs())

/** Opens the page, and responds to each redemption with the next of `responses`; records codes and request ids. */
async function open(...responses: Respond[]) {
  const codes: string[] = []
  const ids: string[] = []
  const entries = serveRows<object>('token_transactions', [])
  const { profile } = serveProfile()
  server.use(
    http.post('*/rest/v1/rpc/redeem_code', async ({ request }) => {
      const { p_code, p_request_id } = (await request.json()) as Record<string, string>
      ids.push(p_request_id ?? '')
      return (responses[codes.push(p_code ?? '') - 1] ?? broken)()
    }),
  )
  const { user } = renderPage(<RedeemPage />)
  const field = await screen.findByLabelText('Token code')
  const button = screen.getByRole('button', { name: 'Redeem code' })
  const redeem = async (code: string) => {
    fireEvent.change(field, { target: { value: code } })
    await user.click(button)
  }
  return { codes, ids, entries, profile, user, field, button, redeem }
}

it('redeems a trimmed code once on a double click, and is busy; the balance follows', async () => {
  const { released, release } = held()
  const { codes, entries, profile, user, field, button } = await open(async () => {
    await released
    profile.current_tokens = 137
    const description = 'Redeemed code R9CL5HX3'
    entries.rows = [transaction({ amount: 50, balance_after: 137, description, redeem_code_id: uuid() })]
    return success()
  })
  expect(screen.getByRole('heading', { name: 'Redeem Codes' })).toBeVisible()
  expect(await screen.findByText('87 tokens')).toBeInTheDocument()
  await see(/You have not redeemed a code yet/)
  fireEvent.change(field, { target: { value: '  r9cl5hx3 ' } })
  await user.dblClick(button)
  expect(await screen.findByRole('button', { name: 'Redeeming...' })).toHaveAttribute('aria-disabled', 'true')
  release()
  await seeToast(...received)
  expect(codes).toEqual(['r9cl5hx3'])
  expect(field).toHaveValue('')
  expect(await screen.findByText('137 tokens')).toBeInTheDocument()
  expect(screen.getByText('Received just now')).toHaveTextContent('+50')
  const table = within(await screen.findByRole('table', { name: 'Codes you have redeemed' }))
  const row = await table.findByRole('row', { name: /Redeemed code R9CL5HX3/ })
  expect(table.getAllByRole('row')[0]).toHaveTextContent(/^TransactionDateReceivedBalance after$/)
  expect(screen.getByRole('region', { name: 'Voucher' })).toHaveTextContent('Your balance')
  expect(within(row).getByText('137')).toBeVisible()
  expect(toastsTitled('Redemption Failed')).toBe(0)
  const [query] = entries.queries
  expect(queryParams(query)).toMatchObject({ account_id: `eq.${memberId}`, redeem_code_id: 'not.is.null' })
})

it('keeps a code that brought nothing with the reason, and marks the field only after a miss', async () => {
  const closed = () => refusal(400, 'The ledger is closed', null, 'P0001')
  const { codes, entries, user, field, redeem } = await open(lost, closed, miss, miss, miss)
  await redeem('   ')
  await seeBelow(field, 'Enter a code.')
  expect(field).toHaveFocus()
  expect(codes).toEqual([])
  for (const text of [unreachable, 'The ledger is closed']) {
    await redeem('nope-1')
    await seeToast('Redemption Failed', text)
    expect(field).toHaveValue('nope-1')
    expect(field).toHaveFocus()
    await seeBelow(field, /^Not case-sensitive\./)
    expect(field).toBeValid()
  }
  await redeem('nope-1')
  await seeToast('Redemption Failed', refused)
  await seeBelow(field, refused)
  expect(field).toHaveFocus()
  expect(field).toBeInvalid()
  await user.type(field, '2')
  await waitFor(() => expect(field).toBeValid())
  await redeem(' 4TB8 WJ2P ')
  await seeBelow(field, 'Check the space in the code.')
  const used = transaction({ description: 'Redeemed code R9CL5HX3', redeem_code_id: uuid() })
  entries.rows = [used]
  await redeem('r9cl5hx3')
  await seeBelow(field, `You redeemed this code on ${formatDate(used.created_at)}.`)
})

it('retries a lost request with the same id (D41), and sends a new one after a response and for another code', async () => {
  const { ids, button, redeem } = await open(lost, success, miss, lost, miss)
  for (const code of ['r9cl5hx3 ', 'R9CL5HX3', 'R9CL5HX3', 'R9CL5HX3', 'OTHER-1']) {
    await waitFor(() => expect(button).toHaveTextContent('Redeem code'))
    await redeem(code)
  }
  await waitFor(() => expect(ids).toHaveLength(5))
  expect(ids[0]).toMatch(/^[0-9a-f-]{36}$/)
  expect(ids[1]).toBe(ids[0])
  expect(new Set(ids).size).toBe(4)
  await seeToast('Redemption Failed', refused)
})
