import { screen, waitFor } from '@testing-library/react'
import { uuid } from '@tests/support/builders'
import { servePool } from '@tests/support/deliveries-api'
import { refusal } from '@tests/support/member-api'
import { openDetails, signInAsAdmin } from '@tests/support/orders-page'
import { server } from '@tests/support/server'
import { seeToast } from '@tests/support/toasts'
import { HttpResponse, http } from 'msw'
import { beforeEach, expect, it } from 'vitest'
import type { AdminOrder } from '@/entities/orders/admin-list'

beforeEach(signInAsAdmin)

async function open(message: string | null = null, over: Partial<AdminOrder> = {}) {
  const sent: object[] = []
  servePool({ settings: { method: 'manual', message } })
  server.use(
    http.post('*/rest/v1/rpc/deliver_order', async ({ request }) => {
      sent.push((await request.json()) as object)
      view.order.status = 'delivered'
      return HttpResponse.json('2026-11-21T10:00:00Z')
    }),
  )
  const view = await openDetails({ benefit_id: uuid(), ...over })
  const press = (name: string) => view.user.click(view.inside.getByRole('button', { name }))
  const field = (name: string) => view.inside.getByLabelText(name)
  return { ...view, sent, press, field }
}

it('delivers what is typed, with a message, if the order is unchanged', async () => {
  const { order, user, press, field, sent, updates } = await open()
  await press('Add content')
  await user.selectOptions(field('Kind'), 'Link')
  await user.type(field('Link'), 'https://example.com/seat')
  await user.type(field('Message'), 'Enjoy.')
  await press('Delivered')
  await seeToast('Success', 'Order status updated to delivered')
  expect(sent).toEqual([
    {
      p_order_id: order.id,
      p_updated_at: '2026-11-20T10:00:00+00:00',
      p_kind: 'link',
      p_content: 'https://example.com/seat',
      p_message: 'Enjoy.',
    },
  ])
  expect(updates).toEqual([])
  expect(screen.queryByText('What is delivered')).not.toBeInTheDocument()
})

it('begins with nothing, and with no content when the benefit has a template (D52)', async () => {
  const { inside, press, field, sent, updates } = await open('Welcome to your seat.')
  expect(await inside.findByLabelText('Message')).toHaveValue('Welcome to your seat.')
  expect(field('Text')).toHaveValue('')
  await press('Delivered')
  await waitFor(() => expect(field('Text')).toHaveAccessibleDescription('Enter the text that is delivered.'))
  expect(field('Text')).toHaveFocus()
  await press('Leave out')
  await press('Delivered')
  await seeToast('Success', 'Order status updated to delivered')
  expect(sent).toEqual([])
  expect(updates).toHaveLength(1)
})

it.each([
  ['Text', ''],
  ['Link', ' '],
  ['Key', ''],
  ['Key', '\u200b'],
])('refuses an empty %s at its field (%o), whatever the message (D52)', async (kind, content) => {
  const { user, press, field, sent, updates } = await open()
  await press('Add content')
  await user.selectOptions(field('Kind'), kind)
  if (content) await user.type(field(kind), content)
  await user.type(field('Message'), 'Enjoy.')
  await press('Delivered')
  await waitFor(() =>
    expect(field(kind)).toHaveAccessibleDescription(`Enter the ${kind.toLowerCase()} that is delivered.`),
  )
  expect([sent, updates]).toEqual([[], []])
})

it('sends a message alone when that is chosen, which must not be empty', async () => {
  const { inside, order, user, press, field, sent } = await open(null, { status: 'processing' })
  await press('Add content')
  await user.selectOptions(field('Kind'), 'Message only')
  expect(inside.queryByLabelText('Text')).not.toBeInTheDocument()
  await press('Delivered')
  await waitFor(() => expect(field('Message')).toHaveAccessibleDescription('Enter the message.'))
  await user.type(field('Message'), 'Enjoy.')
  await press('Delivered')
  await seeToast('Success', 'Order status updated to delivered')
  expect(sent).toEqual([
    { p_order_id: order.id, p_updated_at: '2026-11-20T10:00:00+00:00', p_message: 'Enjoy.' },
  ])
})

it('refuses a link that is no web address', async () => {
  const { inside, user, press, field, sent } = await open()
  await press('Add content')
  await user.selectOptions(field('Kind'), 'Link')
  await user.type(field('Link'), 'javascript:alert(1)')
  await press('Delivered')
  expect(inside.getByText('Enter an address that starts with https:// or http://.')).toBeVisible()
  expect(sent).toEqual([])
})

it('delivers nothing after another admin changed the order, keeps what was typed, and says so', async () => {
  const { inside, order, user, press, field } = await open()
  server.use(http.post('*/rest/v1/rpc/deliver_order', () => refusal(409, 'order_changed')))
  await press('Add content')
  await user.type(field('Text'), 'Seat 4')
  order.status = 'processing'
  await press('Delivered')
  await seeToast('Error', 'Failed to update order status')
  expect(await inside.findByRole('alert')).toHaveTextContent(
    'This order was set to Processing since you opened it. Nothing was changed; what you set now replaces it.',
  )
  expect(field('Text')).toHaveValue('Seat 4')
})

it('takes a repeated delivery whose response was lost for the success that it was', async () => {
  const { inside, order, user, press, field } = await open()
  const answers = [() => HttpResponse.error(), () => refusal(409, 'order_changed')]
  server.use(http.post('*/rest/v1/rpc/deliver_order', () => answers.shift()?.()))
  await press('Add content')
  await user.type(field('Text'), 'Seat 4')
  await press('Delivered')
  expect(await inside.findByRole('alert')).toHaveTextContent(/It is safe to try again\.$/)
  order.status = 'delivered'
  await press('Delivered')
  await seeToast('Success', 'Order status updated to delivered')
  expect(inside.queryByRole('alert')).not.toBeInTheDocument()
})

it.each(['key', 'link', 'file'])(
  'offers nothing for an order that delivered a %s',
  async (delivery_method) => {
    const { inside } = await open(null, { delivery_method })
    expect(inside.queryByText('What is delivered')).not.toBeInTheDocument()
  },
)
