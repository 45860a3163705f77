import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { memberId, orderEvent } from '@tests/support/builders'
import { openDialog, seeNoDialog } from '@tests/support/dialogs'
import { heldTimer } from '@tests/support/held'
import { refusal } from '@tests/support/member-api'
import { goOffline } from '@tests/support/offline'
import { deliveryStatus, openOrder, orderId, serveOrder } from '@tests/support/order-page'
import { signInAs } from '@tests/support/render'
import { catchSavedFiles } from '@tests/support/saved-files'
import { queryParams, see, seeBelow, seeLink } from '@tests/support/see'
import { server } from '@tests/support/server'
import { seeToast } from '@tests/support/toasts'
import { HttpResponse, http } from 'msw'
import { beforeEach, describe, expect, it } from 'vitest'
import type { DeliveryStatus } from '@/entities/deliveries/own'
import { formatDate, formatTime } from '@/lib/format'

beforeEach(() => signInAs())

type Served = Parameters<typeof serveOrder>[0] & object
type Over = Served['order']
type Page = ReturnType<typeof serveOrder>

const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString()
const heading = (name: string | RegExp) => screen.findByRole('heading', { level: 1, name })
const button = (name: string) => screen.findByRole('button', { name })
/** What the rest of the page says, once all of it is there. */
const settled = async () => {
  await screen.findByText('ORD-000148')
  await waitFor(() => expect(document.querySelector('[class*="breathe"], [aria-busy="true"]')).toBeNull())
}

const delivered = { status: 'delivered', delivery_method: 'key' }
const keystone = { name: 'Keystone Vault', token_value: 30, image_url: null, description: '' }

it('shows the facts of the own order, the benefit and the invoice, and keeps the focus of its heading', async () => {
  const { orders } = serveOrder({ order: { benefit: keystone, benefit_id: 'keystone' } })
  const { user } = openOrder()
  screen.getByRole('heading', { level: 1, name: 'Order' }).focus()
  expect(await heading(/^Late by/)).toHaveFocus()
  await see('ORD-000148', /^ordered /, 'Pending', 'By hand, within 24-48 hours', 'tamsin@ferreira.example')
  await seeLink('Keystone Vault', '/dashboard/benefits/keystone')
  await seeLink('Order History', '/dashboard/orders')
  const facts = screen.getAllByRole('term').map(({ textContent }) => textContent)
  expect(facts).toEqual(['Benefit', 'Delivered', 'Delivery email', 'Price', 'Invoice'])
  await user.click(screen.getByRole('button', { name: 'Open the invoice' }))
  const invoice = await screen.findByRole('dialog', { name: 'Invoice', busy: false })
  expect(invoice).toHaveTextContent('ORD-000148')
  expect(queryParams(orders.queries[0])).toMatchObject({ user_id: `eq.${memberId}`, id: `eq.${orderId}` })
})

const byHand = { method: 'manual', kind: null, mask: null } as const
const sent = { status: 'delivered' }
const email = (state: string | null) => ({ order: sent, status: deliveryStatus({ ...byHand, email: state }) })
const key = (over: Partial<DeliveryStatus>) => ({ order: delivered, status: deliveryStatus(over) })
const will = 'It will be sent to tamsin@ferreira.example.'
const noEmail = 'No email was sent to tamsin@ferreira.example.'
const refunded = { answer: 'refunded', text: 'The maker has closed.\nSorry about that.' }
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
const reported = {
  next_report: null,
  reported_at: '2026-11-23T10:00:00+00:00',
  report_reason: 'Something else',
}

const read_at = '2026-11-20T10:31:00+00:00'
const day = `${formatDate(read_at)} at ${formatTime(read_at)}`

/** The texts it says, what it does not say, and the text of what has a name. */
const states: [string, Served, (string | RegExp)[], absent?: RegExp, named?: [string, string]][] = [
  [
    'pending',
    { order: { created_at: inHours(-28.5), due_at: inHours(19.5) } },
    [/^Arrives by /, 'Due', /^in 19 hours\. Will be/, /^Ordered ./, '48 hours'],
    /Was due/,
    ['28 hours of 48 hours have passed', ''],
  ],
  [
    'late',
    { order: late(3.9) },
    [
      ...['Late by 3 hours', 'Was due', '48 hours, and 3 hours more', 'Due time passed'],
      ...[
        '3 tokens back so far',
        /^One token .* up to 10\. They are added to your balance when .*\. You need not ask\.$/,
      ],
    ],
  ],
  ['late by an hour', { order: late(1.5) }, ['1 token back so far', /It is added to your balance/]],
  ['late like many', { order: late(3), creditLeft: 2 }, ['2 tokens back so far', ofAll]],
  ['late like too many', { order: late(3), creditLeft: 0 }, ['No credit for this delay.', ofAll]],
  [
    'delivered without a credit',
    { order: late(3, { ...sent, benefit: keystone, benefit_id: 'b' }) },
    [],
    /so far|for (the|this) delay|Order it again/,
  ],
  [
    'credited for its delay',
    {
      order: late(5, sent),
      events: [orderEvent('credited', { detail: { tokens: 3, before: 87, after: 90 } })],
    },
    [
      ...['3 tokens were credited for the delay.', /They are in your/],
      ...['Token History', 'Balance 87, then 90'],
    ],
  ],
  [
    'credited with one token',
    {
      order: late(5, sent),
      events: [orderEvent('credited', { detail: { tokens: 1, before: 1, after: 2 } })],
    },
    ['1 token was credited for the delay.', /It is in your/],
  ],
  ['delivered, but to be undone', { order: sent }, ['Successfully delivered.', will], /doesn't work/],
  [
    'to be sent to an address not kept',
    { order: { ...sent, redemption_email: null } },
    ['Not kept', /your email\.$/],
  ],
  ['delivered with a key', key({}), ['Your key is ready', 'A copy went to tamsin@ferreira.example.']],
  [
    'delivered with a key and a hint, whose copy waits',
    key({ email: 'waiting', instructions: '- Paste it.' }),
    ['Paste it.', 'A copy will be sent to tamsin@ferreira.example.'],
  ],
  ['delivered with a link', key({ kind: 'link', read_at }), [`The link was first shown on ${day}.`]],
  [
    'delivered',
    email('sent'),
    ['Your delivery is ready', 'Successfully delivered.', 'It was sent to tamsin@ferreira.example.'],
  ],
  ['waiting for its email', email('waiting'), [will]],
  ['without an email', email(null), [], /^It (was|will be) sent/],
  [
    'given up',
    email('given_up'),
    [noEmail, 'The email service did not accept it. What was delivered is here.'],
    /^It will/,
  ],
  [
    'over the limit',
    key({ email: 'over_limit' }),
    [
      noEmail,
      'Ten emails went to addresses other than your own within a day, and that is the limit. What was delivered is here.',
    ],
  ],
  [
    'read, replaced and reported',
    key({ ...reported, read_at, report_due_at: read_at, replaced_mask: 'KEYS-••••-1A2B' }),
    [
      `The key was first read on ${day}.`,
      'The key before, ending in 1A2B, no longer belongs to this order.',
      /^Reported on .+: Something else$/,
    ],
  ],
  ['downloaded', key({ kind: 'file', mask: null, read_at }), [`The file was first requested on ${day}.`]],
  ['not to be sent', key({ email: 'skipped' }), ['Your key is ready'], /No email/],
  [
    'cancelled',
    { order: { status: 'cancelled' }, status: deliveryStatus() },
    ['Cancelled, and 25 tokens are back', 'This order has been cancelled.'],
    /Hidden key|Order it again/,
  ],
  [
    'cancelled although an admin had only answered',
    { order: { status: 'cancelled' }, events: [orderEvent('answered', { detail: { answer: 'replied' } })] },
    ['This order has been cancelled.'],
    /could not be repaired/,
  ],
  [
    'refunded after a report',
    {
      order: { status: 'cancelled', benefit: keystone, benefit_id: 'b', cancel_reason: 'Closed for good.' },
      events: [
        orderEvent('answered', { detail: refunded }),
        orderEvent('refunded', { detail: { tokens: 25, before: 62, after: 87 } }),
      ],
    },
    [
      ...['Order it again', 'Closed for good.'],
      /It could not be repaired after your report\.$/,
      /^The maker has closed\.\s+Sorry about that\.$/,
    ],
    undefined,
    ['What came back', 'Balance before62 tokensReturned+25Balance after87 tokens'],
  ],
  [
    'answered',
    key({ ...reported, answer: 'replied', answer_text: 'Try again.' }),
    ['An admin has answered your report.', 'Try again.'],
  ],
  ['replaced', key({ ...reported, answer: 'replaced' }), ['An admin has replaced it.']],
  [
    'waiting too long for an answer',
    key({ ...reported, report_reason: null, report_due_at: inHours(-3.5) }),
    [/^The answer was due .+ and is late by 3 hours\./, /^Reported on .+ at [^ ]+( [AP]M)?\.$/],
  ],
]

it('says what happens with an order in each state, and offers to cancel it while it is pending', async () => {
  serveOrder()
  const { client } = openOrder()
  for (const [state, served, texts, absent, [name, text] = []] of states) {
    serveOrder(served)
    await client.invalidateQueries()
    await see(...texts)
    await settled()
    if (absent) expect(screen.queryByText(absent), state).toBeNull()
    if (name) expect(screen.getByLabelText(name)).toHaveTextContent(text!)
    const isPending = served.order?.status === undefined
    expect(screen.queryAllByRole('button', { name: 'Cancel order' }), state).toHaveLength(isPending ? 1 : 0)
  }
})

it.each([
  ['of somebody else', () => HttpResponse.json([])],
  ['not-an-id', () => HttpResponse.json({ code: '22P02', message: 'invalid uuid' }, { status: 400 })],
])('shows that an order is not found: %s', async (id, respond) => {
  serveOrder()
  server.use(http.get('*/rest/v1/orders', respond))
  openOrder(id)
  expect(await heading('Order not found')).toBeVisible()
  await see('You have no order at this address.', 'Perhaps it belongs to another account of yours.')
  for (const link of screen.getAllByRole('link', { name: 'Order History' }))
    expect(link).toHaveAttribute('href', '/dashboard/orders')
})

describe('what was delivered', () => {
  const text = 'KEYS-R4WX-9JBD-4KQ8'
  const openDelivered = (status: Partial<DeliveryStatus> = {}, content = text, over: Over = {}) => {
    const served = serveOrder({ order: { ...delivered, ...over }, status: deliveryStatus(status), content })
    return { served, ...openOrder() }
  }

  it('copies a key without revealing it, says so for four seconds, and leads to the maker', async () => {
    const made_by = {
      maker: 'Keystone\nSince 2012.',
      maker_link: 'https://keystone.example/activate',
      estimated_value: 96,
    }
    const { user } = openDelivered({}, text, { made_by })
    await seeLink('Open Keystone', 'https://keystone.example/activate')
    await see("$96 (the maker's price)")
    const seconds = heldTimer(4_000)
    await user.click(await button('Copy key'))
    expect(await button('Copied')).toHaveFocus()
    expect(screen.getAllByRole('status').map(({ textContent }) => textContent)).toContain('Copied')
    expect(await navigator.clipboard.readText()).toBe(text)
    expect(screen.queryByText(text)).toBeNull()
    seconds.pass()
    expect(await button('Copy key')).toHaveFocus()
  })

  it('reveals a key for 30 seconds or until it is hidden, keeps it nowhere, and masks a replacement', async () => {
    const { served, user, client } = openDelivered()
    const reveal = await button('Reveal')
    expect(screen.getByText('Hidden key, ending in 4KQ8')).toBeInTheDocument()
    expect(served.calls).not.toContain('open')
    const seconds = heldTimer(30_000)
    await user.click(reveal)
    await see(text)
    seconds.pass()
    expect(screen.queryByText(text)).toBeNull()
    await user.click(await button('Reveal'))
    await user.click(await button('Hide'))
    expect(screen.queryByText(text)).toBeNull()
    // Noted before it is read (D53).
    expect(served.calls).toEqual(['open', 'read', 'open', 'read'])
    await user.click(await button('Reveal'))
    await see(text)
    await waitFor(() => expect(client.isFetching()).toBe(0))
    const queries = client.getQueryCache().getAll()
    const cached = [...queries, ...client.getMutationCache().getAll()].map(({ state }) => state)
    expect(queries.length).toBeGreaterThan(2)
    expect(JSON.stringify([cached, { ...localStorage }, { ...sessionStorage }])).not.toContain(text)
    served.status = deliveryStatus({ mask: 'KEYS-••••-8VZ3', delivered_at: '2026-11-21T10:00:00+00:00' })
    await client.invalidateQueries()
    expect(await screen.findByText('Hidden key, ending in 8VZ3')).toBeInTheDocument()
    expect(screen.queryByText(text)).toBeNull()
  })

  it('reports a key that cannot be read, and reads nothing offline', async () => {
    const { served, user } = openDelivered()
    served.content = undefined
    await user.click(await button('Copy key'))
    await seeToast('Error', 'This order has changed: nothing is delivered any more.')
    expect(screen.queryByRole('button', { name: 'Copied' })).toBeNull()
    served.calls.length = 0
    goOffline()
    await user.click(await button('Reveal'))
    await seeToast('Error', /^You are offline/)
    expect(served.calls).toEqual([])
  })

  it('shows a link that opens without access to this page, unless it is no web address', async () => {
    const link = 'https://modelling.example/start/guildhall'
    const status = { kind: 'link', mask: null } as const
    const { served, user, client } = openDelivered(status, link)
    await see('modelling.example/start/guildhall')
    const open = screen.getByRole('link', { name: 'Open Keystone Vault' })
    expect(open).toHaveAttribute('href', link)
    expect(open).toHaveAttribute('target', '_blank')
    expect(open).toHaveAttribute('rel', 'noopener noreferrer')
    await user.click(screen.getByRole('button', { name: 'Copy link' }))
    expect(await navigator.clipboard.readText()).toBe(link)
    served.content = 'javascript:alert(1)'
    served.status = deliveryStatus({ ...status, delivered_at: '2026-11-21T10:00:00+00:00' })
    await client.invalidateQueries()
    await see('javascript:alert(1)')
    expect(screen.queryByRole('link', { name: /^Open/ })).toBeNull()
  })

  it('shows a text with its addresses linked, the message, when it was first shown, numbered steps', async () => {
    const { user } = openDelivered(
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
    await seeLink('https://framewell.example/join', 'https://framewell.example/join')
    await user.click(screen.getByRole('button', { name: 'Copy text' }))
    expect(await navigator.clipboard.readText()).toBe('Sign in at https://framewell.example/join.')
    await see('Write to us.', /^It was first shown on .+ at .+\.$/, /^Guildhall, .+ at /)
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
    await see('5 bytes, ZIP')
    await user.click(await button('Download'))
    await waitFor(() => expect(saved.names).toEqual(['contract-folder.zip']))
    expect(paths).toEqual([`/storage/v1/object/deliveries/${path}`])
  })
})

it('says when the credit for a delay could not be loaded', async () => {
  serveOrder({ order: late(3) })
  server.use(http.post('*/rest/v1/rpc/late_credit_left', () => refusal(400, 'no')))
  openOrder()
  await see('The credit for the delay could not be loaded.')
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
  const done = 'Cancelled, and 35 tokens are back'
  const cancel: Respond = (served) => {
    served.set({ status: 'cancelled' })
    return HttpResponse.json('2026-11-23T10:00:00+00:00')
  }

  /** Opens the question about a pending order for 35 tokens; `respond` responds to each cancellation. */
  async function openQuestion(respond: Respond = cancel) {
    const served = serveOrder({ order: { benefit_token_value: 35, from_stock: true } })
    const sent = respondTo('cancel_my_order', served, respond)
    const { user, client } = openOrder()
    return { served, sent, client, ...(await openDialog(user, 'Cancel order', 'Cancel this order?')) }
  }

  it('spells out what comes back, says what was refused, and cancels once when it is asked to', async () => {
    const { user, client, served, dialog, press, seeAlert, sent } = await openQuestion(() =>
      refusal(404, 'order_not_found'),
    )
    expect(dialog).toHaveTextContent('Keystone Vault, ORD-000148')
    const sum = within(dialog).getByRole('region', { name: 'What comes back' })
    expect(sum).toHaveTextContent('Balance now87 tokensTokens back+35Balance after122 tokens')
    expect(dialog).toHaveTextContent(
      'It is still pending, so nothing has been delivered. The place goes to the next member.',
    )
    await press('Cancel order')
    await seeAlert('This order is no longer yours.')
    const goOnline = goOffline()
    await press('Cancel order')
    await seeAlert(/^You are offline, so nothing was sent/)
    expect(sent).toHaveLength(1)
    goOnline()
    await press('Keep order')
    await seeNoDialog()
    await waitFor(() => expect(screen.getByRole('button', { name: 'Cancel order' })).toHaveFocus())
    served.set({ from_stock: false })
    await client.invalidateQueries()
    const asked = respondTo('cancel_my_order', served, cancel)
    const again = await openDialog(user, 'Cancel order', 'Cancel this order?')
    expect(again.inside.getByText('It is still pending, so nothing has been delivered.')).toBeVisible()
    await again.press('Cancel order')
    await see(done)
    await seeNoDialog()
    expect(screen.queryByRole('button', { name: 'Cancel order' })).toBeNull()
    expect(asked).toEqual([{ p_order_id: orderId }])
  })

  it('says that an admin was faster, and offers only to close', async () => {
    const { inside, press, close, seeAlert } = await openQuestion((served) => {
      served.set({ status: 'processing' })
      return refusal(409, 'order_not_pending')
    })
    await press('Cancel order')
    await seeAlert(/^An admin started working on this order/)
    await waitFor(() => expect(inside.getByRole('button', { name: 'Cancel order' })).toBeDisabled())
    expect(inside.queryByText(/still pending/)).toBeNull()
    await close()
    await seeNoDialog()
  })

  it('closes after a lost response if the order shows the cancellation', async () => {
    const { press } = await openQuestion((served) => {
      cancel(served)
      return HttpResponse.error()
    })
    await press('Cancel order')
    await see(done)
    await seeNoDialog()
  })
})

describe('reporting that it does not work (D34)', () => {
  const { reported_at } = reported
  const replacement = deliveryStatus({
    mask: 'KEYS-••••-8VZ3',
    delivered_at: reported_at,
    items: 2,
    replaced_mask: 'KEYS-••••-4KQ8',
    reported_at,
    report_reason: 'The key is refused as invalid',
  })
  const queued = { ...reported, report_due_at: inHours(24) }
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
    const opened = await openDialog(openOrder().user, "It doesn't work", "It doesn't work")
    const { user, inside, press } = opened
    const text = inside.getByRole('textbox', { name: /What did you see/ })
    const submit = async (choice?: string) => {
      if (choice) await user.click(inside.getByRole('radio', { name: new RegExp(`^${choice}`) }))
      await press(/^Get another key|^Send the report/)
    }
    return { ...opened, text, submit, sent }
  }

  const choices = [
    ...['The key is refused as already used', 'The key is refused as invalid'],
    ...['The page to activate it does not load', 'It is the wrong thing', 'Something else'],
  ]
  const another = 'You get another key now. This one is set aside.'
  const kept = expect.stringMatching(/^You keep this key\. An admin looks at it and answers by .+\.$/)
  const answered = expect.stringMatching(/^An admin looks at it and answers by .+\.$/)

  const consequences = ({ inside }: Awaited<ReturnType<typeof openReport>>) =>
    choices.map((choice) => inside.getByText(choice).querySelector('span')?.textContent)

  it('requires a choice, says what each leads to (D68), and shows the other key in place', async () => {
    const opened = await openReport()
    const { user, dialog, inside, text, submit, sent } = opened
    expect(dialog).toHaveTextContent('Keystone Vault, key ending in 4KQ8')
    expect(consequences(opened)).toEqual([another, another, kept, kept, kept])
    for (const [index, choice] of choices.entries()) {
      const name = index === 0 || index > 2 ? 'Send the report' : 'Get another key'
      expect(inside.getByRole('button', { name })).toBeVisible()
      if (index === 0) {
        await submit()
        await seeBelow(inside.getByRole('group', { name: 'What is wrong?' }), 'Choose what is wrong.')
      }
      await user.click(inside.getByText(choice))
    }
    await seeBelow(text, 'Paste the message word for word if you can. Do not paste the key.')
    fireEvent.change(text, { target: { value: 'x'.repeat(901) } })
    await submit('The page to activate it does not load')
    await seeBelow(text, 'At most 900 characters.')
    expect(sent).toEqual([])
    fireEvent.change(text, { target: { value: ' Error 12 ' } })
    await submit('The key is refused as invalid')
    await see(
      inPlace,
      'If this one fails too, an admin will look at it.',
      /^The key before, ending in 4KQ8, no longer belongs/,
    )
    expect(screen.getByText('Hidden key, ending in 8VZ3')).toBeInTheDocument()
    await seeNoDialog()
    const p_reason = 'The key is refused as invalid: Error 12'
    expect(sent).toEqual([{ p_order_id: orderId, p_reason, p_items: 1, p_key_refused: true }])
  })

  it('says that an admin will answer, and by when', async () => {
    // Not the first report.
    const before = { next_report: 'open' as const, reported_at: '2026-11-20T10:00:00+00:00' }
    const opened = await openReport(before, (served) => {
      served.status = deliveryStatus(queued)
      return HttpResponse.json([{ outcome: 'open' }])
    })
    const { dialog, submit } = opened
    expect(consequences(opened)).toEqual([answered, answered, kept, kept, kept])
    expect(dialog).toHaveTextContent('If we cannot repair it, your 35 tokens come back.')
    await submit('Something else')
    await see('An admin will look at it.', /^You will have an answer by .+ your 35 tokens come back\.$/)
    await see(/^Reported on .+: Something else$/, 'Answer from an admin')
    await seeNoDialog()
    expect(screen.queryByRole('button', { name: "It doesn't work" })).toBeNull()
  })

  it('loses nothing when it failed, and closes after a lost response once the order shows the report', async () => {
    const { user, inside, text, submit, seeAlert, sent } = await openReport(byHand, (served) => {
      if (sent.length > 1) served.status = deliveryStatus({ ...byHand, ...queued })
      return HttpResponse.error()
    })
    await user.type(text, 'Error 12')
    await submit('Nothing has arrived')
    await seeAlert(/Your report may or may not have been sent/)
    expect(text).toHaveValue('Error 12')
    expect(inside.getByRole('radio', { name: /^Nothing has arrived/ })).toBeChecked()
    expect(sent).toMatchObject([{ p_key_refused: false }])
    await submit()
    await see('An admin will look at it.')
    await seeNoDialog()
  })
})
