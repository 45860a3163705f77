import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { respondToCall } from '@tests/support/auth-api'
import { memberId, uuid } from '@tests/support/builders'
import { held } from '@tests/support/held'
import { broken, refusal } from '@tests/support/member-api'
import { serveOperationCalls } from '@tests/support/operations-api'
import { adminOrder, serveOrders } from '@tests/support/orders-api'
import { openOrders, signInAsAdmin } from '@tests/support/orders-page'
import { renderPage } from '@tests/support/render'
import { server } from '@tests/support/server'
import { seeToast, toastsTitled } from '@tests/support/toasts'
import { HttpResponse, http } from 'msw'
import { useState } from 'react'
import { beforeEach, describe, expect, it } from 'vitest'
import type { AdminOrder } from '@/entities/orders/admin-list'
import { orderLabel } from '@/entities/orders/order'
import { OrderDetailsDialog } from './order-details-dialog'
import type { UndoableChange } from './undo-change'

beforeEach(signInAsAdmin)

const failed = () => seeToast('Error', 'Failed to update order status')
const updatedTo = (status: string) => seeToast('Success', `Order status updated to ${status}`)

const openedDialog = () => screen.findByRole('dialog', { name: 'Order Details', busy: false })

function Details({ id }: { id: string }) {
  const [undoable, setUndoable] = useState<UndoableChange>()
  const [isOpen, setOpen] = useState(true)
  const about = { id, listed: [], undoable, onChanged: setUndoable, onOpen: () => undefined }
  return isOpen ? <OrderDetailsDialog {...about} onClose={() => setOpen(false)} /> : null
}

/** Opens the details of the one order there is; `press` clicks a button, `cancel` confirms as well. */
async function open(over: Partial<AdminOrder> = {}, given: Partial<Parameters<typeof serveOrders>[0]> = {}) {
  const order = adminOrder(over)
  const served = { orders: [order], ...given }
  const sent = serveOrders(served)
  const { user } = renderPage(<Details id={order.id} />)
  const dialog = await openedDialog()
  const inside = within(dialog)
  await inside.findByRole('heading', { name: orderLabel(order) })
  const button = (name: string) => inside.getByRole('button', { name })
  const press = (name: string) => user.click(button(name))
  const field = (name: string) => inside.getByLabelText(name)
  const cancel = async () => {
    await press('Cancel')
    fireEvent.change(await screen.findByLabelText('Reason the member reads'), {
      target: { value: ' Sold out. ' },
    })
    await user.click(screen.getByRole('button', { name: 'Cancel order' }))
  }
  return { ...sent, order, served, user, dialog, inside, button, press, field, cancel }
}

describe('what it shows', () => {
  it('focuses the heading of an order, and returns the focus after Escape', async () => {
    const order = adminOrder({ redemption_email: 'gifts@ferreira.example' })
    serveOrders({ orders: [order] })
    const { user } = openOrders()
    await user.click(await screen.findByRole('button', { name: /^Details of/ }))
    const inside = within(await openedDialog())
    await inside.findByText('gifts@ferreira.example')
    expect(inside.getByRole('heading', { name: 'ORD-000148' })).toHaveFocus()
    await user.keyboard('{Escape}')
    await waitFor(() => expect(screen.getByRole('button', { name: /^Details of/ })).toHaveFocus())
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
  })

  it('assigns the order and releases it, and keeps a note once however often the same text is tried', async () => {
    const { user, inside, order, press, field, button, assigned, written } = await open()
    await press('Assign to me')
    await seeToast('Success', 'Assigned to you')
    order.desk = { notes: 0, assignee_id: memberId, assignee: { name: 'Henrik Vos' } } as AdminOrder['desk']
    const tried: object[] = []
    server.use(
      http.post<never, object>('*/rest/v1/order_notes', async ({ request }) => {
        tried.push(await request.clone().json())
        return tried.length > 2 ? undefined : HttpResponse.error()
      }),
    )
    const add = async (value: string, tries: number) => {
      fireEvent.change(field('Add a note'), { target: { value } })
      await press('Add')
      await waitFor(() => expect(tried).toHaveLength(tries))
      await waitFor(() => expect(button('Add')).not.toHaveAttribute('aria-busy'))
    }
    await add(' ', 0)
    await waitFor(() => expect(field('Add a note')).toHaveAccessibleDescription('Enter a note.'))
    await add(' Called ', 1)
    await add(' Called ', 2)
    await seeToast('Error', 'Failed to add the note')
    expect(tried[1]).toEqual(tried[0])
    await add(' Called them ', 3)
    await seeToast('Success', 'Note added')
    expect(await inside.findByText('Called them')).toBeVisible()
    expect(field('Add a note')).toHaveValue('')
    expect(written).toEqual([{ id: expect.stringMatching(/^[0-9a-f-]{36}$/), body: 'Called them' }])
    expect(tried[0]).toMatchObject({ id: expect.not.stringMatching(Object(written[0]).id) })
    await user.click(await inside.findByRole('button', { name: 'Release' }))
    await seeToast('Success', 'Released')
    expect(assigned).toEqual([true, false].map((p_assign) => ({ p_ids: [order.id], p_assign })))
  })
})

describe('setting a status', () => {
  const refuse = (respond: () => Response) => server.use(http.post('*/rest/v1/rpc/change_order', respond))
  const changeOf = ({ id, updated_at }: AdminOrder) => ({ p_order_id: id, p_updated_at: updated_at })

  it('sets the status of an unchanged order once, none beside it, with ten seconds of undo', async () => {
    const { dialog, user, inside, order, updates, button, press } = await open()
    const unchanged = changeOf(order)
    const undone: object[] = []
    const answer = held()
    server.use(
      http.post('*/rest/v1/rpc/change_order', () => answer.released),
      http.post('*/rest/v1/rpc/undo_operation', async ({ request }) => {
        undone.push((await request.json()) as object)
        order.status = 'pending'
        return HttpResponse.json({ remaining: 0 })
      }),
    )
    await press('Processing')
    const busy = await inside.findByRole('button', { name: 'Saving...' })
    for (const name of ['Complete', 'Delivered', 'Cancel']) expect(button(name)).toBeDisabled()
    await user.click(busy)
    await user.keyboard('{Enter}{Escape}')
    answer.release()
    await updatedTo('processing')
    expect(dialog).toBeVisible()
    expect(updates).toEqual([{ ...unchanged, p_status: 'processing' }])
    for (const name of ['Processing', 'Complete', 'Delivered', 'Cancel'])
      expect((button(name) as HTMLButtonElement).disabled).toBe(name === 'Processing')
    expect(inside.getByRole('heading', { name: 'ORD-000148' })).toHaveFocus()
    expect(inside.getByText('ORD-000148 is processing.')).toBeVisible()
    expect(inside.getByText(/^The email leaves in \d+ s\.$/)).toBeVisible()
    await press('Undo')
    await waitFor(() => expect(button('Processing')).toBeEnabled())
    expect(undone).toEqual([{ p_operation_id: 'change-1' }])
    expect(inside.queryByText(/^ORD-000148 is/)).not.toBeInTheDocument()
  })

  it('changes nothing after another admin did, shows who and when, and lets the next click replace it', async () => {
    const { inside, order, served, updates, button, cancel } = await open()
    await inside.findByText('The status has not been changed yet.')
    Object.assign(order, { status: 'delivered', updated_at: '2026-11-20T12:00:00Z' })
    const other = { actor_name: 'Lucía Ibáñez', from_status: 'pending', to_status: 'delivered' }
    served.history = [{ at: '2026-11-20T12:00:00Z', ...other }]
    await cancel()
    await failed()
    expect(await inside.findByRole('alert')).toHaveTextContent(
      /^Lucía Ibáñez set this order to Delivered on .*2026, .*\. Nothing was changed; what you set now replaces it\.$/,
    )
    await waitFor(() => expect(button('Cancel')).toHaveFocus())
    await cancel()
    await updatedTo('cancelled')
    expect(updates).toHaveLength(2)
    expect(inside.queryByRole('alert')).not.toBeInTheDocument()
  })

  it('succeeds when the order already has the status, and reports that it was deleted', async () => {
    const { inside, order, served, press } = await open()
    Object.assign(order, { status: 'completed', updated_at: '2026-11-20T12:00:00Z' })
    await press('Complete')
    await updatedTo('completed')
    expect(inside.queryByRole('alert')).not.toBeInTheDocument()
    served.orders = []
    await press('Processing')
    await failed()
    expect(await inside.findByText('Order not found.')).toBeVisible()
    expect(toastsTitled('Error')).toBe(1)
  })

  const safe = 'It is safe to try again.'
  const unknown = `The server did not respond, so the status may or may not have changed. ${safe}`
  const short = 'Tamsin Ferreira has 12 tokens, the order needs 25. Nothing was changed.'
  const notCovered = 'The balance of Tamsin Ferreira did not cover the 25 tokens of this order.'
  const tooFew = () => refusal(402, 'insufficient_tokens')
  it('says why nothing was set', async () => {
    const { inside, order, button, press } = await open({ status: 'cancelled' })
    const refusals: [() => Response, number, string | undefined][] = [
      [tooFew, 12, short],
      // The balance has risen meanwhile.
      [tooFew, 25, `${notCovered} Nothing was changed.`],
      [() => refusal(403, 'not_admin'), 87, 'You are no longer an admin. Nothing was changed.'],
      [() => HttpResponse.error(), 87, unknown],
      [() => broken(), 87, undefined],
    ]
    for (const [respond, current_tokens, message] of refusals) {
      refuse(respond)
      order.profile = { name: 'Tamsin Ferreira', email: 'tamsin@ferreira.example', current_tokens }
      await press('Complete')
      if (message) await waitFor(() => expect(inside.getByRole('alert')).toHaveTextContent(message))
      await waitFor(() => expect(button('Complete')).toHaveFocus())
    }
    await failed()
    expect(inside.queryByRole('alert')).not.toBeInTheDocument()
  })
})

describe('delivering by hand', () => {
  async function compose(message: string | null = null, over: Partial<AdminOrder> = {}) {
    respondToCall('delivery_settings', { method: 'manual', message })
    const view = await open({ benefit_id: uuid(), ...over })
    await view.press('Delivered')
    const fill = async (kind: string, values: Record<string, string>) => {
      await view.user.selectOptions(view.field('Kind'), kind)
      for (const [label, value] of Object.entries(values))
        fireEvent.change(view.field(label), { target: { value } })
    }
    return { ...view, fill }
  }

  const seat = 'https://example.com/seat'
  it.each<[string, Record<string, string>, object]>([
    ['Link', { Link: seat, Message: 'Enjoy.' }, { p_kind: 'link', p_content: seat, p_message: 'Enjoy.' }],
    ['Message only', { Message: 'Enjoy.' }, { p_message: 'Enjoy.' }],
  ])('delivers what is typed after a preview of the email (D52): %s', async (kind, values, content) => {
    const { inside, order, press, fill, updates } = await compose(null, { status: 'processing' })
    const { updated_at } = order
    await fill(kind, values)
    await press('Preview email')
    const email = await inside.findByTitle<HTMLIFrameElement>('The email of this delivery')
    const text = () => email.contentDocument?.body.textContent
    for (const value of Object.values(values)) await waitFor(() => expect(text()).toContain(value))
    const facts = inside.getAllByRole('term').map((term) => term.parentElement?.textContent)
    expect(facts).toEqual(['Totamsin@ferreira.example', 'SubjectDelivered: Keystone Vault'])
    expect(updates).toEqual([])
    await press('Deliver')
    await updatedTo('delivered')
    const p_status = 'delivered'
    expect(updates).toEqual([{ p_order_id: order.id, p_updated_at: updated_at, p_status, ...content }])
    expect(screen.queryByText('What is delivered')).not.toBeInTheDocument()
  })

  it('accepts a text like an error of a spreadsheet, and a link with blanks around it', async () => {
    const { inside, press, fill } = await compose()
    for (const [kind, value] of [
      ['Text', 'Err:502'],
      ['Link', ' https://seats.example '],
    ] as const) {
      await fill(kind, { [kind]: value })
      await press('Preview email')
      await inside.findByTitle('The email of this delivery')
      await press('Back')
    }
  })

  it('keeps what was typed after another admin changed the order, and takes a repetition for the success of a lost response', async () => {
    const { user, inside, order, press, fill, field } = await compose()
    await fill('Text', { Text: 'Seat 4' })
    Object.assign(order, { status: 'processing', updated_at: '2026-11-20T12:00:00Z' })
    await press('Preview email')
    await press('Deliver')
    await failed()
    expect(await inside.findByRole('alert')).toHaveTextContent(
      'This order was set to Processing since you opened it. Nothing was changed; what you set now replaces it.',
    )
    await press('Back')
    expect(field('Text')).toHaveValue('Seat 4')
    await user.keyboard('{Escape}')
    const question = await inside.findByRole('alertdialog', { name: 'Discard your changes?' })
    await user.click(within(question).getByRole('button', { name: 'Keep it' }))
    expect(field('Text')).toHaveValue('Seat 4')
    const answers = [() => HttpResponse.error(), () => refusal(409, 'order_changed')]
    server.use(http.post('*/rest/v1/rpc/change_order', () => answers.shift()?.()))
    await press('Preview email')
    await press('Deliver')
    await waitFor(() => expect(inside.getByRole('alert')).toHaveTextContent(/It is safe to try again\.$/))
    order.status = 'delivered'
    await press('Deliver')
    await updatedTo('delivered')
    expect(inside.queryByRole('alert')).not.toBeInTheDocument()
  })

  it('replaces what was delivered by hand, and keeps its status', async () => {
    const delivery = { kind: 'text', mask: '•••', delivered_at: '2026-11-20T10:00:00Z' }
    const { user, inside, order, press } = await open({ status: 'delivered' }, { delivery })
    const { deliver_order: sent } = serveOperationCalls({ deliver_order: () => true })
    await user.click(await inside.findByRole('button', { name: 'Replace…' }))
    expect(inside.queryByRole('button', { name: 'Without content' })).toBeNull()
    await user.type(inside.getByLabelText('Text'), 'Seat 5')
    await press('Preview email')
    await press('Deliver again')
    await seeToast('Success', 'Delivered again')
    expect(sent).toMatchObject([{ p_order_id: order.id, p_kind: 'text', p_content: 'Seat 5' }])
    expect(await inside.findByRole('button', { name: 'Replace…' })).toBeVisible()
  })
})

describe('what was delivered', () => {
  const delivered = {
    ...{ kind: 'key', mask: 'GLD-••••-7Q2D', delivered_at: '2026-11-20T10:00:00Z', read_at: null },
    ...{ email: 'given_up', email_error: 'smtp_550', report_id: 'r1', report_number: 7, report_open: true },
  }

  it('is masked, revealed after it was logged (D53), with its email and report', async () => {
    const asked: string[] = []
    const of = { status: 'delivered', delivery_method: 'key' }
    const { inside, press, button } = await open(of, { delivery: delivered })
    server.use(
      http.post('*/rest/v1/rpc/:name', ({ params }) => {
        const name = String(params.name)
        if (!name.startsWith('reveal') && name !== 'resend_delivery') return undefined
        asked.push(name)
        return HttpResponse.json(name === 'revealed_delivery' ? 'GLD-1111-7Q2D' : true)
      }),
    )
    expect(await inside.findByText('GLD-••••-7Q2D')).toBeVisible()
    expect(inside.getByRole('link', { name: 'R-0007, open' })).toHaveAttribute(
      'href',
      '/admin/reports?report=r1',
    )
    await press('Reveal')
    expect(await inside.findByText('GLD-1111-7Q2D')).toBeVisible()
    expect(asked).toEqual(['reveal_delivery', 'revealed_delivery'])
    expect(button('Reveal')).toBeDisabled()
    await press('Copy')
    await seeToast('Copied', 'Delivery copied to clipboard')
    expect(await navigator.clipboard.readText()).toBe('GLD-1111-7Q2D')
    expect(asked).toHaveLength(2)
    await press('Resend email')
    await seeToast('Success', 'Email queued again')
  })

  it('is walked by J and K, and delivered by three keys beside what is typed, unless it is already', async () => {
    respondToCall('delivery_settings', { method: 'manual', message: null })
    const orders = [1, 2, 3].map((number) =>
      adminOrder({ order_number: `ORD-00000${number}`, benefit_id: uuid() }),
    )
    const [last, second, first] = orders as [AdminOrder, AdminOrder, AdminOrder]
    const { updates } = serveOrders({ orders })
    const { user } = openOrders(`?order=${first.id}`)
    const heading = (name: string) => screen.findByRole('heading', { name })
    const step = (name: string) => screen.getByRole('button', { name })
    async function compose() {
      await user.keyboard('3')
      await waitFor(() => expect(screen.getByLabelText('Text')).toHaveFocus())
      // What is typed is no key of the panel.
      await user.keyboard('3 seats')
      await user.keyboard('{Control>}{Enter}{/Control}')
      await waitFor(() => expect(step('Deliver and next')).toHaveFocus())
    }
    await heading('ORD-000003')
    await screen.findByText('1 of 3')
    expect(step('Previous order')).toBeDisabled()
    await user.keyboard('j')
    await heading('ORD-000002')
    await user.click(step('Next order'))
    await heading('ORD-000001')
    expect(step('Next order')).toBeDisabled()
    expect(step('Previous order')).toBeEnabled()
    await user.keyboard('k')
    await heading('ORD-000002')
    await user.keyboard('k')
    await heading('ORD-000003')
    await compose()
    await user.keyboard('{Enter}')
    await heading('ORD-000002')
    expect(updates).toMatchObject([{ p_order_id: first.id, p_content: '3 seats' }])
    await compose()
    Object.assign(second, { status: 'delivered', updated_at: '2026-11-20T12:00:00Z' })
    await user.keyboard('{Enter}')
    await failed()
    expect(await screen.findByRole('alert')).toHaveTextContent(
      'This order was set to Delivered since you opened it. Nothing was changed; what you set now replaces it.',
    )
    expect(await screen.findByRole('button', { name: 'Deliver again' })).toBeVisible()
    expect(screen.queryByRole('button', { name: 'Deliver and next' })).not.toBeInTheDocument()
    expect(screen.getByText('2 of 3')).toBeVisible()
    expect(updates).toHaveLength(2)
    expect(last.status).toBe('pending')
  })
})
