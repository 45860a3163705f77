import { screen, waitFor, within } from '@testing-library/react'
import { transaction, uuid } from '@tests/support/builders'
import { broken, refusal, rowsAnswer, serveProfile } from '@tests/support/member-api'
import { renderPage, signInAs } from '@tests/support/render'
import { server } from '@tests/support/server'
import { seeToast, toastsTitled } from '@tests/support/toasts'
import { HttpResponse, http } from 'msw'
import { beforeEach, expect, it } from 'vitest'
import { RedeemPage } from './page'

beforeEach(() => signInAs())

const refused = 'Invalid or expired redemption code'

/** Serves the redeemed codes and responds to each redemption with the next of `responses`; records codes and request ids. */
function serveRedeeming(...responses: (() => Response)[]) {
  const sent: string[] = []
  const ids: string[] = []
  const rows: object[] = []
  server.use(
    http.get('*/rest/v1/token_transactions', () => rowsAnswer(rows)),
    http.post('*/rest/v1/rpc/redeem_code', async ({ request }) => {
      const { p_code, p_request_id } = (await request.json()) as { p_code: string; p_request_id: string }
      sent.push(p_code)
      ids.push(p_request_id)
      return (responses[sent.length - 1] ?? broken)()
    }),
  )
  return { sent, ids, rows }
}

const miss = () => HttpResponse.json({ ok: false, token_value: null, balance: 87 })
const success = () => HttpResponse.json({ ok: true, token_value: 50, balance: 137 })

async function redeem(code: string) {
  const { user } = renderPage(<RedeemPage />)
  const field = await screen.findByLabelText('Token code')
  if (code) await user.type(field, code)
  const button = screen.getByRole('button', { name: 'Redeem code' })
  return { user, field, button }
}

it('redeems a code once, as typed but trimmed, on a double click; the balance follows', async () => {
  const served = serveProfile()
  const { sent, rows } = serveRedeeming(() => {
    served.profile.current_tokens = 137
    rows.unshift(
      transaction({
        amount: 50,
        balance_after: 137,
        description: 'Redeemed code R9CL5HX3',
        redeem_code_id: uuid(),
      }),
    )
    return HttpResponse.json({ ok: true, token_value: 50, balance: 137 })
  })
  const { user, field, button } = await redeem('  r9cl5hx3 ')
  expect(screen.getByRole('heading', { name: 'Redeem Codes' })).toBeVisible()
  expect(await screen.findByText('87 tokens')).toBeInTheDocument()
  expect(await screen.findByText(/You have not redeemed a code yet/)).toBeVisible()

  await user.dblClick(button)
  await seeToast('Code Redeemed Successfully!', "You've received 50 tokens.")
  expect(sent).toEqual(['r9cl5hx3'])
  expect(field).toHaveValue('')
  expect(await screen.findByText('137 tokens')).toBeInTheDocument()
  expect(screen.getByText('Received just now')).toHaveTextContent('+50')
  const row = await screen.findByRole('row', { name: /Redeemed code R9CL5HX3/ })
  expect(within(row).getByText('137')).toBeVisible()
  expect(toastsTitled('Redemption Failed')).toBe(0)
})

it.each([
  ['unknown or used', miss, refused],
  ['asked too often (D10)', () => refusal(429, 'rate_limited', '42'), refused],
  ['refused with a message', () => broken('The ledger is closed'), 'The ledger is closed'],
  [
    'refused without one',
    () => HttpResponse.json({ code: 'XX000', message: '' }, { status: 400 }),
    'Failed to redeem code',
  ],
  [
    'never answered',
    () => HttpResponse.error(),
    'The server cannot be reached. Check your connection and try again.',
  ],
])('keeps a code that was %s, and says why', async (_case, answer, sentence) => {
  serveProfile()
  serveRedeeming(answer)
  const { user, field, button } = await redeem('nope-1')
  await user.click(button)
  await seeToast('Redemption Failed', sentence)
  expect(field).toHaveValue('nope-1')
  expect(field).toHaveFocus()
})

it('retries a lost request with the same id, which redeems the code once', async () => {
  const served = serveProfile()
  const { ids } = serveRedeeming(() => {
    served.profile.current_tokens = 137
    return HttpResponse.error()
  }, success)
  const { user, field, button } = await redeem('r9cl5hx3 ')
  await user.click(button)
  await seeToast('Redemption Failed', 'The server cannot be reached. Check your connection and try again.')
  await user.click(button)
  await seeToast('Code Redeemed Successfully!', "You've received 50 tokens.")
  expect(await screen.findByText('137 tokens')).toBeInTheDocument()
  expect(screen.getByText('Received just now')).toHaveTextContent('+50')
  expect(field).toHaveValue('')
  expect(ids[0]).toMatch(/^[0-9a-f-]{36}$/)
  expect(ids[1]).toBe(ids[0])
})

it.each([
  ['a success', success],
  ['a miss', miss],
])('sends a new id for a code after %s, and for another code', async (_case, first) => {
  serveProfile()
  const { ids } = serveRedeeming(first, () => HttpResponse.error(), miss)
  const { user, field, button } = await redeem('R9CL5HX3')
  for (const code of ['R9CL5HX3', 'R9CL5HX3', 'OTHER-1']) {
    await user.clear(field)
    await user.type(field, code)
    await user.click(button)
    await waitFor(() => expect(button).toHaveTextContent('Redeem code'))
  }
  expect(new Set(ids).size).toBe(3)
})

it('asks for a code at the field, and sends nothing, where there is only white space', async () => {
  serveProfile()
  const { sent } = serveRedeeming()
  const { user, field, button } = await redeem('   ')
  await user.click(button)
  expect(await screen.findByText('Enter a code.')).toBeVisible()
  expect(field).toBeInvalid()
  expect(field).toHaveFocus()
  expect(sent).toEqual([])
})

it('is busy while redeeming', async () => {
  serveProfile()
  let answer = () => {}
  server.use(
    http.get('*/rest/v1/token_transactions', () => rowsAnswer([])),
    http.post('*/rest/v1/rpc/redeem_code', async () => {
      await new Promise<void>((resolve) => {
        answer = resolve
      })
      return miss()
    }),
  )
  const { user, button } = await redeem('R9CL5HX3')
  await user.click(button)
  expect(await screen.findByRole('button', { name: 'Redeeming...' })).toHaveAttribute('aria-disabled', 'true')
  answer()
  await seeToast('Redemption Failed', refused)
})

it('keeps the voucher when the redeemed codes cannot be loaded, and tries again', async () => {
  serveProfile()
  let down = true
  server.use(http.get('*/rest/v1/token_transactions', () => (down ? broken() : rowsAnswer([]))))
  const { user } = renderPage(<RedeemPage />)
  const alert = await screen.findByRole('alert')
  expect(alert).toHaveTextContent('Your redeemed codes could not be loaded.')
  expect(screen.getByLabelText('Token code')).toBeEnabled()
  down = false
  await user.click(within(alert).getByRole('button', { name: 'Try again' }))
  await waitFor(() => expect(screen.queryByRole('alert')).not.toBeInTheDocument())
})
