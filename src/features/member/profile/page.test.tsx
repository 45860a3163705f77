import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import {
  failNetwork,
  refuseAuth,
  respondToAuth,
  respondToCall,
  servePasswordChange,
} from '@tests/support/auth-api'
import { memberId } from '@tests/support/builders'
import { openDialog, openedDialog, seeNoDialog } from '@tests/support/dialogs'
import { recoveryCodes, serveFactors, storeSessionWith } from '@tests/support/factors'
import { held } from '@tests/support/held'
import { broken, refusal, serveMySecondFactor, serveProfile, serveRows } from '@tests/support/member-api'
import { goOffline } from '@tests/support/offline'
import { renderPage, sessionAnswer, signInAs } from '@tests/support/render'
import { catchSavedFiles } from '@tests/support/saved-files'
import { see, seeBelow } from '@tests/support/see'
import { server } from '@tests/support/server'
import { seeToast, toastsTitled } from '@tests/support/toasts'
import { HttpResponse, http } from 'msw'
import { Link } from 'react-router-dom'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { ownFactors } from '@/entities/session/assurance'
import { currentSession } from '@/entities/session/session'
import { formatDate, formatDayOfMonth, formatLongDate } from '@/lib/format'
import type { Tables } from '@/lib/tables'
import { Security } from './details'
import { ProfilePage } from './page'
import { Privacy } from './privacy/privacy'
import { SecondFactorDialog } from './second-factor/dialog'

beforeEach(() => signInAs())

describe('details', () => {
  /** Serves the profile, and saves what is sent or gives `response`; records what is sent to which rows. */
  async function open(response?: () => Response) {
    const served = serveProfile({ phone: '+351 912 000 118' })
    const sent: [rows: string | null, body: object][] = []
    server.use(
      http.patch('*/rest/v1/profiles', async ({ request }) => {
        const body = (await request.json()) as object
        sent.push([new URL(request.url).searchParams.get('id'), body])
        if (response) return response()
        Object.assign(served.profile, body)
        return HttpResponse.json(served.profile)
      }),
    )
    const view = renderPage(
      <>
        <Link to="/dashboard/orders">Order History</Link>
        <ProfilePage />
      </>,
    )
    const [name, phone] = [await screen.findByLabelText('Full name'), screen.getByLabelText('Phone')]
    const save = () => view.user.click(screen.getByRole('button', { name: 'Save changes' }))
    return { ...view, served, sent, name, phone, save }
  }

  it('shows the profile, checks both fields in one pass, and saves name and phone of the own row only', async () => {
    const { user, name, phone, save, sent } = await open()
    expect(screen.getByRole('heading', { name: 'Your Profile' })).toBeVisible()
    expect(phone).toHaveValue('+351 912 000 118')
    const email = screen.getByLabelText('Email')
    expect(email).toHaveValue('tamsin@ferreira.example')
    expect(email).toHaveAttribute('readonly')
    await seeBelow(email, 'Email cannot be changed from here')
    const card = screen.getByRole('region', { name: 'Member card' })
    const dates = ['2026-09-02T09:00:00Z', '2027-09-02T09:00:00Z'].map(formatDate)
    for (const text of ['Tamsin Ferreira', 'Pro Member', ...dates])
      expect(within(card).getByText(text)).toBeVisible()
    expect(card).toHaveTextContent('Balance87')
    expect(screen.getByRole('complementary', { name: 'Membership' })).toHaveTextContent(
      /Membership\d+ days remainingInvite code usedWELCOME000PasswordChange passwordSecond factorManage authenticatorsDevicesSee/,
    )
    fireEvent.change(name, { target: { value: '' } })
    fireEvent.change(phone, { target: { value: '0'.repeat(41) } })
    await save()
    await seeBelow(name, 'Enter your name.')
    await seeBelow(phone, 'At most 40 characters.')
    expect(name).toHaveFocus()
    expect(sent).toEqual([])
    fireEvent.change(name, { target: { value: '  Tamsin Ferreira-Lund ' } })
    await user.clear(phone)
    await save()
    await seeToast('Profile Updated', 'Your profile has been updated successfully.')
    // An admin may write every row: without the id it would be all of them.
    expect(sent).toEqual([[`eq.${memberId}`, { name: 'Tamsin Ferreira-Lund', phone: null }]])
    expect(name).toHaveValue('Tamsin Ferreira-Lund')
  })

  it('keeps what was typed when it is refused or read again, and asks before it is left, until Undo', async () => {
    const { user, name, phone, save, client, served } = await open(() => refusal(403, '', null, '42501'))
    const leave = () => {
      const event = new Event('beforeunload', { cancelable: true })
      window.dispatchEvent(event)
      return event.defaultPrevented
    }
    const undo = screen.getByRole('button', { name: 'Undo' })
    expect(undo).toBeDisabled()
    expect(leave()).toBe(false)
    await user.type(name, ' Lund')
    await save()
    await seeToast('Update Failed', 'An unexpected error occurred')
    Object.assign(served.profile, { current_tokens: 12, phone: '+49 30 1234' })
    await client.invalidateQueries()
    const card = screen.getByRole('region', { name: 'Member card' })
    await waitFor(() => expect(card).toHaveTextContent('Balance12'))
    expect(phone).toHaveValue('+49 30 1234')
    expect(leave()).toBe(true)
    const link = screen.getByRole('link', { name: 'Order History' })
    await user.click(link)
    await (await openedDialog('Leave without saving?')).press('Stay')
    await seeNoDialog()
    expect(name).toHaveValue('Tamsin Ferreira Lund')
    await user.click(undo)
    expect(name).toHaveValue('Tamsin Ferreira')
    expect(name).toHaveFocus()
    expect(leave()).toBe(false)
    await user.type(name, ' Lund')
    await user.click(link)
    await (await openedDialog('Leave without saving?')).press('Leave')
    await see('elsewhere: /dashboard/orders')
  })
})

describe('notifications', () => {
  /** Opens the tab, and changes the rows as sent; new ones are only recorded, as the database ignores duplicates. */
  async function open(role = 'user') {
    serveProfile({ role })
    const served = serveRows('notification_preferences', [] as Tables<'notification_preferences'>[])
    const sent: unknown[] = []
    server.use(
      http.post('*/rest/v1/notification_preferences', ({ request }) => {
        expect(request.headers.get('prefer')).toContain('resolution=ignore-duplicates')
        return new HttpResponse(null, { status: 201 })
      }),
      http.patch('*/rest/v1/notification_preferences', async ({ request }) => {
        const changes = (await request.json()) as object
        sent.push([new URL(request.url).searchParams.get('kind'), changes])
        for (const row of served.rows) Object.assign(row, changes)
        return new HttpResponse(null, { status: 204 })
      }),
    )
    const { user } = renderPage(<ProfilePage />, { route: '/?tab=notifications' })
    await screen.findByRole('table')
    return { user, served, sent, save: screen.getByRole('button', { name: 'Save changes' }) }
  }

  const box = (name: string) => screen.getByRole('checkbox', { name })

  it('shows the defaults, and keeps a choice on another tab and when saving fails, until Undo', async () => {
    const { user, save } = await open()
    expect(screen.getAllByRole('checkbox')).toHaveLength(12)
    for (const name of ['Orders: in app', 'Tokens: in app']) {
      expect(box(name)).toBeChecked()
      expect(box(name)).toBeDisabled()
    }
    expect(box('Orders: by email')).toBeChecked()
    expect(await screen.findByText(/Emails go to/)).toHaveTextContent('Emails go to tamsin@ferreira.example.')
    expect(save).toBeDisabled()
    await user.click(box('Tokens: by email'))
    await user.click(screen.getByRole('tab', { name: 'Details' }))
    expect(await screen.findByLabelText('Full name')).toBeVisible()
    expect(screen.queryByRole('checkbox')).toBeNull()
    await user.click(screen.getByRole('tab', { name: 'Notifications' }))
    server.use(http.post('*/rest/v1/notification_preferences', () => broken()))
    await user.click(save)
    await seeToast('Update Failed', 'Your choices could not be saved.')
    expect(box('Tokens: by email')).toBeChecked()
    await user.click(screen.getByRole('button', { name: 'Undo' }))
    expect(box('Tokens: by email')).not.toBeChecked()
    expect(screen.getByRole('heading', { name: 'Notification settings' })).toHaveFocus()
  })

  it('shows admins the notifications that only they get, and saves what was chosen only', async () => {
    serveMySecondFactor()
    const { user, served, sent, save } = await open('admin')
    const { released, release } = held()
    server.use(http.post('*/rest/v1/notification_preferences', () => released.then(() => undefined)))
    await waitFor(() => expect(screen.getAllByRole('checkbox')).toHaveLength(22))
    expect(box('Late orders: by email')).not.toBeChecked()
    expect(box('Stock: by email')).toBeChecked()
    await user.click(box('Favourites: in app'))
    // Meanwhile, by the link in an email.
    served.rows.push({ user_id: memberId, kind: 'favourites', in_app: true, by_email: false })
    await user.click(save)
    // Chosen while the others are saved: still to be saved.
    await user.click(box('Stock: by email'))
    release()
    await seeToast('Notifications Updated', 'Your choices have been saved.')
    expect(sent).toEqual([['eq.favourites', { in_app: false }]])
    expect(box('Favourites: by email')).not.toBeChecked()
    expect(box('Stock: by email')).not.toBeChecked()
    expect(screen.getByRole('heading', { name: 'Notification settings' })).toHaveFocus()
    await user.click(screen.getByRole('button', { name: 'Undo' }))
    expect(save).toBeDisabled()
  })
})

describe('privacy (D49)', () => {
  const day = formatLongDate(new Date(Date.now() + 14 * 86_400_000))
  const counts = {
    orders: 79,
    open_orders: 1,
    open_tokens: 80,
    entries: 137,
    payments: 2,
    notices: 12,
    invitations: 3,
    invitations_left: 3,
  }

  function open(profile = {}, requested_at: string | null = null, route = '/') {
    const served = { ...serveProfile(profile), counts: { ...counts, requested_at } }
    const called: string[] = []
    server.use(
      http.post('*/rest/v1/rpc/my_data_counts', () => HttpResponse.json(served.counts)),
      http.post('*/rest/v1/rpc/keep_account', () => {
        called.push('keep')
        Object.assign(served.profile, { deletes_at: null })
        return HttpResponse.json(true)
      }),
    )
    return { ...renderPage(<Privacy />, { path: '/', route }), called, served }
  }

  it('says what is in the file and what a deletion takes, which asks for the password and a tick', async () => {
    respondToAuth('token', sessionAnswer())
    const { user } = open()
    await see(
      'It takes 14 days. In that time you can change your mind with one click, and nothing is lost.',
      'Profile, 79 orders with the keys you have opened, 137 transactions, 2 payments, 12 notifications, 3 invitations, sign-ins',
    )
    const takes = within(screen.getByRole('region', { name: 'Delete your account' }))
    for (const [what, becomes] of [
      ['87 tokens', 'are given up. They cannot be moved or paid out.'],
      ['Keys and files', 'you received stay yours. Save them before the account is gone.'],
      ['137 transactions', 'stay without your name and without reasons, so that the sums still agree.'],
      ['1 open order', 'is cancelled on that day. Cancel it before if you want to spend the 80 tokens.'],
      ['3 invitations left', 'lapse, and your link stops working.'],
      ['2 payments', 'stay without your name, as the law of bookkeeping requires.'],
      [
        'Your name',
        'and your email are removed from your 79 orders. What you ordered stays, without you, as bookkeeping.',
      ],
    ] as const)
      expect(takes.getByText(what).nextSibling).toHaveTextContent(new RegExp(`^${becomes}$`))
    const opened = await openDialog(user, 'Delete my account', 'Delete your account?')
    const { dialog, inside, field, press, seeAlert } = opened
    const submit = () => press(/^Delete on/)
    const password = field('Your password')
    expect(dialog).toHaveTextContent(
      `On ${day}, 14 days from now, if you confirm it today in the email we send you.`,
    )
    expect(dialog).toHaveTextContent(/You can undo itSign in before .+ and choose Keep my account\./)
    await submit()
    await seeBelow(password, 'Enter your password.')
    await seeAlert('Tick this box to go on.')
    fireEvent.change(password, { target: { value: 'the wrong one' } })
    await user.click(inside.getByRole('checkbox', { name: 'I know that 87 tokens are given up' }))
    refuseAuth('token', 'invalid_credentials', 'No')
    await submit()
    await seeBelow(password, 'This is not your current password.')
    respondToAuth('token', sessionAnswer())
    respondToCall('request_deletion', { code: 'PT409', message: 'last_admin' }, 409)
    await submit()
    await seeAlert('You are the last admin. Make somebody else an admin first.')
    const calls = respondToCall('request_deletion', null)
    await submit()
    const text = 'Nothing happens until you confirm it in the email we sent to tamsin@ferreira.example.'
    await seeToast('Check your email', text)
    expect(calls).toHaveLength(1)
  })

  it('says what a deletion takes of one or nothing of everything', async () => {
    const keys = 'Keys and filesyou received stay yours. Save them before the account is gone.'
    const { served, client } = open()
    const section = await screen.findByRole('region', { name: 'Delete your account' })
    for (const [count, open_orders, texts] of [
      [
        1,
        2,
        [
          '1 tokenis given up. They cannot be moved or paid out.',
          '2 open ordersare cancelled on that day. Cancel them before if you want to spend the 80 tokens.',
          keys,
          '1 invitation leftlapses, and your link stops working.',
          'Your nameand your email are removed from your order. What you ordered stays, without you, as bookkeeping.',
          '1 transactionstays without your name and without reasons, so that the sums still agree.',
          '1 paymentstays without your name, as the law of bookkeeping requires.',
        ],
      ],
      [
        0,
        0,
        [
          '0 tokensare given up. They cannot be moved or paid out.',
          keys,
          'Your nameand your email are removed.',
          '0 transactionsstay without your name and without reasons, so that the sums still agree.',
        ],
      ],
    ] as const) {
      served.profile.current_tokens = count
      Object.assign(served.counts, {
        orders: count,
        open_orders,
        entries: count,
        payments: count,
        invitations_left: count,
      })
      await client.invalidateQueries()
      await waitFor(() => expect(section.querySelector('dl')?.textContent).toBe(texts.join('')))
      const payments = count ? ', 1 payment, ' : /transactions, 12 notifications/
      expect(screen.getByRole('region', { name: 'Your data' })).toHaveTextContent(payments)
    }
  })

  it('announces the deletion, and keeps the account with one click', async () => {
    const at = new Date(Date.now() + 11.5 * 86_400_000)
    const { user, called } = open({ deletes_at: at.toISOString() })
    const title = `Your account will be deleted on ${formatLongDate(at)}, in 12 days.`
    await see(
      title,
      'Until then everything works. Choose to stay here, or in the email we sent.',
      new RegExp(`^You asked for it on .+\\. This is what happens on ${formatDayOfMonth(at)}\\.$`),
    )
    expect(screen.queryByRole('button', { name: 'Delete my account' })).toBeNull()
    await user.click(screen.getByRole('button', { name: 'Keep my account' }))
    await see('Your account stays.', 'Nothing was deleted: 87 tokens, 79 orders, 137 transactions.')
    expect(called).toEqual(['keep'])
  })

  it('says what was requested, and deletes by a click on the link of the email only while it is valid', async () => {
    const gone = { code: 'PT404', message: 'deletion_not_found' }
    const calls = respondToCall('confirm_deletion', gone, 404)
    const requested = '2026-11-20T10:00:00Z'
    const { unmount } = open({}, requested)
    await see('You asked us to delete your account')
    expect(document.body).toHaveTextContent(
      'Nothing happens until you confirm it in the email we sent to tamsin@ferreira.example. Its link works for a day.',
    )
    unmount()
    const { user } = open({}, requested, '/?confirm=abc.def')
    await see(
      'Confirm that your account is to be deleted',
      'Nothing happens without this click. Until that day you can undo it.',
    )
    expect(calls).toEqual([])
    await user.click(screen.getByRole('button', { name: /^Delete on/ }))
    await seeToast('Your account stays for now', /This link is no longer valid\./)
    expect(calls).toEqual([{ p_token: 'abc.def' }])
    server.use(http.post('*/rpc/confirm_deletion', () => HttpResponse.error()))
    await user.click(screen.getByRole('button', { name: /^Delete on/ }))
    const again = 'The server did not respond. It is safe to try again.'
    await seeToast('The deletion may have been confirmed', again)
  })

  it('reads all parts in pages, and can be cancelled', async () => {
    const { released, release } = held()
    const reads: string[] = []
    const { user } = open()
    server.use(
      http.post('*/rest/v1/rpc/my_data', async ({ request }) => {
        const { p_part, p_after } = (await request.json()) as { p_part: string; p_after: number }
        reads.push(`${p_part} ${p_after}`)
        if (p_part === 'orders') await released
        return HttpResponse.json(p_part === 'profile' && p_after === 0 ? Array(1000).fill({ id: 1 }) : [])
      }),
    )
    await user.click(await screen.findByRole('button', { name: 'Download my data' }))
    await see('Being put together: Orders')
    expect(reads.slice(0, 3)).toEqual(['profile 0', 'profile 1000', 'login 0'])
    await user.click(screen.getByRole('button', { name: 'Cancel' }))
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Cancel' })).toBeNull())
    release()
    expect(reads.at(-1)).toBe('orders 0')
    const done = 'Your data has been saved on this device.'
    expect(screen.queryByText(done)).toBeNull()
    const saved = catchSavedFiles()
    await user.click(screen.getByRole('button', { name: 'Download my data' }))
    await see(done, 'Made')
    expect(saved.names).toHaveLength(1)
    expect(screen.queryByRole('button', { name: 'Cancel' })).toBeNull()
  })
})

describe('the password', () => {
  const signIn = 'sign in tamsin@ferreira.example'
  const labels = ['Current password', 'New password', 'Repeat the new password'] as const
  const current = 'the current one'
  const better = 'a better password'

  /** Serves its change, and sign-ins with `known`. */
  function serveAuth({
    known = current,
    ...options
  }: Parameters<typeof servePasswordChange>[0] & { known?: string } = {}) {
    const calls = servePasswordChange(options)
    const refused = { code: 400, error_code: 'invalid_credentials', msg: 'No' }
    server.use(
      http.post<never, Record<string, string>>('*/auth/v1/token', async ({ request }) => {
        const { email, password } = await request.json()
        calls.push(`sign in ${email}`)
        return password === known
          ? HttpResponse.json(sessionAnswer())
          : HttpResponse.json(refused, { status: 400 })
      }),
    )
    return calls
  }

  async function openChange() {
    const { user } = renderPage(<Security admin={false} />)
    const opened = await openDialog(user, 'Change password', 'Change password')
    const { field, press } = opened
    const save = () => press('Save new password')
    const fill = (...values: string[]) => {
      for (const [index, value] of values.entries())
        fireEvent.change(field(labels[index]!), { target: { value } })
    }
    return { ...opened, fill, save }
  }

  it('is changed with the current one once the fields are right, which ends the other sessions', async () => {
    const weak = { error_code: 'weak_password', msg: 'Password should be at least 10 characters.' }
    const calls = serveAuth({ refusal: weak })
    const { dialog, field, fill, save } = await openChange()
    const [now, next, again] = labels
    /** Saves, and waits for what is said at the first field that is wrong. */
    const expectProblem = async (label: string, problem: string) => {
      await save()
      await seeBelow(field(label), problem)
      expect(field(label)).toHaveFocus()
    }
    await expectProblem(now, 'Enter your current password.')
    await seeBelow(field(next), 'Enter a password.')
    expect(calls).toEqual([])
    fill('no', 'short', 'short')
    await expectProblem(now, 'This is not your current password.')
    fill(current)
    await expectProblem(next, weak.msg)
    expect(field(again)).toHaveValue('short')
    expect(toastsTitled('Update Failed')).toBe(0)
    expect(calls).toEqual([signIn, signIn, 'set short'])
    refuseAuth('token', 'over_request_rate_limit', 'Request rate limit reached', 429)
    await save()
    await seeToast('Update Failed', 'Request rate limit reached')
    expect(field(now)).toHaveValue(current)
    const retried = serveAuth()
    fill(current, better, better)
    await save()
    await seeToast('Password Updated', 'Other devices are signed out.')
    expect(retried).toEqual([signIn, `set ${better}`, 'end others'])
    expect(dialog).not.toBeInTheDocument()
    expect(currentSession().status).toBe('signed-in')
  })

  it('is changed with a code of the chosen authenticator, and not without one', async () => {
    storeSessionWith(['Telephone', 'Tablet'], 'aal2')
    const signIns = serveAuth()
    const calls = serveFactors(['Telephone', 'Tablet'])
    const { user, field, fill, save } = await openChange()
    fill(current, better, better)
    await user.selectOptions(field('Authenticator'), 'Tablet')
    await save()
    const code = field('Code of your authenticator')
    await seeBelow(code, 'Enter the six digits of the code.')
    expect(signIns).toEqual([])
    fireEvent.change(code, { target: { value: '123456' } })
    await save()
    await waitFor(() => expect(calls).toEqual(['code 123456 of Tablet']))
  })

  it('counts as changed on a retry when an attempt without a response had changed it', async () => {
    // auth-js also logs it.
    vi.spyOn(console, 'error').mockImplementation(() => undefined)
    const calls = serveAuth()
    server.use(
      http.put('*/auth/v1/user', () => {
        calls.push(...serveAuth({ known: better }))
        return HttpResponse.error()
      }),
    )
    const { dialog, fill, save } = await openChange()
    fill(current, better, better)
    await save()
    await seeToast('Update Failed', 'The server cannot be reached. Check your connection and try again.')
    await save()
    await seeToast('Password Updated', 'Other devices are signed out.')
    expect(dialog).not.toBeInTheDocument()
  })

  it('can be reset by email, or says why not', async () => {
    failNetwork('auth/v1/recover')
    const { inside, press } = await openChange()
    const send = () => press('Send reset instructions')
    await send()
    expect(await inside.findByText(/connection/)).toBeVisible()
    const calls = respondToAuth('recover', {})
    await send()
    await seeToast('Password Reset Sent', 'Check your email for password reset instructions.')
    expect(calls).toMatchObject([{ body: { email: 'tamsin@ferreira.example' } }])
  })
})

it('lists the devices, and signs out everywhere by a button, or says why not', async () => {
  const mac =
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 Version/18.0 Safari/605.1.15'
  const phone = 'Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 Chrome/141.0 Mobile Safari/537.36'
  const at = '2026-11-20T10:00:00Z'
  const device = (id: string, user_agent: string | null, is_current = false) => ({
    ...{ id, user_agent, is_current },
    ...{ signed_in_at: at, seen_at: at },
  })
  const found = [device('1', mac, true), device('2', phone), device('3', null)]
  server.use(http.post('*/rest/v1/rpc/my_devices', () => HttpResponse.json(found)))
  const { user } = renderPage(<Security admin={false} />)
  const opener = 'See where you are signed in'
  const { dialog, press, seeAlert } = await openDialog(user, opener, 'Where you are signed in')
  expect(dialog).toHaveTextContent(
    'If you sign out everywhere, you are signed out here at once, and on every other device within the hour. To come back you need your password.',
  )
  const list = within(await screen.findByRole('list', { name: 'Devices' }))
  expect(list.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    `This device: Safari on macOSSigned in on ${formatDate(at)}`,
    expect.stringMatching(`^Chrome on AndroidSigned in on ${formatDate(at)}, last seen `),
    expect.stringMatching('^Unknown device'),
  ])
  servePasswordChange({ logout: 500 })
  await press('Sign out everywhere')
  await seeToast('Sign Out Error', 'An unexpected error occurred')
  await seeAlert('You are still signed in everywhere. Please try again.')
  const calls = servePasswordChange()
  const goOnline = goOffline()
  await press('Sign out everywhere')
  await waitFor(() => seeAlert(/^You are offline, so nothing was sent\./))
  expect(calls).toEqual([])
  expect(currentSession().status).toBe('signed-in')
  goOnline()
  await press('Sign out everywhere')
  await seeToast('Signed out', 'You have been successfully signed out.')
  expect(calls).toEqual(['end global'])
  expect(currentSession()).toEqual({ status: 'signed-out', signedOutHere: true })
})

describe('the second factor (D54)', () => {
  const press = (name: string) => screen.findByRole('button', { name })

  /** Opens it in a session with a code of these authenticators. */
  function open(
    names: string[],
    { admin = true, ...mine }: Parameters<typeof serveMySecondFactor>[0] & { admin?: boolean } = {},
  ) {
    if (names.length > 0) storeSessionWith(names, 'aal2')
    const calls = serveFactors(names)
    serveMySecondFactor(mine)
    const { user } = renderPage(<SecondFactorDialog admin={admin} onClose={() => undefined} />)
    return { user, calls }
  }

  it('adds an authenticator by its picture or its key, and loses nothing to a wrong code', async () => {
    const { user, calls } = open([])
    await see('You have no authenticator yet.', /^With an authenticator app, .* is your way back\.$/)
    await user.click(await press('Add an authenticator'))
    const name = await screen.findByLabelText('Name')
    expect(name).toHaveValue('Authenticator')
    await seeBelow(name, 'Such as the device it is on.')
    fireEvent.change(name, { target: { value: ' ' } })
    await user.click(await press('Continue'))
    await seeBelow(name, /^Enter a name\./)
    fireEvent.change(name, { target: { value: 'Telephone' } })
    await user.click(await press('Continue'))
    expect(await screen.findByRole('img', { name: 'QR code of the key' })).toBeInTheDocument()
    await see('Scan this with your authenticator app, or enter the key there by hand.')
    await user.click(await press('Copy the key'))
    await seeToast('Copied', 'The key was copied.')
    expect(await navigator.clipboard.readText()).toBe('JBSWY3DPEHPK3PXP')
    await user.type(screen.getByLabelText('Code'), '111111{Enter}')
    await see('This code is not right, or no longer valid. Enter the one shown now.')
    expect(screen.getByText('JBSW Y3DP EHPK 3PXP')).toBeInTheDocument()
    await user.clear(screen.getByLabelText('Code'))
    await user.type(screen.getByLabelText('Code'), '123456')
    await user.click(await press('Turn on'))
    await seeToast('Success', 'Signing in now needs a code. Sessions without it have ended.')
    expect(await screen.findByRole('list', { name: 'Recovery codes' })).toBeInTheDocument()
    const codes = ['code 111111 of Telephone', 'code 123456 of Telephone']
    expect(calls).toEqual(['add Telephone', ...codes, 'create recovery codes'])
  })

  it.each([
    ['Telephone', ['Telephone']],
    ['Tablet', ['Telephone', 'Tablet']],
  ])('removes one with a code of %s', async (used, names) => {
    const { user, calls } = open(names, { required: true })
    await see('Another admin must approve your authenticator. Until then you have the rights of a member.')
    expect(screen.getByRole('button', { name: 'Create recovery codes' })).toBeVisible()
    await user.click(await press('Remove Telephone'))
    await user.click(await press('Cancel'))
    await user.click(await press('Remove Telephone'))
    expect(await screen.findByRole('dialog', { name: 'Remove this authenticator?' })).toBeVisible()
    const code = await screen.findByLabelText('Code')
    const warning = screen.queryByText(
      'Admins need a second factor: without this one you have the rights of a member, and another admin must approve the next one that you add.',
    )
    expect(warning === null).toBe(names.length > 1)
    expect(screen.getByRole('dialog')).toHaveTextContent(
      names.length > 1
        ? 'Telephone no longer signs you in. Enter a code from an authenticator that you have at hand.'
        : 'Telephone no longer signs you in. Enter a last code from it.',
    )
    fireEvent.change(code, { target: { value: '123456' } })
    await user.click(await press('Remove'))
    await seeToast('Success', 'The authenticator was removed.')
    // The stored session is a new one, of the authenticators that are left.
    expect(ownFactors()).toEqual([])
    expect(calls).toEqual([`code 123456 of ${used}`, 'remove Telephone'])
  })

  it('shows the recovery codes once they could be created, to copy and to save, how many are left, and none for another authenticator', async () => {
    const files = catchSavedFiles()
    const { user, calls } = open(['Authenticator'], { admin: false, recovery_codes: 9 })
    await user.click(await press('Add an authenticator'))
    expect(await screen.findByLabelText('Name')).toHaveValue('Authenticator 2')
    await user.click(await press('Back'))
    server.use(http.post('*/rest/v1/rpc/create_recovery_codes', () => broken(), { once: true }))
    expect(await screen.findByText('9 codes left')).toBeInTheDocument()
    expect(screen.queryByText(/^Another admin must approve/)).toBeNull()
    await user.click(await press('Replace recovery codes'))
    await see('That did not work. Please try again.')
    await user.click(await press('Replace recovery codes'))
    const list = await screen.findByRole('list', { name: 'Recovery codes' })
    const shown = within(list).getAllByRole('listitem')
    expect(shown.map(({ textContent }) => textContent)).toEqual(recoveryCodes)
    await see(
      'If you lose your authenticator, one of these signs you in. Each works once. They are shown only now, so keep them somewhere else than on the device with your authenticator. Earlier codes no longer work.',
    )
    await user.click(await press('Copy'))
    await seeToast('Copied', 'The recovery codes were copied.')
    expect(await navigator.clipboard.readText()).toBe(recoveryCodes.join('\n'))
    await user.click(await press('Download'))
    expect(files.names).toEqual(['guildhall-recovery-codes.txt'])
    const text = `Guildhall recovery codes. Each works once.\n\n${recoveryCodes.join('\n')}`
    expect(await files.lines(0)).toEqual([text])
    await user.click(await press('I have saved them'))
    expect(await screen.findByRole('list', { name: 'Your authenticators' })).toBeInTheDocument()
    expect(screen.queryByRole('list', { name: 'Recovery codes' })).not.toBeInTheDocument()
    await user.click(await press('Add an authenticator'))
    fireEvent.change(await screen.findByLabelText('Name'), { target: { value: 'Tablet' } })
    await user.click(await press('Continue'))
    await user.type(await screen.findByLabelText('Code'), '123456{Enter}')
    expect(await screen.findByRole('list', { name: 'Your authenticators' })).toBeVisible()
    expect(calls).toEqual(['create recovery codes', 'add Tablet', 'code 123456 of Tablet'])
  })
})
