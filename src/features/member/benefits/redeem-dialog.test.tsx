import { screen, waitFor, within } from '@testing-library/react'
import { benefit, order } from '@tests/support/builders'
import { refusal, serveBenefits, servePlacing, serveProfile } from '@tests/support/member-api'
import { goOffline } from '@tests/support/offline'
import { memberId, renderPage, signInAs } from '@tests/support/render'
import { server } from '@tests/support/server'
import { seeToast } from '@tests/support/toasts'
import { delay, HttpResponse, http } from 'msw'
import { beforeEach, expect, it } from 'vitest'
import { BenefitsPage } from './page'

const lantern = benefit({ name: 'Lantern Research', token_value: 55 })
const placed = () => order({ benefit_name: 'Lantern Research', redemption_email: 'tamsin@ferreira.example' })
const accepted = () => HttpResponse.json(placed(), { status: 201 })
const taken = () =>
  HttpResponse.json({ code: '23505', message: 'duplicate key', details: null, hint: null }, { status: 409 })

const orderFailed = ['Order Failed', 'Something went wrong. Please try again.'] as const

beforeEach(() => signInAs())

/** Opens the dialog of Lantern Research; the shared member has 87 tokens. */
async function openDialog(tokens = 87) {
  const profile = serveProfile({ current_tokens: tokens })
  const benefits = serveBenefits([lantern])
  const { user } = renderPage(<BenefitsPage />)
  await user.click(await screen.findByRole('button', { name: 'Redeem Lantern Research for 55 tokens' }))
  const dialog = await screen.findByRole('dialog', { name: 'Redeem Lantern Research', busy: false })
  const email = within(dialog).getByRole('textbox', { name: 'Delivery email' })
  const submit = () => within(dialog).getByRole('button', { name: /^Redeem for|Not Enough Tokens/ })
  return { user, dialog, email, submit, profile, benefits }
}

it('shows the sum and starts with the email of the profile', async () => {
  const { dialog, email } = await openDialog()
  expect(email).toHaveValue('tamsin@ferreira.example')
  const sum = within(dialog).getByLabelText('What it costs')
  expect(sum).toHaveTextContent('Your balance87 tokensThis benefit−55Left after32 tokens')
  expect(within(dialog).getByText(/Processed within 24-48 hours/)).toBeVisible()
})

it('places the order with the payload of chapter 7 and says so', async () => {
  const sent = servePlacing(accepted)
  const { user, email, submit } = await openDialog()
  await user.clear(email)
  await user.type(email, ' tamsin@ferreira.example ')
  await user.click(submit())
  await waitFor(() => expect(screen.getByText('Order Placed Successfully!')).toBeVisible())
  expect(screen.getByText('Lantern Research will be delivered to tamsin@ferreira.example.')).toBeVisible()
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

it.each([
  ['', 'Enter the email to deliver to.'],
  ['tam sin@ferreira.example', 'Enter an email address like name@example.com.'],
  ['<tamsin@ferreira.example>', 'Enter an email address like name@example.com.'],
  ['tamsin@@ferreira.example', 'Enter an email address like name@example.com.'],
  ['tamsin@ferreira', 'Enter an email address like name@example.com.'],
  [
    'tam\u00adsin@ferreira.example',
    'An email address cannot contain U+00AD. Write an international domain in its xn-- form.',
  ],
  [`${'t'.repeat(240)}@ferreira.example`, 'At most 254 characters.'],
])('refuses the delivery email "%s" at the field, keeping it', async (typed, sentence) => {
  const sent = servePlacing()
  const { user, dialog, email, submit } = await openDialog()
  await user.clear(email)
  if (typed) await user.click(email).then(() => user.paste(typed))
  await user.click(submit())
  expect(await within(dialog).findByText(sentence)).toBeVisible()
  expect(email).toHaveFocus()
  expect(email).toHaveAccessibleDescription(sentence)
  expect(email).toHaveValue(typed)
  expect(sent).toEqual([])
})

it('places one order for a double click', async () => {
  const sent = servePlacing(accepted, accepted)
  const { user, submit } = await openDialog()
  await user.dblClick(submit())
  await screen.findByText('Order Placed Successfully!')
  expect(sent).toHaveLength(1)
})

it('is busy while it is placed, and cannot be closed under way', async () => {
  server.use(http.post('*/rest/v1/orders', () => delay('infinite')))
  const { user, dialog, submit } = await openDialog()
  await user.click(submit())
  expect(await within(dialog).findByRole('button', { name: 'Redeeming...' })).toHaveAttribute('aria-disabled')
  await user.keyboard('{Escape}')
  expect(dialog).toBeVisible()
})

it('says Insufficient Tokens when the server does, and shows the sum with the new balance', async () => {
  servePlacing(() => refusal(402, 'insufficient_tokens'))
  const { user, dialog, email, submit, profile } = await openDialog()
  await user.type(email, '.uk')
  profile.profile = { ...profile.profile, current_tokens: 50 }
  await user.click(submit())
  await waitFor(() => expect(screen.getByText('Insufficient Tokens')).toBeVisible())
  expect(await screen.findByText("You don't have enough tokens for this benefit.")).toBeVisible()
  expect(await within(dialog).findByText('Short by')).toBeVisible()
  expect(submit()).toBeDisabled()
  expect(submit()).toHaveTextContent('Not Enough Tokens')
  expect(email).toHaveValue('tamsin@ferreira.example.uk')
})

it('says that the price changed, shows the new sum, and lets one confirm the same order again', async () => {
  const sent = servePlacing(() => refusal(409, 'price_changed', '60'), accepted)
  const { user, dialog, submit } = await openDialog()
  await user.click(submit())
  await seeToast(...orderFailed)
  const notice = await within(dialog).findByRole('alert')
  expect(notice).toHaveTextContent('Nothing was charged: the price changed to 60 tokens.')
  expect(within(dialog).getByLabelText('What it costs')).toHaveTextContent(
    'This benefit−60Left after27 tokens',
  )
  await user.click(within(dialog).getByRole('button', { name: 'Redeem for 60 tokens' }))
  await screen.findByText('Order Placed Successfully!')
  expect(sent.map(({ benefit_token_value }) => benefit_token_value)).toEqual([55, 60])
  expect(sent[1]?.id).toBe(sent[0]?.id)
})

it('says that a benefit is gone, and reads the list again', async () => {
  servePlacing(() => refusal(410, 'benefit_unavailable'))
  const { user, dialog, submit, benefits } = await openDialog()
  benefits.benefits = []
  await user.click(submit())
  expect(await within(dialog).findByRole('alert')).toHaveTextContent(
    'This benefit is no longer available. Nothing was charged.',
  )
  await seeToast(...orderFailed)
  expect(submit()).toBeDisabled()
  const [, close] = within(dialog).getAllByRole('button', { name: 'Close' })
  await user.click(close ?? dialog)
  expect(await screen.findByText('There are no benefits yet.')).toBeVisible()
})

it('shows at the field what the server does not accept as an address', async () => {
  servePlacing(() => refusal(422, 'invalid_redemption_email'))
  const { user, email, submit } = await openDialog()
  await user.click(submit())
  await waitFor(() =>
    expect(email).toHaveAccessibleDescription('Enter an email address like name@example.com.'),
  )
  await seeToast(...orderFailed)
})

it('says Order Failed for everything else, keeps what was typed, and retries with the same id', async () => {
  const sent = servePlacing(
    () => HttpResponse.json({ code: 'XX000', message: 'boom' }, { status: 500 }),
    accepted,
  )
  const { user, email, submit } = await openDialog()
  await user.type(email, '.uk')
  await user.click(submit())
  await waitFor(() => expect(screen.getByText('Order Failed')).toBeVisible())
  expect(screen.getByText('Something went wrong. Please try again.')).toBeVisible()
  expect(email).toHaveValue('tamsin@ferreira.example.uk')
  await user.click(submit())
  await screen.findByText('Order Placed Successfully!')
  expect(sent[1]?.id).toBe(sent[0]?.id)
})

it('shows an order whose answer was lost as the success it was', async () => {
  const read: URLSearchParams[] = []
  const sent = servePlacing(() => HttpResponse.error(), taken)
  server.use(
    http.get('*/rest/v1/orders', ({ request }) => {
      read.push(new URL(request.url).searchParams)
      return HttpResponse.json(placed())
    }),
  )
  const { user, dialog, submit } = await openDialog()
  await user.click(submit())
  await seeToast(...orderFailed)
  expect(within(dialog).getByRole('alert')).toHaveTextContent(
    'The server cannot be reached. Check your connection and try again. You are not charged twice.',
  )
  await user.click(submit())
  await waitFor(() => expect(screen.getByText('Order Placed Successfully!')).toBeVisible())
  expect(read[0]?.get('id')).toBe(`eq.${sent[0]?.id}`)
  expect(read[0]?.get('user_id')).toBe(`eq.${memberId}`)
})

it("does not call somebody else's order a success", async () => {
  servePlacing(taken)
  server.use(
    http.get('*/rest/v1/orders', () =>
      HttpResponse.json({ code: 'PGRST116', message: '0 rows', details: null, hint: null }, { status: 406 }),
    ),
  )
  const { user, submit } = await openDialog()
  await user.click(submit())
  await waitFor(() => expect(screen.getByText('Order Failed')).toBeVisible())
})

it('refuses to order offline, with the reason, and sends nothing', async () => {
  const sent = servePlacing(accepted)
  const { user, dialog, submit } = await openDialog()
  goOffline()
  await user.click(submit())
  expect(await within(dialog).findByRole('alert')).toHaveTextContent(
    'You are offline, so nothing was sent. Try again once you are back.',
  )
  await seeToast(...orderFailed)
  expect(sent).toEqual([])
})

it('makes a new id for the next opening', async () => {
  const sent = servePlacing(accepted, accepted)
  const { user, submit } = await openDialog()
  await user.click(submit())
  await screen.findByText('Order Placed Successfully!')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await user.click(screen.getByRole('button', { name: 'Redeem Lantern Research for 55 tokens' }))
  await user.click(await screen.findByRole('button', { name: 'Redeem for 55 tokens' }))
  await waitFor(() => expect(sent).toHaveLength(2))
  expect(sent[1]?.id).not.toBe(sent[0]?.id)
})
