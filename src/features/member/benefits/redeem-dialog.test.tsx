import { screen, waitFor, within } from '@testing-library/react'
import { memberId, order } from '@tests/support/builders'
import { catalogueBenefit, serveCatalogue } from '@tests/support/catalogue-api'
import { held } from '@tests/support/held'
import { refusal, servePlacing, serveProfile } from '@tests/support/member-api'
import { renderPage, signInAs } from '@tests/support/render'
import { server } from '@tests/support/server'
import { seeToast } from '@tests/support/toasts'
import { delay, HttpResponse, http } from 'msw'
import { beforeEach, expect, it, onTestFinished, vi } from 'vitest'
import { BenefitsPage } from './page'

const lantern = catalogueBenefit({ name: 'Lantern Research', token_value: 55 })
const accept = () => HttpResponse.json(order({ benefit_name: 'Lantern Research' }), { status: 201 })
const conflict = () => HttpResponse.json({ code: '23505', message: 'duplicate key' }, { status: 409 })
const noRow = () => HttpResponse.json({ code: 'PGRST116', message: '0 rows' }, { status: 406 })

const orderFailed = ['Order Failed', 'Something went wrong. Please try again.'] as const
const orderPlaced = [
  'Order Placed Successfully!',
  'Lantern Research will be delivered to tamsin@ferreira.example.',
] as const

beforeEach(() => signInAs())

/** Opens the dialog of Lantern Research; the member has 87 tokens. */
async function openDialog(query = '') {
  const profile = serveProfile({ current_tokens: 87 })
  const catalogue = serveCatalogue([{ ...lantern }])
  const { user } = renderPage(<BenefitsPage />, { route: `/${query}` })
  await user.click(await screen.findByRole('button', { name: 'Redeem Lantern Research for 55 tokens' }))
  const dialog = await screen.findByRole('dialog', { name: 'Redeem Lantern Research', busy: false })
  const email = within(dialog).getByRole('textbox', { name: 'Delivery email' })
  const button = () => within(dialog).getByRole('button', { name: /^Redeem for|Not Enough Tokens/ })
  return { user, dialog, email, button, submit: () => user.click(button()), profile, catalogue }
}

it('shows the sum and the email of the profile', async () => {
  const { dialog, email } = await openDialog()
  expect(email).toHaveValue('tamsin@ferreira.example')
  const sum = within(dialog).getByLabelText('What it costs')
  expect(sum).toHaveTextContent('Your balance87 tokensThis benefit−55Left after32 tokens')
  expect(within(dialog).getByText(/Processed within 24-48 hours/)).toBeVisible()
})

it('places one order with the specified columns, also on a double click', async () => {
  const sent = servePlacing(accept, accept)
  const { user, email, button } = await openDialog()
  await user.clear(email)
  await user.type(email, ' tamsin@ferreira.example ')
  await user.dblClick(button())
  await seeToast(...orderPlaced)
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(sent).toEqual([
    {
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      user_id: memberId,
      benefit_id: lantern.id,
      redemption_email: 'tamsin@ferreira.example',
      status: 'pending',
      benefit_name: 'Lantern Research',
      benefit_token_value: 55,
      benefit_image_url: lantern.image_url,
      benefit_description: lantern.description,
    },
  ])
})

it('stays after an order that is delivered by hand, and offers to view it', async () => {
  const placed = order({ benefit_name: 'Lantern Research' })
  servePlacing(() => HttpResponse.json(placed, { status: 201 }))
  const { user, submit } = await openDialog()
  await submit()
  await seeToast(...orderPlaced)
  expect(screen.getByRole('heading', { name: 'Browse Benefits' })).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'View order' }))
  expect(await screen.findByText(`elsewhere: /dashboard/orders/${placed.id}`)).toBeVisible()
})

it('uses a new id for the next order', async () => {
  const sent = servePlacing(accept, accept)
  const { user, submit } = await openDialog()
  await submit()
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await user.click(screen.getByRole('button', { name: 'Redeem Lantern Research for 55 tokens' }))
  await user.click(await screen.findByRole('button', { name: 'Redeem for 55 tokens' }))
  await waitFor(() => expect(sent).toHaveLength(2))
  expect(sent[1]?.id).not.toBe(sent[0]?.id)
})

it('reloads a list filtered by the balance after an order', async () => {
  const { profile, catalogue, submit } = await openDialog('?affordable')
  servePlacing(() => {
    profile.profile = { ...profile.profile, current_tokens: 5 }
    catalogue.balance = 5
    return accept()
  })
  await submit()
  expect(await screen.findByText('No benefit is one you can afford')).toBeVisible()
  expect(screen.getByText('No benefit matches.')).toBeVisible()
})

it.each([
  ['', 'Enter the email to deliver to.'],
  ['tamsin@ferreira', 'Enter an email address like name@example.com.'],
])('rejects the delivery email "%s" at the field, keeping it', async (email, message) => {
  const sent = servePlacing()
  const dialog = await openDialog()
  await dialog.user.clear(dialog.email)
  if (email) await dialog.user.click(dialog.email).then(() => dialog.user.paste(email))
  await dialog.submit()
  await waitFor(() => expect(dialog.email).toHaveAccessibleDescription(message))
  expect(dialog.email).toHaveFocus()
  expect(dialog.email).toHaveValue(email)
  expect(sent).toEqual([])
})

it('is busy and cannot be closed while the order is sent', async () => {
  const { released, release } = held()
  servePlacing(accept)
  server.use(http.post('*/rest/v1/orders', () => released))
  const { user, dialog, submit } = await openDialog()
  await submit()
  expect(await within(dialog).findByRole('button', { name: 'Redeeming...' })).toHaveAttribute('aria-disabled')
  await user.keyboard('{Escape}')
  expect(dialog).toBeVisible()
  release()
  await seeToast(...orderPlaced)
})

it('shows Insufficient Tokens and the sum with the new balance', async () => {
  servePlacing(() => refusal(402, 'insufficient_tokens'))
  const { user, dialog, email, button, submit, profile } = await openDialog()
  await user.type(email, '.uk')
  profile.profile = { ...profile.profile, current_tokens: 50 }
  await submit()
  await seeToast('Insufficient Tokens', "You don't have enough tokens for this benefit.")
  expect(await within(dialog).findByText('Short by')).toBeVisible()
  expect(button()).toBeDisabled()
  expect(button()).toHaveTextContent('Not Enough Tokens')
  expect(email).toHaveValue('tamsin@ferreira.example.uk')
})

it('shows the sum after the price changed, and confirms the same order', async () => {
  const sent = servePlacing(() => refusal(409, 'price_changed', '60'), accept)
  const { dialog, submit } = await openDialog()
  await submit()
  await seeToast(...orderFailed)
  const notice = await within(dialog).findByRole('alert')
  expect(notice).toHaveTextContent('Nothing was charged: the price changed to 60 tokens.')
  const sum = within(dialog).getByLabelText('What it costs')
  expect(sum).toHaveTextContent('This benefit−60Left after27 tokens')
  await submit()
  await seeToast(...orderPlaced)
  expect(sent.map(({ benefit_token_value }) => benefit_token_value)).toEqual([55, 60])
  expect(sent[1]?.id).toBe(sent[0]?.id)
})

it.each([
  ['benefit_unavailable', 'This benefit is no longer available.', 'Not available'],
  ['closed', 'This benefit has closed.', 'Closed'],
  ['sold_out', 'Sold out: the last one has just gone.', 'Sold out'],
  ['limit_reached', 'You have as many of this benefit as one member can order.', 'Limit reached'],
])('ends with the words of %s, keeping what was typed, and reloads the list', async (code, words, label) => {
  servePlacing(() => refusal(409, code))
  const { user, dialog, email, submit, catalogue } = await openDialog()
  await user.type(email, '.uk')
  catalogue.benefits = []
  await submit()
  expect(await within(dialog).findByRole('alert')).toHaveTextContent(`${words} Nothing was charged.`)
  await seeToast(...orderFailed)
  expect(within(dialog).getByRole('button', { name: label })).toBeDisabled()
  expect(email).toHaveValue('tamsin@ferreira.example.uk')
  await user.keyboard('{Escape}')
  expect(await screen.findByText('There are no benefits yet.')).toBeVisible()
})

it('can be tried again when it was not open yet', async () => {
  const sent = servePlacing(() => refusal(409, 'not_open_yet'), accept)
  const { dialog, submit } = await openDialog()
  await submit()
  const words = 'This benefit is not open yet. Nothing was charged.'
  expect(await within(dialog).findByRole('alert')).toHaveTextContent(words)
  await submit()
  await seeToast(...orderPlaced)
  expect(sent[1]?.id).toBe(sent[0]?.id)
})

it('shows at the field what the server rejects as an address', async () => {
  servePlacing(() => refusal(422, 'invalid_redemption_email'))
  const { email, submit } = await openDialog()
  await submit()
  await seeToast(...orderFailed)
  await waitFor(() =>
    expect(email).toHaveAccessibleDescription('Enter an email address like name@example.com.'),
  )
})

it('shows Order Failed for any other error, keeps the input, and retries with the same id', async () => {
  const sent = servePlacing(() => HttpResponse.json({ code: 'XX000', message: '' }, { status: 500 }), accept)
  const { user, email, submit } = await openDialog()
  await user.type(email, '.uk')
  await submit()
  await seeToast(...orderFailed)
  expect(email).toHaveValue('tamsin@ferreira.example.uk')
  await submit()
  await screen.findByText('Order Placed Successfully!')
  expect(sent[1]?.id).toBe(sent[0]?.id)
})

it.each(['a lost response', 'a timeout after 20 seconds'])(
  'finds the order on the retry after %s',
  async (cause) => {
    const timeouts: (() => void)[] = []
    const timeout = vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => {
      const controller = new AbortController()
      const end = () => controller.abort(new DOMException('signal timed out', 'TimeoutError'))
      if (ms === 20_000) timeouts.push(end)
      return controller.signal
    })
    onTestFinished(() => timeout.mockRestore())
    const isLost = cause === 'a lost response'
    const sent = servePlacing(
      () => (isLost ? HttpResponse.error() : delay('infinite').then(accept)),
      conflict,
    )
    server.use(
      http.get('*/rest/v1/orders', ({ request }) => {
        const query = new URL(request.url).searchParams
        const isOwn = query.get('id') === `eq.${sent[0]?.id}` && query.get('user_id') === `eq.${memberId}`
        return isOwn ? HttpResponse.json(order({ benefit_name: 'Lantern Research' })) : noRow()
      }),
    )
    const { dialog, submit } = await openDialog()
    await submit()
    await waitFor(() => expect(sent).toHaveLength(1))
    if (!isLost) for (const end of timeouts) end()
    await seeToast(...orderFailed)
    expect(within(dialog).getByRole('alert')).toHaveTextContent(
      'The server cannot be reached. Check your connection and try again. You are not charged twice.',
    )
    await submit()
    await seeToast(...orderPlaced)
    expect(sent[1]?.id).toBe(sent[0]?.id)
  },
)

it("does not treat another user's order as a success", async () => {
  servePlacing(conflict)
  server.use(http.get('*/rest/v1/orders', noRow))
  const { submit } = await openDialog()
  await submit()
  await seeToast(...orderFailed)
})
