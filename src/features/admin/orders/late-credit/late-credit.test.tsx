import { screen, waitFor } from '@testing-library/react'
import { broken } from '@tests/support/member-api'
import { adminOrders, serveOrders } from '@tests/support/orders-api'
import { openOrders, signInAsAdmin } from '@tests/support/orders-page'
import { server } from '@tests/support/server'
import { seeToast } from '@tests/support/toasts'
import { HttpResponse, http } from 'msw'
import { beforeEach, expect, it } from 'vitest'

beforeEach(signInAsAdmin)

const settings = [
  { key: 'sla_credit_rate', value: '1' },
  { key: 'sla_credit_cap', value: '10' },
]

it.each([
  [{ due: 0, on_time: 0 }, 'No order was due in 30 days.'],
  [{ due: 1200, on_time: 1199 }, '99% on time in 30 days, 1,199 of 1,200'],
  [{ due: 7, on_time: 7 }, '100% on time in 30 days, 7 of 7'],
])('says how many orders were on time: %o', async (onTime, text) => {
  serveOrders({ orders: adminOrders(1), onTime })
  openOrders()
  expect(await screen.findByText(/in 30 days/)).toHaveTextContent(text)
  expect(await screen.findByRole('button', { name: 'Late credit: none' })).toBeVisible()
})

it('changes rate and cap together, and keeps what was typed when that fails', async () => {
  serveOrders({ orders: adminOrders(1), settings })
  const sent: unknown[] = []
  let down = true
  server.use(
    http.post('*/rest/v1/app_settings', async ({ request }) => {
      sent.push(await request.json())
      return down ? broken() : new HttpResponse(null, { status: 201 })
    }),
  )
  const { user } = openOrders()
  await user.click(await screen.findByRole('button', { name: 'Late credit: 1 an hour, up to 10' }))
  const dialog = await screen.findByRole('dialog', { name: 'Late credit', busy: false })
  const cap = screen.getByRole('spinbutton', { name: 'At most' })
  expect(cap).toHaveValue(10)
  await user.clear(cap)
  await user.click(screen.getByRole('button', { name: 'Save changes' }))
  expect(await screen.findByText('Enter a whole number from 0 to 999.')).toBeVisible()
  await user.type(cap, '12')
  await user.click(screen.getByRole('button', { name: 'Save changes' }))
  expect(await screen.findByRole('alert')).toBeVisible()
  expect(cap).toHaveValue(12)
  down = false
  await user.click(screen.getByRole('button', { name: 'Save changes' }))
  await seeToast('Success', 'Late credit saved')
  await waitFor(() => expect(dialog).not.toBeInTheDocument())
  const both = [
    { key: 'sla_credit_rate', value: '1' },
    { key: 'sla_credit_cap', value: '12' },
  ]
  expect(sent).toEqual([both, both])
})
