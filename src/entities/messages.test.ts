import { expect, it } from 'vitest'
import { redeemFailure } from '@/entities/codes/messages'
import { problemsOf, reportProblem } from '@/entities/deliveries/report'
import { addressProblem, invitationProblem, NotInvitedError } from '@/entities/invitations/messages'
import { cancelProblem } from '@/entities/orders/messages'
import { membershipStatus } from '@/entities/profiles/profile'
import { fieldOf } from '@/entities/session/auth'
import { inviteErrorMessage, tooManyTries } from '@/entities/session/messages'
import { newPasswordSchema, passwordChangeSchema } from '@/entities/session/schemas'
import { requestProblem } from '@/entities/waitlist/request'
import { NetworkError, OfflineError } from '@/lib/errors'

/** As the database refuses; the states are not read. */
const refusal = (message: string, details: string | null = null) => ({ code: 'PT409', message, details })
const lost = new NetworkError()
const broken = { code: '57014', message: 'canceling statement' }

it.each([
  [refusal('order_not_pending'), /^An admin started working on this order after you opened this/],
  [refusal('order_not_found'), 'This order is no longer yours.'],
  [refusal('rate_limited'), 'You have cancelled 30 orders in the last hour. Please try again later.'],
  [lost, /^The server did not respond, so the order may or may not have been cancelled\./],
  [broken, 'The order was not cancelled. Please try again.'],
])('says that an order was not cancelled after %o (D35)', (error, problem) => {
  expect(cancelProblem(error)).toEqual(problem instanceof RegExp ? expect.stringMatching(problem) : problem)
})

const changed = 'This order has changed since you opened this'

it.each([
  [refusal('nothing_to_report'), `${changed}: there is nothing to report any more.`],
  [
    refusal('report_refused'),
    `${changed}. What was delivered was reported already, or more than 30 days ago.`,
  ],
  [refusal('reason_required'), 'Say what is wrong, in at most 1,000 characters.'],
  [refusal('rate_limited'), 'You have sent ten reports in the last hour. Please try again later.'],
  [broken, 'Your report was not sent. Please try again.'],
])('says that a report was not sent after %o (D34)', (error, problem) => {
  expect(reportProblem(error)).toBe(problem)
})

it.each([
  ['key', 'The key is refused as already used'],
  ['link', 'The link does not open'],
  ['file', 'The file does not open'],
  ['text', 'Something is missing'],
  ['nothing', 'Nothing has arrived'],
])('offers what can be wrong with a delivery of %s', (kind, label) => {
  const offered = problemsOf(kind).map((problem) => problem.label)
  expect(offered).toContain(label)
  expect(offered.at(-1)).toBe('Something else')
})

it.each([
  [new NotInvitedError('over_quota'), 'You have none left, or have sent ten emails to others within a day.'],
  [new NotInvitedError('suppressed'), 'This address does not want invitations.'],
  [refusal('cannot_invite', 'member'), 'This person is a member.'],
  // A member is not told why.
  [refusal('cannot_invite'), 'This address was invited in the last 30 days.'],
  [refusal('invalid_email'), 'Enter one email address, as in colleague@company.example.'],
  [refusal('invitation_closed'), undefined],
])('says at the address of an invitation what is wrong with %o', (error, problem) => {
  expect(addressProblem(error)).toBe(problem)
})

it.each([
  [refusal('rate_limited', '60'), 'It was sent less than a minute ago. Wait a moment, then try again.'],
  [refusal('rate_limited', '61'), 'You have sent ten emails to others within a day. Try again tomorrow.'],
  [refusal('resent_too_often'), 'It has been sent again five times already.'],
  [new Error('boom'), 'Nobody knows. Please try again.'],
])('says why %o changed no invitation', (error, problem) => {
  expect(invitationProblem(error, 'Nobody knows.')).toBe(problem)
})

it.each([
  ['Active', '2026-01-01T00:00:00Z', null],
  ['Active', '2026-01-01T00:00:00Z', 'infinity'],
  ['3 days remaining', null, '2026-11-22T22:00:00Z'],
  ['1 day remaining', null, '2026-11-20T11:00:00Z'],
  ['Expired', null, '2026-01-01T00:00:00Z'],
  ['Not active yet', null, null],
])('says "%s" of a membership from %s to %s', (text, membership_start_date, membership_end_date) => {
  const now = new Date('2026-11-20T10:00:00Z')
  expect(membershipStatus({ membership_start_date, membership_end_date }, now)).toBe(text)
})

it.each([newPasswordSchema, passwordChangeSchema])('a new password is typed twice', (schema) => {
  const { error } = schema.safeParse({ current: 'x', password: 'a new one', repeat: 'another one' })
  expect(error?.issues.map(({ message }) => message)).toEqual(['The two passwords are not the same.'])
})

const unreachable = 'The server cannot be reached. Check your connection and try again.'

it.each([
  [refusal('rate_limited', '712'), 'Your network has asked too often. Wait 12 minutes, then try again.'],
  [broken, 'Your request may not have arrived. Please try again.'],
  [lost, `Your request may not have arrived. ${unreachable}`],
  [new OfflineError(), 'You are offline, so nothing was sent. Try again once you are back.'],
])('says why %o asked for no invitation (D44)', (error, problem) => {
  expect(requestProblem(error)).toBe(problem)
})

it.each([
  [refusal('rate_limited', '42'), 'Invalid or expired redemption code'],
  [{ code: '57014', message: '' }, 'Failed to redeem code'],
])('says why %o redeemed no code (D10)', (error, problem) => {
  expect(redeemFailure(error)).toBe(problem)
})

const tried = (code: string, message: string) => Object.assign(new Error(message), { code, status: 429 })

it.each([
  [refusal('rate_limited', '40'), 'Too many tries. Wait 40 seconds, then try again.'],
  [refusal('rate_limited', '600'), 'Too many tries. Wait 10 minutes, then try again.'],
  [
    tried('over_request_rate_limit', 'Request rate limit reached'),
    'Too many tries. Wait a minute, then try again.',
  ],
  [
    tried('', 'Too many tries. Wait 40 seconds, then try again.'),
    'Too many tries. Wait 40 seconds, then try again.',
  ],
  [broken, undefined],
])('says after %o that there were too many sign-ups', (error, problem) => {
  expect(tooManyTries(error)).toBe(problem)
})

it.each([
  [lost, unreachable],
  [new OfflineError(), 'You are offline, so nothing was sent. Try again once you are back.'],
  [refusal('invalid_invite_code'), 'This invite code is invalid or already used.'],
])('says at the invite code what is wrong after %o', (error, problem) => {
  expect(inviteErrorMessage(error)).toBe(problem)
})

it.each([
  ['weak_password', 'password'],
  ['same_password', 'password'],
  ['email_address_invalid', 'email'],
  ['email_address_not_authorized', 'email'],
  ['user_banned', undefined],
])('shows a refusal of auth with the code %s at the field %s', (code, field) => {
  expect(fieldOf({ code })).toBe(field)
})
