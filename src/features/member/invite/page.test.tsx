import { fireEvent, screen, waitFor } from '@testing-library/react'
import { held } from '@tests/support/held'
import { broken, refusal } from '@tests/support/member-api'
import { myInvitations } from '@tests/support/referrals-api'
import { renderPage, signInAs } from '@tests/support/render'
import { see, seeBelow } from '@tests/support/see'
import { server } from '@tests/support/server'
import { seeToast } from '@tests/support/toasts'
import { HttpResponse, http } from 'msw'
import { beforeEach, expect, it } from 'vitest'
import type { MyInvitations } from '@/entities/referrals/referral'
import { formatDate } from '@/lib/format'
import { InvitePage } from './page'

beforeEach(() => signInAs())

/** Opens the page, and responds to each sending with the next of `states`; records what was sent. */
async function open(changes: Partial<MyInvitations> = {}, ...states: string[]) {
  const sent: unknown[] = []
  const served = { own: myInvitations(changes) }
  server.use(
    http.post('*/rest/v1/rpc/my_invitations', () => HttpResponse.json(served.own)),
    http.post('*/rest/v1/rpc/send_invitations', async ({ request }) => {
      sent.push(await request.json())
      return HttpResponse.json([{ position: 1, email: '', state: states.shift() }])
    }),
    http.post('*/rest/v1/rpc/:change', async ({ request, params }) => {
      sent.push({ call: params.change, ...((await request.json()) as object) })
      return new HttpResponse(null, { status: 204 })
    }),
  )
  const { user, client } = renderPage(<InvitePage />)
  await screen.findByRole('heading', { name: 'Your invitations' })
  const change = (next: Partial<MyInvitations>) => {
    served.own = myInvitations(next)
    return client.invalidateQueries()
  }
  const send = async (address?: string, message?: string) => {
    for (const [label, text] of Object.entries({ 'Or send it by email': address, Message: message })) {
      if (text) fireEvent.change(screen.getByLabelText(label), { target: { value: text } })
    }
    await user.click(screen.getByRole('button', { name: 'Send' }))
  }
  return { user, sent, served, send, change }
}

it('shows the link, what is left, what both get and who joined (D43)', async () => {
  await open()
  const link = `${window.location.origin}/auth?invite=NHMZ477V2W`
  expect(await screen.findByLabelText('Your link')).toHaveValue(link)
  await see(/^Works for 1 more person/, `2 of 3 used, until ${formatDate('2028-09-02T09:00:00Z')}`)
  await see(/seven days after the first order was delivered/)
  expect(document.body).toHaveTextContent('on the same day')
  expect(
    screen.getByRole('row', { name: /bram@dewit.example by email, .* Opened the page .* 0/ }),
  ).toBeVisible()
  expect(screen.getByRole('row', { name: /Mira Osei by your link Joined .* \+15/ })).toBeVisible()
  expect(screen.getByRole('button', { name: 'Received from invitations: +15. Explain' })).toBeVisible()
  expect(screen.queryByText('joined by invitation')).toBeNull()
})

it('says what becomes of the link, lists the own bonus, and offers the waitlist when none are left', async () => {
  const ends = /^This is your last invitation\. .* stops working/
  const { user, change } = await open({ remaining: 1 })
  await see(/^Works for 1 more person.* An invitation by email ends it/, ends)
  await change({ remaining: 1, code: null })
  await waitFor(() => expect(screen.queryByText(ends)).toBeNull())
  const erased = myInvitations().invitations.map((each) => ({
    ...each,
    by_link: false,
    email: null,
    name: null,
  }))
  await change({ remaining: 2, own_received: 15, invitations: erased })
  await see(/^Works for 2 more people.* Each invitation by email takes one of them\.$/)
  expect(screen.queryByText(ends)).toBeNull()
  expect(screen.getByRole('row', { name: /^You joined by invitation Joined .* \+15/ })).toBeVisible()
  expect(screen.getByRole('row', { name: /^Address deleted by email Opened the page/ })).toBeVisible()
  expect(screen.getByRole('row', { name: /^Deleted user Joined/ })).toBeVisible()
  const from = `yours on ${formatDate('2028-09-02T09:00:00Z')}. Until then your colleague can ask for a place.`
  for (const [quota, ...texts] of [
    [3, 'All 3 are used this year', `3 more are ${from}`, '3 of them are yours each year.'],
    [1, 'Yours is used this year', `1 more is ${from}`, 'One of them is yours each year.'],
    [0, 'Members have no invitations at present', 'Your colleague can ask for a place.'],
  ] as const) {
    await change({ quota, remaining: 0, code: null, invitations: [], bonus: 0 })
    await see(...texts)
    expect(document.body).not.toHaveTextContent('on the same day')
    expect(screen.queryByLabelText('Your link')).not.toBeInTheDocument()
  }
  await see(
    '25 to start with',
    'You have not invited anybody yet. People you invite, and those who join, will appear here.',
  )
  for (const name of ['Invitations left', / yours each year/]) expect(screen.queryByText(name)).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Copy the waitlist link' }))
  const { origin } = window.location
  await waitFor(async () => expect(await navigator.clipboard.readText()).toBe(`${origin}/auth?mode=waitlist`))
})

it('keeps what was typed when an invitation is refused, and says that the last one was sent, although the form is gone', async () => {
  const { served, sent, send } = await open({}, 'invited', 'new')
  await send('noor@example.test', 'Join us')
  await see('This address was invited in the last 30 days.')
  const email = screen.getByLabelText('Or send it by email')
  expect(email).toHaveValue('noor@example.test')
  expect(email).toHaveFocus()
  served.own = myInvitations({ remaining: 0, code: null })
  await send()
  await seeToast('Invitation sent', 'It is on its way to noor@example.test.')
  await see('All 3 are used this year')
  const call = { p_rows: [{ email: 'noor@example.test' }], p_message: 'Join us', p_dry_run: false }
  expect(sent).toEqual([call, call])
})

it('asks before a message that was written is lost, and not once it was sent', async () => {
  const { user, send } = await open({}, 'new')
  const leave = () => {
    const event = new Event('beforeunload', { cancelable: true })
    window.dispatchEvent(event)
    return event.defaultPrevented
  }
  await user.type(screen.getByLabelText('Message'), 'Join us')
  expect(leave()).toBe(true)
  await send('noor@example.test')
  await seeToast('Invitation sent', 'It is on its way to noor@example.test.')
  expect(leave()).toBe(false)
})

it('takes an invitation for sent when the response of the first attempt was lost', async () => {
  const { send } = await open({}, 'invited', 'invited')
  server.use(http.post('*/rest/v1/rpc/send_invitations', () => HttpResponse.error(), { once: true }))
  await send('noor@example.test')
  expect(await screen.findByRole('alert')).toHaveTextContent('The invitation may not have been sent.')
  await send('other@example.test')
  await see('This address was invited in the last 30 days.')
  await send('noor@example.test')
  await seeToast('Invitation sent', 'It is on its way to noor@example.test by an earlier attempt.')
})

it('says beside the field what is wrong, and keeps the message', async () => {
  const { send } = await open()
  server.use(http.post('*/rest/v1/rpc/send_invitations', () => refusal(422, 'message_has_link')))
  for (const [address, message, label, problem] of [
    ['noor@', 'Join us', 'Or send it by email', 'Enter one email address, as in colleague@company.example.'],
    ['noor@example.test', 'See www.example.test', 'Message', 'A message cannot contain a link.'],
  ] as const) {
    await send(address, message)
    const field = screen.getByLabelText(label)
    await seeBelow(field, expect.stringContaining(problem))
    expect(field).toHaveFocus()
    expect(screen.getByLabelText('Message')).toHaveValue(message)
  }
})

it('sends an invitation again, to another address but not to none, or revokes it', async () => {
  const { user, sent } = await open()
  const change = async (press: string, address?: string) => {
    const name = 'Change the invitation to bram@dewit.example'
    await user.click(await screen.findByRole('button', { name }))
    await screen.findByRole('dialog', { name: 'Change invitation', busy: false })
    const field = screen.getByRole('textbox', { name: 'Email' })
    await seeBelow(field, 'At most five times again, 60 seconds apart.')
    if (address) {
      fireEvent.change(field, { target: { value: '' } })
      await user.click(screen.getByRole('button', { name: press }))
      await seeBelow(field, expect.stringContaining('Enter an email address.'))
      expect(field).toHaveFocus()
      fireEvent.change(field, { target: { value: address } })
      expect(field).toBeValid()
    }
    await user.click(screen.getByRole('button', { name: press }))
  }
  const press = (name: string) => user.click(screen.getByRole('button', { name }))
  const refuse = (call: string, respond: () => Response) =>
    server.use(http.post(`*/rest/v1/rpc/${call}`, respond, { once: true }))
  const p_code_id = '00000000-0000-4000-8000-0000000000e1'
  await change('Send again')
  await seeToast('Invitation sent', 'It is on its way to bram@dewit.example.')
  refuse('correct_invitation', () => refusal(409, 'cannot_invite', 'member'))
  await change('Correct and send', 'bram@wit.example')
  const member = expect.stringContaining('This person is a member.')
  await seeBelow(screen.getByRole('textbox', { name: 'Email' }), member)
  await press('Correct and send')
  await seeToast('Invitation sent', 'It is on its way to bram@wit.example.')
  refuse('revoke_invitation', () => broken())
  await change('Revoke')
  expect(await screen.findByRole('alert')).toHaveTextContent('It may not have been changed. Please')
  await press('Revoke')
  await seeToast('Invitation revoked', 'Nobody can join with it any more.')
  expect(sent).toEqual([
    { call: 'resend_invitation', p_code_id },
    { call: 'correct_invitation', p_code_id, p_email: 'bram@wit.example' },
    { call: 'revoke_invitation', p_code_id },
  ])
})

it('revokes nothing, and keeps the dialog, while an invitation is sent again', async () => {
  const { user, sent } = await open()
  const answer = held()
  server.use(http.post('*/rest/v1/rpc/resend_invitation', () => answer.released))
  await user.click(await screen.findByRole('button', { name: /^Change the invitation to/ }))
  const dialog = await screen.findByRole('dialog', { name: 'Change invitation', busy: false })
  await see(/^Send it again, to this .*, or revoke it\. None of these restores an invitation\.$/)
  await user.click(screen.getByRole('button', { name: 'Send again' }))
  expect(screen.getByRole('button', { name: 'Revoke' })).toBeDisabled()
  await user.keyboard('{Escape}')
  expect(dialog).toBeVisible()
  answer.release()
  await seeToast('Invitation sent', 'It is on its way to bram@dewit.example.')
  expect(sent).toHaveLength(1)
})
