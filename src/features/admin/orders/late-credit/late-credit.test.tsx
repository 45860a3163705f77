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

/** Settings as the database has them; what is changed on a condition that does not hold is not. */
function serveSettings(stored: Record<string, string>) {
  const served = { settings: settings.map(({ key }) => ({ key, value: stored[key] ?? '' })), down: false }
  const sent: unknown[] = []
  server.use(
    http.get('*/rest/v1/app_settings', () => HttpResponse.json(served.settings)),
    http.patch('*/rest/v1/app_settings', async ({ request }) => {
      const query = new URL(request.url).searchParams
      const body = (await request.json()) as { value: string }
      sent.push([query.get('key'), query.get('value'), body])
      if (served.down) return broken()
      const found = served.settings.find(
        ({ key, value }) => query.get('key') === `eq.${key}` && query.get('value') === `eq.${value}`,
      )
      Object.assign(found ?? {}, body)
      return HttpResponse.json(found ? [{ key: found.key }] : [])
    }),
  )
  return { served, sent }
}

it('changes only what was edited, and keeps what was typed when that fails', async () => {
  serveOrders({ orders: adminOrders(1), settings })
  const { served, sent } = serveSettings({ sla_credit_rate: '1', sla_credit_cap: '10' })
  served.down = true
  const { user } = openOrders()
  await user.click(await screen.findByRole('button', { name: 'Late credit: 1 an hour, up to 10' }))
  const dialog = await screen.findByRole('dialog', { name: 'Late credit', busy: false })
  const cap = screen.getByRole('textbox', { name: 'At most' })
  expect(cap).toHaveValue('10')
  await user.clear(cap)
  await user.click(screen.getByRole('button', { name: 'Save changes' }))
  expect(await screen.findByText('Enter a whole number from 0 to 999.')).toBeVisible()
  await user.type(cap, '12')
  await user.click(screen.getByRole('button', { name: 'Save changes' }))
  expect(await screen.findByRole('alert')).toBeVisible()
  expect(cap).toHaveValue('12')
  served.down = false
  await user.click(screen.getByRole('button', { name: 'Save changes' }))
  await seeToast('Success', 'Late credit saved')
  await waitFor(() => expect(dialog).not.toBeInTheDocument())
  const change = ['eq.sla_credit_cap', 'eq.10', { value: '12' }]
  expect(sent).toEqual([change, change])
})

it('replaces what another admin has set only on the next save (D7)', async () => {
  serveOrders({ orders: adminOrders(1), settings })
  const { served, sent } = serveSettings({ sla_credit_rate: '1', sla_credit_cap: '10' })
  const { user } = openOrders()
  await user.click(await screen.findByRole('button', { name: 'Late credit: 1 an hour, up to 10' }))
  const cap = await screen.findByRole('textbox', { name: 'At most' })
  served.settings = [
    { key: 'sla_credit_rate', value: '3' },
    { key: 'sla_credit_cap', value: '15' },
  ]
  await user.clear(cap)
  await user.type(cap, '12')
  await user.click(screen.getByRole('button', { name: 'Save changes' }))
  expect(await screen.findByText(/^Changed to "15" since you opened it/)).toBeVisible()
  expect(sent).toEqual([])
  await user.click(screen.getByRole('button', { name: 'Save changes' }))
  await seeToast('Success', 'Late credit saved')
  expect(sent).toEqual([['eq.sla_credit_cap', 'eq.15', { value: '12' }]])
})
