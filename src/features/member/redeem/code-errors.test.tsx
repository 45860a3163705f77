import { screen, waitFor } from '@testing-library/react'
import { refusal, rowsAnswer, serveProfile } from '@tests/support/member-api'
import { renderPage, signInAs } from '@tests/support/render'
import { server } from '@tests/support/server'
import { seeToast } from '@tests/support/toasts'
import { HttpResponse, http } from 'msw'
import { beforeEach, expect, it } from 'vitest'
import { RedeemPage } from './page'

const refused = 'Invalid or expired redemption code'

beforeEach(() => signInAs())

async function redeem(code: string, answer: () => Response) {
  serveProfile()
  server.use(
    http.get('*/rest/v1/token_transactions', () => rowsAnswer([])),
    http.post('*/rest/v1/rpc/redeem_code', answer),
  )
  const { user } = renderPage(<RedeemPage />)
  const field = await screen.findByLabelText('Token code')
  await user.type(field, code)
  await user.click(screen.getByRole('button', { name: 'Redeem code' }))
  return { user, field }
}

const miss = () => HttpResponse.json({ ok: false, token_value: null, balance: 87 })

it.each([
  ['unknown or used', miss],
  ['asked too often', () => refusal(429, 'rate_limited', '42')],
])('marks the field of a code that was %s, until it is changed', async (_case, answer) => {
  const { user, field } = await redeem('nope-1', answer)
  await seeToast('Redemption Failed', refused)
  await waitFor(() => expect(field).toBeInvalid())
  expect(field).toHaveAccessibleDescription(refused)
  await user.type(field, '2')
  await waitFor(() => expect(field).toBeValid())
})

it.each(['AB CD', ' 4TB8 WJ2P ', 'AB\tCD'])('points to the space inside of "%s"', async (code) => {
  const { field } = await redeem(code, miss)
  await seeToast('Redemption Failed', refused)
  await waitFor(() => expect(field).toHaveAccessibleDescription('Check the space in the code.'))
  expect(field).toBeInvalid()
})

it('does not take the spaces around a code for one inside', async () => {
  const { field } = await redeem('  ABCD ', miss)
  await waitFor(() => expect(field).toHaveAccessibleDescription(refused))
})

it('does not mark the field of a code that nobody judged', async () => {
  const { field } = await redeem('AB CD', () => HttpResponse.error())
  await seeToast('Redemption Failed', 'The server cannot be reached. Check your connection and try again.')
  expect(field).toBeValid()
  expect(field).toHaveFocus()
})
