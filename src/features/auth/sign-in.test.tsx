import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import {
  failNetwork,
  holdResponses,
  openAuth,
  refuseAuth,
  respondToAuth,
  servePasswordChange,
  serveRole,
} from '@tests/support/auth-api'
import { recoveryCodes, serveFactors, sessionWith } from '@tests/support/factors'
import { refusal } from '@tests/support/member-api'
import { sessionAnswer, signInAs } from '@tests/support/render'
import { see, seeBelow } from '@tests/support/see'
import { server } from '@tests/support/server'
import { seeToast } from '@tests/support/toasts'
import { HttpResponse, http } from 'msw'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { beginRecovery, currentSession } from '@/entities/session/session'

const email = 'tamsin@ferreira.example'
const button = (name: string) => screen.getByRole('button', { name })
const heading = (name: string) => screen.findByRole('heading', { name })
const redirectedTo = (path: string) => screen.findByText(`elsewhere: ${path}`)

async function fill(values: Record<string, string>) {
  for (const [label, value] of Object.entries(values))
    fireEvent.change(await screen.findByLabelText(label), { target: { value } })
}

async function fillIn(next?: string) {
  const { user } = openAuth(`/auth?mode=signin${next ? `&next=${encodeURIComponent(next)}` : ''}`)
  await fill({ Email: ` ${email} `, Password: ' my secret ' })
  return { user, submit: () => user.click(button('Sign In')) }
}

async function signIn() {
  const { user, submit } = await fillIn()
  await submit()
  return user
}

describe('signing in', () => {
  it.each([
    ['user', '/dashboard/orders?q=x', '/dashboard/orders?q=x'],
    ['admin', undefined, '/dashboard'],
  ] as const)('welcomes a %s by the trimmed email who requested %s at %s (D17)', async (role, next, path) => {
    const calls = respondToAuth('token', sessionAnswer())
    const { submit } = await fillIn(next)
    serveRole(role)
    await submit()
    await seeToast('Welcome back!', 'Successfully signed in.')
    expect(calls[0]?.body).toMatchObject({ email, password: ' my secret ' })
    expect(await redirectedTo(path)).toBeVisible()
  })

  it('redirects a user who is already signed in to the dashboard', async () => {
    await signInAs()
    openAuth('/auth')
    expect(await redirectedTo('/dashboard')).toBeVisible()
  })

  it('requires both fields, marks both when they are refused until one changes, and drops the toast after a success', async () => {
    const message = 'Invalid login credentials'
    refuseAuth('token', 'invalid_credentials', message)
    const { user } = openAuth('/auth?mode=signin')
    expect(await screen.findByText('Sign in to see your balance and your orders.')).toBeVisible()
    await user.click(button('Sign In'))
    expect(await screen.findByText('Enter your email address.')).toBeVisible()
    expect(await screen.findByText('Enter your password.')).toBeVisible()
    await waitFor(() => expect(screen.getByLabelText('Email')).toHaveFocus())
    await fill({ Email: email, Password: ' my secret ' })
    const release = holdResponses()
    await user.click(button('Sign In'))
    const busy = await screen.findByRole('button', { name: 'Signing in...' })
    expect(busy).toHaveAttribute('aria-disabled', 'true')
    release()
    await seeToast('Sign In Error', message)
    const fields = [screen.getByLabelText('Email'), screen.getByLabelText('Password')] as const
    for (const field of fields) {
      await waitFor(() => expect(field).toHaveAccessibleDescription(message))
      expect(field).toBeInvalid()
    }
    expect(within(screen.getByRole('main')).getAllByText(message)).toHaveLength(1)
    await waitFor(() => expect(fields[1]).toHaveFocus())
    expect(fields[1]).toHaveValue(' my secret ')

    await fill({ Email: 'odile@brandt.example' })
    for (const field of fields) await waitFor(() => expect(field).toBeValid())
    failNetwork('auth/v1/token')
    await user.click(button('Sign In'))
    await seeToast('Sign In Error', 'An unexpected error occurred')
    expect(await screen.findByRole('alert')).toHaveTextContent(/^The server cannot be reached\./)
    for (const field of fields) expect(field).toBeValid()
    respondToAuth('token', sessionAnswer())
    await user.click(button('Sign In'))
    await seeToast('Welcome back!', 'Successfully signed in.')
    await waitFor(() => expect(screen.queryByText('Sign In Error')).not.toBeInTheDocument())
  })

  it('offers a new link to an unconfirmed user, with a cooldown that outlives the view (D15)', async () => {
    const now = Date.now()
    vi.setSystemTime(now)
    onTestFinished(() => void vi.useRealTimers())
    refuseAuth('token', 'email_not_confirmed', 'Email not confirmed')
    const calls = respondToAuth('resend', {})
    const user = await signIn()
    await seeToast('Sign In Error', 'Email not confirmed')
    expect(await screen.findByRole('alert')).toHaveTextContent(`We sent a link to ${email}.`)
    expect(screen.getByLabelText('Email')).toBeValid()

    await user.click(button('Send a new link'))
    await seeToast('Link sent', 'Please check your email to confirm your account.')
    const redirectTo = 'http://localhost:3000/dashboard'
    expect(calls).toMatchObject([{ redirectTo, body: { type: 'signup', email } }])
    expect(await screen.findByRole('button', { name: 'Send again in 60 s' })).toBeDisabled()

    await user.click(screen.getByRole('link', { name: 'Forgot your password?' }))
    vi.setSystemTime(now + 59_000)
    await user.click(await screen.findByRole('link', { name: 'Back to Sign In' }))
    expect(await screen.findByRole('button', { name: 'Send again in 1 s' })).toBeDisabled()
    vi.setSystemTime(now + 60_000)
    const again = await screen.findByRole('button', { name: 'Send a new link' })
    expect(again).toBeEnabled()
    const message = 'For security purposes, you can only request this after 41 seconds.'
    refuseAuth('resend', 'over_email_send_rate_limit', message, 429)
    await user.click(again)
    await seeToast('Error', message)
    expect(await screen.findByRole('button', { name: /Send again in/ })).toBeDisabled()
  })
})

describe('a forgotten password', () => {
  it('sends the reset email, which stays said above the sign-in, and again after a minute', async () => {
    vi.setSystemTime(Date.now())
    const calls = respondToAuth('recover', {})
    const release = holdResponses()
    const { user } = openAuth('/auth?mode=signin')
    await fill({ Email: email, Password: 'not this one' })
    await user.click(screen.getByRole('link', { name: 'Forgot your password?' }))
    await user.click(await screen.findByRole('button', { name: 'Send Reset Instructions' }))
    expect(await screen.findByRole('button', { name: 'Sending...' })).toHaveAttribute('aria-disabled', 'true')
    release()
    await seeToast('Password Reset Sent', 'Check your email for password reset instructions.')
    expect(calls).toMatchObject([{ redirectTo: 'http://localhost:3000/auth/callback', body: { email } }])
    await heading('Welcome back')
    expect(screen.getByLabelText('Email')).toHaveValue(email)
    expect(screen.getByLabelText('Password')).toHaveValue('')
    const notice = await screen.findByRole('status')
    expect(notice).toHaveTextContent(
      /^Password Reset SentCheck your email for password reset instructions\. The link works once, for an hour\.$/,
    )
    expect(screen.getByText(/Send again in 60 s/)).toBeVisible()
    const other = screen.getByRole('link', { name: 'use another address' })
    expect(other).toHaveAttribute('href', '/auth?mode=forgot')
    sessionStorage.clear()
    await user.dblClick(await screen.findByRole('button', { name: 'Send again' }))
    await see('Send again in 60 s')
    expect(calls).toHaveLength(2)
    expect(notice).toBeVisible()
    refuseAuth('recover', 'over_email_send_rate_limit', 'You can only request this after 41 seconds.', 429)
    sessionStorage.clear()
    await user.click(await screen.findByRole('button', { name: 'Send again' }))
    expect(await screen.findByText(/Send again in \d+ s/)).toBeVisible()
  })

  it('shows a refusal as a toast, and an invalid address at its field', async () => {
    const { user } = openAuth('/auth?mode=forgot')
    await fill({ Email: email })
    await see("We'll email you a link. It works once and expires after an hour.")
    const field = screen.getByLabelText('Email')
    for (const [code, message, problem] of [
      ['over_email_send_rate_limit', 'For security purposes, wait 37 seconds.', ''],
      ['email_address_invalid', 'Email address is invalid', 'Email address is invalid'],
    ] as const) {
      refuseAuth('recover', code, message, 429)
      await user.click(button('Send Reset Instructions'))
      await seeToast('Reset Password Error', message)
      await waitFor(() => expect(field).toHaveAccessibleDescription(problem))
      expect(field).toHaveValue(email)
    }
    failNetwork('auth/v1/recover')
    await user.click(button('Send Reset Instructions'))
    await seeToast('Reset Password Error', 'An unexpected error occurred')
    expect(await screen.findByRole('alert')).toHaveTextContent(/^The server cannot be reached\./)
    expect(field).toBeValid()
  })
})

describe('a new password', () => {
  const same = 'New password should be different from the old password.'
  const samePassword = { error_code: 'same_password', msg: same }

  async function recover() {
    await signInAs()
    beginRecovery()
    const { user } = openAuth('/auth')
    await heading('Set a new password')
    return user
  }

  async function save(password: string) {
    const user = await recover()
    await fill({ 'New password': password, 'Repeat the new password': password })
    await user.click(button('Save new password'))
    return user
  }

  it('is not shown without a recovery', async () => {
    openAuth('/auth?mode=new-password')
    expect(await heading('Welcome back')).toBeVisible()
  })

  it('is checked in one pass, and once it is saved ends the other sessions and opens the dashboard (D14)', async () => {
    servePasswordChange({ refusal: samePassword })
    const user = await recover()
    expect(document.body).toHaveTextContent(`For ${email}. Other devices are signed out once it is saved.`)
    const field = screen.getByLabelText('New password')
    await seeBelow(field, 'At least 10 characters.')
    expect(document.querySelector('[autocomplete=username]')).toHaveValue(email)
    await user.click(button('Save new password'))
    expect(await screen.findByText('Repeat the new password.')).toBeVisible()
    await waitFor(() => expect(field).toHaveAccessibleDescription('Enter a password.'))
    await waitFor(() => expect(field).toHaveFocus())
    await fill({ 'New password': 'short', 'Repeat the new password': 'short' })
    await user.click(button('Save new password'))
    await seeToast('Reset Password Error', same)
    await waitFor(() => expect(field).toHaveAccessibleDescription(same))
    expect(field).toHaveValue('short')
    const calls = servePasswordChange()
    const release = holdResponses()
    await user.click(button('Save new password'))
    expect(await screen.findByRole('button', { name: 'Saving...' })).toHaveAttribute('aria-disabled', 'true')
    release()
    await seeToast('Password Updated', 'Other devices are signed out.')
    expect(await redirectedTo('/dashboard')).toBeVisible()
    expect(calls).toEqual(['set short', 'end others'])
    expect(currentSession()).toMatchObject({ status: 'signed-in', recovering: false })
  })

  it('is saved when a retry finds it to be the password, after an attempt without a response', async () => {
    servePasswordChange({ refusal: samePassword })
    // auth-js also logs it.
    vi.spyOn(console, 'error').mockImplementation(() => undefined)
    server.use(http.put('*/auth/v1/user', () => HttpResponse.error(), { once: true }))
    const user = await save('a new password')
    await seeToast('Reset Password Error', 'An unexpected error occurred')
    expect(await screen.findByRole('alert')).toHaveTextContent(/^The server cannot be reached\./)
    expect(screen.getByLabelText('New password')).toHaveValue('a new password')
    await user.click(button('Save new password'))
    await seeToast('Password Updated', 'Other devices are signed out.')
    await waitFor(() => expect(currentSession()).toMatchObject({ recovering: false }))
  })

  it('is saved also when the other sessions could not be ended, which is said', async () => {
    servePasswordChange({ logout: 500 })
    await save('a new password')
    await seeToast('Password Updated', 'Other devices could not be signed out and may still be signed in.')
  })

  it('is given up with Back to Sign In, which ends the session of the link', async () => {
    const calls = servePasswordChange()
    const user = await recover()
    await user.click(button('Back to Sign In'))
    expect(await heading('Welcome back')).toBeVisible()
    expect(calls).toEqual(['end local'])
    expect(currentSession().status).toBe('signed-out')
    await user.click(button('browser back'))
    expect(screen.getByRole('heading', { name: 'Welcome back' })).toBeVisible()
  })
})

describe('the code of a second factor', () => {
  async function enterPassword(names: string[]) {
    respondToAuth('token', sessionWith(names))
    return signIn()
  }

  const field = () => screen.findByLabelText('Code')

  it('is asked for after the password, and kept when it is wrong', async () => {
    const calls = serveFactors(['Telephone'])
    const user = await enterPassword(['Telephone'])
    expect(await field()).toHaveAttribute('autocomplete', 'one-time-code')
    expect(document.body).toHaveTextContent(`Enter your codeFrom the authenticator of ${email}.`)
    expect(screen.queryByText('Welcome back!')).not.toBeInTheDocument()
    await user.click(button('Continue'))
    expect(await screen.findByText('Enter the six digits of the code.')).toBeVisible()
    await fill({ Code: '111 111' })
    await user.click(button('Continue'))
    expect(
      await screen.findByText('This code is not right, or no longer valid. Enter the one shown now.'),
    ).toBeInTheDocument()
    expect(await field()).toHaveValue('111 111')
    await fill({ Code: '１２３\u200b 456' })
    await user.click(button('Continue'))
    expect(await redirectedTo('/dashboard')).toBeInTheDocument()
    await seeToast('Welcome back!', 'Successfully signed in.')
    expect(calls).toEqual(['code 111111 of Telephone', 'code 123456 of Telephone'])
  })

  it('is of one of several authenticators; says when the server is busy, and leads back', async () => {
    serveFactors(['Telephone', 'Tablet'])
    server.use(
      http.post('*/auth/v1/factors/:id/challenge', () =>
        HttpResponse.json({ code: 429, error_code: 'over_request_rate_limit', msg: 'Slow' }, { status: 429 }),
      ),
      http.post('*/auth/v1/logout', () => new HttpResponse(null, { status: 204 })),
    )
    const user = await enterPassword(['Telephone', 'Tablet'])
    await user.selectOptions(await screen.findByLabelText('Authenticator'), 'Tablet')
    await user.type(await field(), '123456{Enter}')
    const busy = 'Too many tries. Wait a minute, then try again.'
    expect(await screen.findByRole('alert')).toHaveTextContent(busy)
    await user.click(button('Back to Sign In'))
    expect(await heading('Welcome back')).toBeInTheDocument()
  })

  it('may be a recovery code, which leads to the profile to add a new authenticator (D54)', async () => {
    const calls = serveFactors(['Telephone'])
    const user = await enterPassword(['Telephone'])
    const lost = 'Lost your authenticator? Use a recovery code'
    await user.click(await screen.findByRole('button', { name: lost }))
    expect(document.body).toHaveTextContent(
      `For ${email}. It works once and removes the authenticators that you have lost.`,
    )
    const helpless = 'Without a recovery code, ask an admin to reset your second factor.'
    expect(screen.getByText(helpless)).toBeInTheDocument()
    const recovery = screen.getByLabelText('Recovery code')
    expect(recovery).toHaveFocus()
    await seeBelow(recovery, '16 letters and digits. Spaces and hyphens do not matter.')
    await user.click(button('Continue'))
    await waitFor(() => expect(recovery).toHaveAccessibleDescription('Enter a recovery code.'))
    const present = async (code: string) => {
      await fill({ 'Recovery code': code })
      await user.click(button('Continue'))
    }
    await present('WRONG')
    expect(await screen.findByText('This recovery code is not right, or was used already.')).toBeVisible()
    expect(recovery).toHaveValue('WRONG')
    const refuse = () => refusal(429, 'rate_limited', '40')
    server.use(http.post('*/rest/v1/rpc/use_recovery_code', refuse, { once: true }))
    await present('ABCD')
    expect(await screen.findByText('Too many tries. Wait a minute, then try again.')).toBeVisible()
    await user.click(button('Use your authenticator'))
    await user.click(await screen.findByRole('button', { name: lost }))
    await present(` ${recoveryCodes[0]} `)
    expect(await redirectedTo('/dashboard/profile')).toBeInTheDocument()
    await seeToast('Success', 'Your authenticators were removed. Add a new one in your profile.')
    expect(calls).toEqual(['recovery code WRONG', `recovery code ${recoveryCodes[0]}`])
  })
})

it('focuses the heading of another view, also with Back, and none when it is opened', async () => {
  const { user } = openAuth('/auth')
  await heading('Get started')
  expect(document.body).toHaveFocus()
  for (const [name, title] of [
    ['Sign In', 'Welcome back'],
    ['Need an invite code?', 'Get started'],
    ['Sign In', 'Welcome back'],
    ['Forgot your password?', 'Reset your password'],
  ] as const) {
    await user.click(screen.getByRole('link', { name }))
    const next = await heading(title)
    await waitFor(() => expect(next).toHaveFocus())
  }
  await user.click(button('browser back'))
  const first = await heading('Welcome back')
  await waitFor(() => expect(first).toHaveFocus())
})
