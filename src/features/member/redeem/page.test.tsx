import { screen, waitFor, within } from '@testing-library/react'
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
    await user.clear(field)
    await user.click(field)
    await user.paste(code)
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
  await user.type(field, '  r9cl5hx3 ')
  await user.dblClick(button)
  expect(await screen.findByRole('button', { name: 'Redeeming...' })).toHaveAttribute('aria-disabled', 'true')
  release()
  await seeToast(...received)
  expect(codes).toEqual(['r9cl5hx3'])
  expect(field).toHaveValue('')
  expect(await screen.findByText('137 tokens')).toBeInTheDocument()
  expect(screen.getByText('Received just now')).toHaveTextContent('+50')
  const row = await screen.findByRole('row', { name: /Redeemed code R9CL5HX3/ })
  expect(within(row).getByText('137')).toBeVisible()
  expect(toastsTitled('Redemption Failed')).toBe(0)
  const [query] = entries.queries
  expect(queryParams(query)).toMatchObject({ account_id: `eq.${memberId}`, redeem_code_id: 'not.is.null' })
})

it.each<[string, Respond, string]>([
  ['unknown or used', miss, refused],
  [
    'refused with a message',
    () => refusal(400, 'The ledger is closed', null, 'P0001'),
    'The ledger is closed',
  ],
  ['without a response', lost, unreachable],
])('keeps a code that was %s, and marks the field only after a miss', async (_case, respond, text) => {
  const { user, field, redeem } = await open(respond)
  await redeem('nope-1')
  await seeToast('Redemption Failed', text)
  expect(field).toHaveValue('nope-1')
  expect(field).toHaveFocus()
  const description = text === refused ? refused : /^Not case-sensitive\./
  await seeBelow(field, description)
  expect(field.matches('[aria-invalid]')).toBe(text === refused)
  await user.type(field, '2')
  await waitFor(() => expect(field).toBeValid())
})

it('describes the miss of a code with a space inside', async () => {
  const { field, redeem } = await open(miss)
  await redeem(' 4TB8 WJ2P ')
  await seeBelow(field, 'Check the space in the code.')
  expect(field).toBeInvalid()
})

it('says beside the field that it was the own code', async () => {
  const { entries, field, redeem } = await open(miss)
  const used = transaction({ description: 'Redeemed code R9CL5HX3', redeem_code_id: uuid() })
  entries.rows = [used]
  await redeem('r9cl5hx3')
  await seeToast('Redemption Failed', refused)
  await seeBelow(field, `You redeemed this code on ${formatDate(used.created_at)}.`)
})

it('retries a lost request with the same id, which redeems the code once (D41)', async () => {
  const { ids, user, button, redeem } = await open(lost, success)
  await redeem('r9cl5hx3 ')
  await seeToast('Redemption Failed', unreachable)
  await user.click(button)
  await seeToast(...received)
  expect(ids[0]).toMatch(/^[0-9a-f-]{36}$/)
  expect(ids[1]).toBe(ids[0])
})

it.each([
  ['a success', success],
  ['a miss', miss],
])('sends a new id for a code after %s, and for another code', async (_case, first) => {
  const { ids, button, redeem } = await open(first, lost, miss)
  for (const code of ['R9CL5HX3', 'R9CL5HX3', 'OTHER-1']) {
    await waitFor(() => expect(button).toHaveTextContent('Redeem code'))
    await redeem(code)
  }
  await waitFor(() => expect(new Set(ids).size).toBe(3))
})

it('requires a code, and sends nothing', async () => {
  const { codes, field, redeem } = await open()
  await redeem('   ')
  await seeBelow(field, 'Enter a code.')
  expect(field).toHaveFocus()
  expect(codes).toEqual([])
})
