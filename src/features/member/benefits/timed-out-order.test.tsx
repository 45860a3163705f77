import { screen, waitFor, within } from '@testing-library/react'
import { benefit, order } from '@tests/support/builders'
import { serveBenefits, serveProfile } from '@tests/support/member-api'
import { renderPage, signInAs } from '@tests/support/render'
import { server } from '@tests/support/server'
import { seeToast } from '@tests/support/toasts'
import { delay, HttpResponse, http } from 'msw'
import { beforeEach, expect, it, onTestFinished, vi } from 'vitest'
import { BenefitsPage } from './page'

beforeEach(() => signInAs())

/** Lets the test say when the time of a request is over; answers how long it would have been. */
function holdTheTime() {
  const held = { allowed: [] as number[], end: () => undefined as unknown }
  const timeout = vi.spyOn(AbortSignal, 'timeout').mockImplementation((time) => {
    const controller = new AbortController()
    held.allowed.push(time)
    held.end = () => controller.abort(new DOMException('signal timed out', 'TimeoutError'))
    return controller.signal
  })
  onTestFinished(() => timeout.mockRestore())
  return held
}

it('gives up an order without an answer after 20 seconds, and finds it placed on the next try', async () => {
  const time = holdTheTime()
  const ids: unknown[] = []
  serveProfile({ current_tokens: 87 })
  serveBenefits([benefit({ name: 'Lantern Research', token_value: 55 })])
  server.use(
    http.post('*/rest/v1/orders', async ({ request }) => {
      ids.push(((await request.json()) as { id: string }).id)
      if (ids.length === 1) await delay('infinite')
      return HttpResponse.json({ code: '23505', message: 'duplicate key' }, { status: 409 })
    }),
    http.get('*/rest/v1/orders', ({ request }) => {
      const id = new URL(request.url).searchParams.get('id')
      return id === `eq.${ids[0]}`
        ? HttpResponse.json(order({ benefit_name: 'Lantern Research' }))
        : HttpResponse.json({ code: 'PGRST116', message: '0 rows' }, { status: 406 })
    }),
  )
  const { user } = renderPage(<BenefitsPage />)
  await user.click(await screen.findByRole('button', { name: /^Redeem Lantern/ }))
  const dialog = await screen.findByRole('dialog', { name: 'Redeem Lantern Research', busy: false })
  const submit = () => within(dialog).getByRole('button', { name: 'Redeem for 55 tokens' })
  await user.click(submit())
  await waitFor(() => expect(ids).toHaveLength(1))
  expect(time.allowed).toContain(20_000)

  time.end()
  await seeToast('Order Failed', 'Something went wrong. Please try again.')
  expect(within(dialog).getByRole('alert')).toHaveTextContent('You are not charged twice.')
  await user.click(submit())
  await seeToast(
    'Order Placed Successfully!',
    'Lantern Research will be delivered to tamsin@ferreira.example.',
  )
  expect(ids[1]).toBe(ids[0])
})
