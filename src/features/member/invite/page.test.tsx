import { screen, waitFor } from '@testing-library/react'
import { refusal } from '@tests/support/member-api'
import { myInvitations } from '@tests/support/referrals-api'
import { renderPage, signInAs } from '@tests/support/render'
import { server } from '@tests/support/server'
import { seeToast } from '@tests/support/toasts'
import { HttpResponse, http } from 'msw'
import { beforeEach, expect, it } from 'vitest'
import type { MyInvitations } from '@/entities/referrals/own'
import { formatDate } from '@/lib/format'
import { InvitePage } from './page'

beforeEach(() => signInAs())

/** Serves the page, and responds to each sending with the next of `states`; records what was sent. */
function open(changes: Partial<MyInvitations> = {}, ...states: string[]) {
  const sent: unknown[] = []
  const own = myInvitations(changes)
  server.use(
    http.post('*/rest/v1/rpc/my_invitations', () => HttpResponse.json(own)),
    http.post('*/rest/v1/rpc/send_invitations', async ({ request }) => {
      sent.push(await request.json())
      return HttpResponse.json([{ position: 1, email: '', state: states.shift() }])
    }),
    http.post('*/rest/v1/rpc/:change', async ({ request, params }) => {
      sent.push({ call: params.change, ...((await request.json()) as object) })
      return new HttpResponse(null, { status: 204 })
    }),
  )
  return { ...renderPage(<InvitePage />), sent }
}

it('shows the link, what is left, what both get and who joined (D43)', async () => {
  open()
  expect(await screen.findByLabelText('Your link')).toHaveValue(
    `${window.location.origin}/auth?invite=NHMZ477V2W`,
  )
  expect(screen.getByText(/^Works for 1 more person/)).toBeVisible()
  expect(screen.getByText(`2 of 3 used, until ${formatDate('2028-09-02T09:00:00Z')}`)).toBeVisible()
  expect(screen.getByText(/seven days after the first order was delivered/)).toBeVisible()
  expect(screen.getByRole('row', { name: /bram@dewit.example .* Opened the page .* 0/ })).toBeVisible()
  expect(screen.getByRole('row', { name: /Mira Osei by your link Joined .* \+15/ })).toBeVisible()
  expect(screen.getByRole('button', { name: 'Received from invitations: +15. Explain' })).toBeVisible()
})

it('sends an invitation, and keeps what was typed when it is refused', async () => {
  const { user, sent } = open({}, 'invited', 'new')
  const email = await screen.findByLabelText('Or send it by email')
  await user.type(email, 'noor@example.test')
  await user.type(screen.getByLabelText('Message'), 'Join us')
  await user.click(screen.getByRole('button', { name: 'Send' }))
  expect(await screen.findByText('This address was invited in the last 30 days.')).toBeVisible()
  expect(email).toHaveValue('noor@example.test')
  expect(email).toHaveFocus()
  await user.click(screen.getByRole('button', { name: 'Send' }))
  await seeToast('Invitation sent', 'It is on its way to noor@example.test.')
  expect(email).toHaveValue('')
  const call = { p_rows: [{ email: 'noor@example.test' }], p_message: 'Join us', p_dry_run: false }
  expect(sent).toEqual([call, call])
})

it('says that the last invitation was sent, although the form is gone', async () => {
  const { user } = open({}, 'new')
  await user.type(await screen.findByLabelText('Or send it by email'), 'noor@example.test')
  const spent = myInvitations({ remaining: 0, code: null })
  server.use(http.post('*/rest/v1/rpc/my_invitations', () => HttpResponse.json(spent)))
  await user.click(screen.getByRole('button', { name: 'Send' }))
  await seeToast('Invitation sent', 'It is on its way to noor@example.test.')
  expect(await screen.findByText('All 3 are used this year')).toBeVisible()
})

it('takes an invitation for sent when the response of the first attempt was lost', async () => {
  const { user } = open({}, 'invited')
  await user.type(await screen.findByLabelText('Or send it by email'), 'noor@example.test')
  server.use(http.post('*/rest/v1/rpc/send_invitations', () => HttpResponse.error(), { once: true }))
  await user.click(screen.getByRole('button', { name: 'Send' }))
  expect(await screen.findByRole('alert')).toHaveTextContent('The invitation may not have been sent.')
  await user.click(screen.getByRole('button', { name: 'Send' }))
  await seeToast('Invitation sent', 'It is on its way to noor@example.test by an earlier attempt.')
})

it.each([
  ['noor@', 'Join us', 'Or send it by email', 'Enter one email address, as in colleague@company.example.'],
  ['noor@example.test', 'See www.example.test', 'Message', 'A message cannot contain a link.'],
])('says beside the field what is wrong with "%s" and "%s"', async (address, message, field, problem) => {
  const { user } = open()
  server.use(http.post('*/rest/v1/rpc/send_invitations', () => refusal(422, 'message_has_link')))
  await user.type(await screen.findByLabelText('Or send it by email'), address)
  await user.type(screen.getByLabelText('Message'), message)
  await user.click(screen.getByRole('button', { name: 'Send' }))
  await waitFor(() =>
    expect(screen.getByLabelText(field)).toHaveAccessibleDescription(expect.stringContaining(problem)),
  )
  expect(screen.getByLabelText(field)).toHaveFocus()
  expect(screen.getByLabelText('Message')).toHaveValue(message)
})

it('sends an invitation again, to another address, or revokes it', async () => {
  const { user, sent } = open()
  const change = async (press: string | RegExp, address?: string) => {
    await user.click(
      await screen.findByRole('button', { name: 'Change the invitation to bram@dewit.example' }),
    )
    await screen.findByRole('dialog', { name: 'Change invitation', busy: false })
    const field = screen.getByRole('textbox', { name: 'Email' })
    if (address) {
      await user.clear(field)
      await user.type(field, address)
    }
    await user.click(screen.getByRole('button', { name: press }))
  }
  const p_code_id = '00000000-0000-4000-8000-0000000000e1'
  await change('Send again')
  await seeToast('Invitation sent', 'It is on its way to bram@dewit.example.')
  await change('Correct and send', 'bram@wit.example')
  await seeToast('Invitation sent', 'It is on its way to bram@wit.example.')
  await change('Revoke')
  await seeToast('Invitation revoked', 'Nobody can join with it any more.')
  expect(sent).toEqual([
    { call: 'resend_invitation', p_code_id },
    { call: 'correct_invitation', p_code_id, p_email: 'bram@wit.example' },
    { call: 'revoke_invitation', p_code_id },
  ])
})

it('sends nothing when the address of an invitation was cleared', async () => {
  const { user, sent } = open()
  await user.click(await screen.findByRole('button', { name: 'Change the invitation to bram@dewit.example' }))
  await screen.findByRole('dialog', { name: 'Change invitation', busy: false })
  const field = screen.getByRole('textbox', { name: 'Email' })
  await user.clear(field)
  await user.click(screen.getByRole('button', { name: 'Correct and send' }))
  await waitFor(() =>
    expect(field).toHaveAccessibleDescription(expect.stringContaining('Enter an email address.')),
  )
  expect(field).toHaveFocus()
  expect(sent).toEqual([])
})

it.each([
  [{ remaining: 0, code: null, invitations: [] }, 'All 3 are used this year'],
  [{ quota: 0, remaining: 0, code: null, invitations: [] }, 'Members have no invitations at present'],
])('offers the waitlist when none are left: %o', async (changes, title) => {
  open(changes)
  expect(await screen.findByText(title)).toBeVisible()
  expect(screen.getByRole('button', { name: 'Copy the waitlist link' })).toBeVisible()
  expect(screen.queryByLabelText('Your link')).not.toBeInTheDocument()
})
