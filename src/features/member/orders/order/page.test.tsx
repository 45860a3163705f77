import { act, screen, waitFor, within } from '@testing-library/react'
import { memberId, orderEvent } from '@tests/support/builders'
import { refusal } from '@tests/support/member-api'
import { goOffline } from '@tests/support/offline'
import { deliveryStatus, openOrder, orderId, serveOrder } from '@tests/support/order-page'
import { signInAs } from '@tests/support/render'
import { catchSavedFiles } from '@tests/support/saved-files'
import { server } from '@tests/support/server'
import { seeToast } from '@tests/support/toasts'
import { HttpResponse, http } from 'msw'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import type { DeliveryStatus } from '@/entities/deliveries/own'

beforeEach(() => signInAs())

type Served = Parameters<typeof serveOrder>[0] & object
type Over = Served['order']
type Page = ReturnType<typeof serveOrder>

const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString()
const heading = (name: string) => screen.findByRole('heading', { level: 1, name })
const button = (name: string) => screen.findByRole('button', { name })
const sees = async (...texts: (string | RegExp)[]) => {
  for (const text of texts) expect(await screen.findByText(text)).toBeVisible()
}
/** What the rest of the page says, once all of it is there. */
const settled = async () => {
  await heading('Keystone Vault')
  await waitFor(() => expect(document.querySelector('[class*="breathe"], [aria-busy="true"]')).toBeNull())
}

const delivered = { status: 'delivered', delivery_method: 'key' }
const keystone = { name: 'Keystone Vault', token_value: 30, image_url: null, description: '' }

it('shows the facts of the own order, the benefit and the invoice', async () => {
  const { orders } = serveOrder({ order: { benefit: keystone, benefit_id: 'keystone' } })
  const { user } = openOrder()
  expect(await heading('Keystone Vault')).toBeVisible()
  await sees(/^ORD-000148, ordered/, 'By hand, within 24-48 hours', 'tamsin@ferreira.example')
  const link = screen.getByRole('link', { name: 'Keystone Vault' })
  expect(link).toHaveAttribute('href', '/dashboard/benefits/keystone')
  expect(screen.getByRole('link', { name: 'Order History' })).toHaveAttribute('href', '/dashboard/orders')
  await user.click(screen.getByRole('button', { name: 'Open the invoice' }))
  const invoice = await screen.findByRole('dialog', { name: 'Invoice', busy: false })
  expect(invoice).toHaveTextContent('ORD-000148')
  expect(orders.queries[0]?.get('user_id')).toBe(`eq.${memberId}`)
  expect(orders.queries[0]?.get('id')).toBe(`eq.${orderId}`)
})

const byHand = { method: 'manual', kind: null, mask: null } as const
const withEmail = (email: string | null) => deliveryStatus({ ...byHand, email })
const will = 'It will be sent to tamsin@ferreira.example.'
const noEmail = 'No email was sent to tamsin@ferreira.example.'
const refunded = { answer: 'refunded', text: 'The maker has closed.\nSorry about that.' }

it.each<[string, Served, (string | RegExp)[], absent?: RegExp]>([
  [
    'is pending',
    { order: { created_at: inHours(-28.5), due_at: inHours(19.5) } },
    ['in 19 hours', '48 hours'],
  ],
  [
    'is late, rounded down',
    { order: { status: 'processing', created_at: inHours(-51.9), due_at: inHours(-3.9) } },
    ['late by 3 hours', '48 hours, and 3 hours more', 'Due time passed'],
  ],
  ['is completed', { order: { status: 'completed' } }, ['Ready for delivery.', will], /does not work/],
  ['may be undone', { order: { status: 'delivered' } }, ['Successfully delivered.', will]],
  [
    'was sent',
    { order: { status: 'delivered' }, status: deliveryStatus({ ...byHand, instructions: 'Sign in.' }) },
    ['Successfully delivered.', 'It was sent to tamsin@ferreira.example.', 'Sign in.'],
  ],
  ['is being sent', { order: { status: 'delivered' }, status: withEmail('waiting') }, [will]],
  ['sent nothing', { order: { status: 'delivered' }, status: withEmail(null) }, [], /^It (was|will be) sent/],
  [
    'came back undelivered',
    { order: { status: 'delivered' }, status: withEmail('given_up') },
    [noEmail, /^The email service did not accept it\. What was delivered is here\.$/],
    /^It (was|will be) sent/,
  ],
  [
    'is over the limit of emails',
    { order: delivered, status: deliveryStatus({ email: 'over_limit' }) },
    [noEmail, /^Ten emails went to addresses other than your own within a day.* is here\.$/],
  ],
  ['skipped its email', { order: delivered, status: deliveryStatus({ email: 'skipped' }) }, [], /No email/],
  [
    'is cancelled',
    { order: { status: 'cancelled' }, status: deliveryStatus() },
    ['This order was cancelled and 25 tokens came back.'],
    /licence key|Order it again/,
  ],
  [
    'was refunded after a report',
    {
      order: { status: 'cancelled' },
      events: [orderEvent('answered', { actor: 'Ines Moreau', detail: refunded })],
    },
    ['It could not be repaired after your report.', /^The maker has closed\.\s+Sorry about that\.$/],
  ],
  ['is in an unknown state', { order: { status: 'on hold' } }, [/\. Order status is being updated\.$/]],
])('says of an order that %s what happens with it', async (_state, served, texts, absent) => {
  serveOrder(served)
  openOrder()
  await sees(...texts)
  await settled()
  if (absent) expect(screen.queryByText(absent)).toBeNull()
  expect(screen.queryByRole('link', { name: 'Keystone Vault' })).toBeNull()
})

it('draws how much of the time has passed', async () => {
  serveOrder({ order: { created_at: inHours(-28.5), due_at: inHours(19.5) } })
  openOrder()
  expect(await screen.findByRole('img', { name: '28 hours of 48 hours have passed' })).toBeVisible()
})

it('leads from a cancelled order back to its benefit', async () => {
  serveOrder({ order: { status: 'cancelled', benefit: keystone, benefit_id: 'b' } })
  openOrder()
  const again = await screen.findByRole('link', { name: 'Order it again' })
  expect(again).toHaveAttribute('href', '/dashboard/benefits/b')
})

it.each([
  ['of somebody else', () => HttpResponse.json([])],
  ['not-an-id', () => HttpResponse.json({ code: '22P02', message: 'invalid uuid' }, { status: 400 })],
])('shows that an order is not found: %s', async (id, respond) => {
  serveOrder()
  server.use(http.get('*/rest/v1/orders', respond))
  openOrder(id)
  expect(await heading('Order not found')).toBeVisible()
  await sees('You have no order at this address.')
})

it('follows changes of the order', async () => {
  const served = serveOrder()
  const { client } = openOrder()
  await heading('Keystone Vault')
  served.set({ status: 'delivered' }, deliveryStatus({ ...byHand, message: 'Enjoy it.' }))
  await client.invalidateQueries()
  await sees('Enjoy it.')
  expect(await screen.findByText('Delivered', { selector: 'header *' })).toBeVisible()
})

describe('what was delivered', () => {
  const key = 'KEYS-R4WX-9JBD-4KQ8'
  const openDelivered = (status: Partial<DeliveryStatus> = {}, content: string | undefined = key) => {
    const served = serveOrder({ order: delivered, status: deliveryStatus(status), content })
    return { served, ...openOrder() }
  }

  it('reveals a key for 30 seconds or until it is hidden, and does not read it before', async () => {
    const { served, user } = openDelivered()
    const reveal = await button('Reveal')
    expect(screen.getByText('Hidden key, ending in 4KQ8')).toBeInTheDocument()
    expect(served.calls).not.toContain('open')
    vi.useFakeTimers({ shouldAdvanceTime: true })
    await user.click(reveal)
    await sees(key)
    act(() => void vi.advanceTimersByTime(29_000))
    expect(screen.getByText(key)).toBeVisible()
    act(() => void vi.advanceTimersByTime(2_000))
    expect(screen.queryByText(key)).toBeNull()
    await user.click(await button('Reveal'))
    await user.click(await button('Hide'))
    expect(screen.queryByText(key)).toBeNull()
    // Noted before it is read (D53).
    expect(served.calls).toEqual(['open', 'read', 'open', 'read'])
  })

  it('copies a key without revealing it', async () => {
    const { user } = openDelivered()
    await user.click(await button('Copy'))
    await seeToast('Copied', 'Key copied to clipboard')
    expect(await navigator.clipboard.readText()).toBe(key)
    expect(screen.queryByText(key)).toBeNull()
  })

  it('keeps a key out of the query cache and the storage of the browser, and masks a replacement', async () => {
    const { served, user, client } = openDelivered()
    await user.click(await button('Reveal'))
    await sees(key)
    await waitFor(() => expect(client.isFetching()).toBe(0))
    const queries = client.getQueryCache().getAll()
    const cached = [...queries, ...client.getMutationCache().getAll()].map(({ state }) => state)
    expect(queries.length).toBeGreaterThan(2)
    expect(JSON.stringify([cached, { ...localStorage }, { ...sessionStorage }])).not.toContain(key)
    served.status = deliveryStatus({ mask: 'KEYS-••••-8VZ3', delivered_at: '2026-11-21T10:00:00+00:00' })
    await client.invalidateQueries()
    expect(await screen.findByText('Hidden key, ending in 8VZ3')).toBeInTheDocument()
    expect(screen.queryByText(key)).toBeNull()
  })

  it('reports a key that cannot be read, and reads nothing offline', async () => {
    const { served, user } = openDelivered()
    served.content = undefined
    await user.click(await button('Copy'))
    await seeToast('Error', 'This order has changed: nothing is delivered any more.')
    expect(screen.queryByText('Copied')).toBeNull()
    served.calls.length = 0
    goOffline()
    await user.click(await button('Reveal'))
    await seeToast('Error', /^You are offline/)
    expect(served.calls).toEqual([])
  })

  it('shows a link that opens without access to this page', async () => {
    const link = 'https://modelling.example/start/guildhall'
    const { user } = openDelivered({ kind: 'link', mask: null }, link)
    await sees('modelling.example/start/guildhall')
    const open = screen.getByRole('link', { name: 'Open' })
    expect(open).toHaveAttribute('href', link)
    expect(open).toHaveAttribute('target', '_blank')
    expect(open).toHaveAttribute('rel', 'noopener noreferrer')
    await user.click(screen.getByRole('button', { name: 'Copy' }))
    expect(await navigator.clipboard.readText()).toBe(link)
  })

  it.each(['javascript:alert(1)', 'https://a\u0000b.example'])('does not link %j', async (content) => {
    openDelivered({ kind: 'link', mask: null }, content)
    expect(await button('Copy')).toBeVisible()
    expect(screen.queryByRole('link', { name: 'Open' })).toBeNull()
  })

  it('shows a text with its addresses linked, the message, when it was first shown, numbered steps', async () => {
    openDelivered(
      {
        method: 'manual',
        kind: 'text',
        mask: null,
        message: 'Write to us.',
        read_at: '2026-11-20T10:31:00+00:00',
        instructions: 'Open Minutes.\n\n2. Paste it at https://minutes.example/activate, then wait.',
      },
      'Sign in at https://framewell.example/join.',
    )
    const address = await screen.findByRole('link', { name: 'https://framewell.example/join' })
    expect(address).toHaveAttribute('href', 'https://framewell.example/join')
    await sees('Write to us.')
    expect(screen.getByText('It was first shown')).toHaveTextContent(/^It was first shown on .+ at .+\.$/)
    const steps = within(screen.getAllByRole('list')[0]!)
    expect(steps.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      '1Open Minutes.',
      '2Paste it at https://minutes.example/activate, then wait.',
    ])
    expect(steps.getByRole('link')).toHaveAttribute('href', 'https://minutes.example/activate')
  })

  it('downloads a file under its name, after reading where it is', async () => {
    const facts = { file_name: 'contract-folder.zip', file_size: 5, file_type: 'application/zip' }
    const { user } = openDelivered({ kind: 'file', mask: null, ...facts })
    const path = 'benefit/a/contract-folder.zip'
    const paths: string[] = []
    server.use(
      http.post('*/rest/v1/rpc/order_delivery', () =>
        HttpResponse.json([{ path, name: 'contract-folder.zip', size: 5 }]),
      ),
      http.get('*/storage/v1/object/deliveries/*', ({ request }) => {
        paths.push(new URL(request.url).pathname)
        return new HttpResponse('bytes')
      }),
    )
    const saved = catchSavedFiles()
    await sees('5 bytes, ZIP')
    await user.click(await button('Download'))
    await waitFor(() => expect(saved.names).toEqual(['contract-folder.zip']))
    expect(paths).toEqual([`/storage/v1/object/deliveries/${path}`])
  })
})

describe('the credit for a delay (D36)', () => {
  const late = (hours: number, over: Over = {}): Over => ({
    status: 'processing',
    created_at: inHours(-48 - hours),
    due_at: inHours(-hours),
    credit_rate: 1,
    credit_cap: 10,
    benefit_token_value: 25,
    ...over,
  })
  const ofAll = 'Credits for delays are at most 20 tokens in 30 days.'

  it.each<[string, Over, RegExp | string, creditLeft?: number]>([
    ['3 tokens so far for the delay.', late(3.5), /^One token for each full hour, up to 10, credited when/],
    ['2 tokens so far for the delay.', late(1, { credit_rate: 2 }), /^2 tokens for each full hour, up to 10/],
    ['10 tokens so far for the delay.', late(40), /up to 10/],
    ['1 token so far for the delay.', late(40, { benefit_token_value: 1 }), /up to 10/],
    ['2 tokens so far for the delay.', late(3), ofAll, 2],
    ['No credit for this delay.', late(3), ofAll, 0],
  ])('says "%s" of %o', async (title, order, terms, creditLeft) => {
    serveOrder({ order, creditLeft })
    openOrder()
    await sees(title, terms)
  })

  it.each([
    ['not a full hour late', late(0.9)],
    ['delivered at once', late(3, { delivery_method: 'link' })],
    ['without a rate', late(3, { credit_rate: 0 })],
    ['opened again after an admin had closed it', late(3, { late_credit: 0 })],
    ['delivered without a credit', late(3, { status: 'delivered' })],
  ])('shows none of an order %s', async (_case, order) => {
    serveOrder({ order })
    openOrder()
    await settled()
    expect(screen.queryByText(/for (the|this) delay/)).toBeNull()
  })

  it('shows what was credited, where it is, and when the due time had passed', async () => {
    const at = inHours(-1)
    const detail = { tokens: 3, before: 87, after: 90 }
    serveOrder({
      order: late(5, { status: 'delivered' }),
      events: [
        orderEvent('placed', { at: inHours(-53) }),
        orderEvent('status', { at, actor: 'Ines Moreau', detail: { to: 'delivered' } }),
        orderEvent('credited', { at, actor: 'system', detail }),
      ],
    })
    openOrder()
    await sees('3 tokens were credited for the delay.', 'Balance 87, then 90')
    const link = screen.getByRole('link', { name: 'Token History' })
    expect(link).toHaveAttribute('href', '/dashboard/transactions')
    const lines = screen.getAllByRole('listitem').map(({ textContent }) => textContent ?? '')
    const found = lines.map(
      (line) => /Order placed|Due time passed|Delivered|credited in all/.exec(line)?.[0],
    )
    expect(found).toEqual(['Order placed', 'Due time passed', 'Delivered', 'credited in all'])
  })

  it('says when it could not be loaded', async () => {
    serveOrder({ order: late(3) })
    server.use(http.post('*/rest/v1/rpc/late_credit_left', () => refusal(400, 'no')))
    openOrder()
    await sees('The credit for the delay could not be loaded.')
  })
})

type Respond = (served: Page) => Response

/** Responds to each call of the function, after what `respond` changes; records what is sent. */
function respondTo(name: string, served: Page, respond: Respond) {
  const sent: unknown[] = []
  server.use(
    http.post(`*/rest/v1/rpc/${name}`, async ({ request }) => {
      sent.push(await request.json())
      return respond(served)
    }),
  )
  return sent
}

describe('cancelling (D35)', () => {
  const done = 'This order was cancelled and 35 tokens came back.'
  const cancel: Respond = (served) => {
    served.set({ status: 'cancelled' })
    return HttpResponse.json('2026-11-23T10:00:00+00:00')
  }

  /** Opens the question about a pending order for 35 tokens; `respond` responds to each cancellation. */
  async function openQuestion(respond: Respond = cancel, over: Over = {}) {
    const served = serveOrder({ order: { benefit_token_value: 35, ...over } })
    const sent = respondTo('cancel_my_order', served, respond)
    const { user } = openOrder()
    await user.click(await button('Cancel order'))
    const dialog = await screen.findByRole('dialog', { name: 'Cancel this order?', busy: false })
    const inside = within(dialog)
    return {
      user,
      dialog,
      inside,
      sent,
      press: (name: string) => user.click(inside.getByRole('button', { name })),
    }
  }
  const isClosed = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())

  it('spells out the refund, cancels once and shows the cancelled order', async () => {
    const { dialog, press, sent } = await openQuestion()
    expect(dialog).toHaveTextContent('Keystone Vault, ORD-000148')
    const sum = within(dialog).getByRole('region', { name: 'What comes back' })
    expect(sum).toHaveTextContent('Balance now87 tokensTokens back+35Balance after122 tokens')
    expect(dialog).toHaveTextContent(/It is still pending, so nothing has been delivered\.Keep order/)
    await press('Cancel order')
    await sees(done)
    await isClosed()
    expect(screen.queryByRole('button', { name: 'Cancel order' })).toBeNull()
    expect(sent).toEqual([{ p_order_id: orderId }])
  })

  it('says who gets the place of a benefit with a stock, and leaves the order alone', async () => {
    const { dialog, press, sent } = await openQuestion(cancel, { from_stock: true })
    expect(dialog).toHaveTextContent('nothing has been delivered. The place goes to the next member.')
    await press('Keep order')
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(await button('Cancel order')).toHaveFocus()
    expect(sent).toEqual([])
  })

  it.each(['processing', 'completed', 'delivered', 'cancelled'])('is not offered: %s', async (status) => {
    serveOrder({ order: { status } })
    openOrder()
    await settled()
    expect(screen.queryByRole('button', { name: 'Cancel order' })).toBeNull()
  })

  it('says that an admin was faster, and offers only to close', async () => {
    const { user, inside, press } = await openQuestion((served) => {
      served.set({ status: 'processing' })
      return refusal(409, 'order_not_pending')
    })
    await press('Cancel order')
    expect(await inside.findByRole('alert')).toHaveTextContent(/^An admin started working on this order/)
    await waitFor(() => expect(inside.getByRole('button', { name: 'Cancel order' })).toBeDisabled())
    expect(inside.queryByText(/still pending/)).toBeNull()
    await user.click(inside.getAllByRole('button', { name: 'Close' }).at(-1)!)
    await isClosed()
  })

  it.each<[string, Respond, RegExp]>([
    ['of somebody else', () => refusal(404, 'order_not_found'), /^This order is no longer yours\.$/],
    ['too often', () => refusal(429, 'rate_limited'), /^You have cancelled 30 orders in the last hour\./],
    ['for another reason', () => refusal(500, 'else'), /^The order was not cancelled\. Please try again\.$/],
    ['without a response', () => HttpResponse.error(), /may or may not have been cancelled/],
  ])(
    'says in the dialog what was refused %s, and does not try again by itself',
    async (_case, respond, text) => {
      const { inside, press, sent } = await openQuestion(respond)
      await press('Cancel order')
      expect(await inside.findByRole('alert')).toHaveTextContent(text)
      expect(sent).toHaveLength(1)
    },
  )

  it('closes after a lost response if the order shows the cancellation', async () => {
    const { press } = await openQuestion((served) => {
      cancel(served)
      return HttpResponse.error()
    })
    await press('Cancel order')
    await sees(done)
    await isClosed()
  })

  it('sends nothing offline', async () => {
    const { inside, press, sent } = await openQuestion()
    goOffline()
    await press('Cancel order')
    expect(await inside.findByRole('alert')).toHaveTextContent(/^You are offline, so nothing was sent/)
    expect(sent).toEqual([])
  })
})

describe('reporting that it does not work (D34)', () => {
  const reported_at = '2026-11-23T10:00:00+00:00'
  const replacement = deliveryStatus({
    mask: 'KEYS-••••-8VZ3',
    delivered_at: reported_at,
    items: 2,
    replaced_mask: 'KEYS-••••-4KQ8',
    reported_at,
    report_reason: 'The key is refused as invalid',
  })
  const queued = {
    next_report: null,
    reported_at,
    report_reason: 'Something else',
    report_due_at: inHours(24),
  }
  const replace: Respond = (served) => {
    served.status = replacement
    return HttpResponse.json([{ outcome: 'replaced' }])
  }
  const inPlace = 'We have put this key aside and here is another.'

  /** Opens the report of an order that costs 35 tokens. */
  async function openReport(over: Partial<DeliveryStatus> = {}, respond = replace) {
    const order = { ...delivered, benefit_token_value: 35 }
    const served = serveOrder({ order, status: deliveryStatus({ next_report: 'replaced', ...over }) })
    const sent = respondTo('report_delivery', served, respond)
    const { user } = openOrder()
    await user.click(await button('It does not work'))
    const dialog = await screen.findByRole('dialog', { name: 'It does not work', busy: false })
    const inside = within(dialog)
    const text = inside.getByRole('textbox', { name: /What did you see/ })
    const submit = async (choice?: string) => {
      if (choice) await user.click(inside.getByRole('radio', { name: choice }))
      await user.click(inside.getByRole('button', { name: /^Get another key|^Send to an admin/ }))
    }
    return { user, served, dialog, inside, text, submit, sent }
  }

  it('says before sending that another key comes at once, and shows it in place', async () => {
    const { user, dialog, text, submit, sent } = await openReport()
    expect(dialog).toHaveTextContent('Keystone Vault, key ending in 4KQ8')
    expect(dialog).toHaveTextContent('You get another key at once.')
    expect(dialog).not.toHaveTextContent('admin')
    await waitFor(() => expect(text).toHaveAccessibleDescription(/Do not paste the key\.$/))
    await user.type(text, ' Error 12 ')
    await submit('The key is refused as invalid')
    await sees(inPlace)
    expect(screen.getByText('Hidden key, ending in 8VZ3')).toBeInTheDocument()
    expect(screen.getByText('The key before, ending in 4KQ8,')).toHaveTextContent(/no longer belongs/)
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    const p_reason = 'The key is refused as invalid: Error 12'
    expect(sent).toEqual([{ p_order_id: orderId, p_reason, p_items: 1 }])
  })

  it('says before sending that an admin will answer, and by when', async () => {
    const { dialog, submit } = await openReport({ next_report: 'open' }, (served) => {
      served.status = deliveryStatus(queued)
      return HttpResponse.json([{ outcome: 'open' }])
    })
    expect(dialog).toHaveTextContent('you will have an answer within 24 hours')
    expect(dialog).toHaveTextContent('If we cannot repair it, your 35 tokens come back.')
    await submit('Something else')
    await sees('An admin will look at it.', /^You will have an answer by .+ your 35 tokens come back\.$/)
    expect(screen.getByText('Reported')).toHaveTextContent(/^Reported on .+: Something else$/)
    await sees('Answer from an admin')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(screen.queryByRole('button', { name: 'It does not work' })).toBeNull()
  })

  it('requires a choice, and at most 1,000 characters in all', async () => {
    const { user, inside, text, submit, sent } = await openReport()
    await submit()
    const choices = inside.getByRole('group', { name: 'What is wrong?' })
    await waitFor(() => expect(choices).toHaveAccessibleDescription('Choose what is wrong.'))
    await user.click(text)
    await user.paste('x'.repeat(901))
    await submit('The page to activate it does not load')
    await waitFor(() => expect(text).toHaveAccessibleDescription('At most 900 characters.'))
    expect(sent).toEqual([])
  })

  it.each<[Partial<DeliveryStatus>, string]>([
    [{ kind: 'key' }, 'The key is refused as already used'],
    [{ kind: 'link', mask: null }, 'The link does not open'],
    [{ kind: 'file', mask: null }, 'The file does not open'],
    [{ kind: 'text', mask: null }, 'Something is missing'],
    [byHand, 'Nothing has arrived'],
  ])('offers what can be wrong with %o', async (over, choice) => {
    const { inside } = await openReport(over)
    expect(inside.getByRole('radio', { name: choice })).not.toBeChecked()
  })

  it.each<[string, Respond, RegExp]>([
    [
      'report_refused',
      () => refusal(409, 'report_refused'),
      /changed since you opened this\. What was deliv/,
    ],
    ['nothing_to_report', () => refusal(404, 'nothing_to_report'), /: there is nothing to report/],
    ['reason_required', () => refusal(422, 'reason_required'), /^Say what is wrong, in at most 1,000/],
    ['rate_limited', () => refusal(429, 'rate_limited'), /^You have sent ten reports in the last hour/],
    ['anything else', () => refusal(500, 'else'), /^Your report was not sent\. Please try again\.$/],
    ['a lost response', () => HttpResponse.error(), /Your report may or may not have been sent/],
  ])('shows in the dialog that it failed with %s, and loses nothing', async (_case, respond, message) => {
    const { user, inside, text, submit, sent } = await openReport({}, respond)
    await user.type(text, 'Error 12')
    await submit('Something else')
    expect(await inside.findByRole('alert')).toHaveTextContent(message)
    expect(text).toHaveValue('Error 12')
    expect(inside.getByRole('radio', { name: 'Something else' })).toBeChecked()
    expect(sent).toHaveLength(1)
  })

  it('closes after a lost response if the order shows that the report arrived', async () => {
    const { submit } = await openReport({}, (served) => {
      replace(served)
      return HttpResponse.error()
    })
    await submit('Something else')
    await sees(inPlace)
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })

  it('sends nothing offline, and keeps what was typed', async () => {
    const { inside, submit, sent } = await openReport()
    goOffline()
    await submit('Something else')
    expect(await inside.findByRole('alert')).toHaveTextContent(/^You are offline, so nothing was sent/)
    expect(sent).toEqual([])
  })

  it.each<[Partial<DeliveryStatus>, (string | RegExp)[]]>([
    [{ answer: 'replied', answer_text: 'Try again.' }, ['An admin has answered your report.', 'Try again.']],
    [{ answer: 'replaced', answer_text: null }, ['An admin has replaced it.']],
    [{ report_due_at: inHours(-3.5) }, [/^The answer was due .+ and is late by 3 hours\./]],
  ])('shows the answer or how late it is: %o', async (over, texts) => {
    const status = deliveryStatus({ ...queued, report_due_at: null, ...over })
    serveOrder({ order: { status: 'delivered' }, status })
    openOrder()
    await sees(...texts)
  })
})
