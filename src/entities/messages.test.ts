import { expect, it } from 'vitest'
import { announcementProblem } from '@/entities/announcements/announcements'
import { benefitErrorMessage, deletionText } from '@/entities/benefits/messages'
import { extendProblems } from '@/entities/codes/admin-mutations'
import { redeemFailure } from '@/entities/codes/messages'
import {
  answerErrorMessage,
  batchErrorMessage,
  importErrorMessage,
  keyProblemText,
  revealErrorMessage,
} from '@/entities/deliveries/admin-messages'
import type { KeyProblem } from '@/entities/deliveries/pool'
import { problemsOf, reportProblem } from '@/entities/deliveries/report'
import { emailProblem } from '@/entities/emails/templates'
import {
  addressProblem,
  invitationProblem,
  messageProblem,
  NotInvitedError,
} from '@/entities/invitations/invitation'
import { cancelProblem, orderRefusal } from '@/entities/orders/messages'
import { refundProblem } from '@/entities/payments/admin'
import { checkoutProblem } from '@/entities/payments/own'
import { deletionRefusal } from '@/entities/privacy/privacy'
import { profileErrorMessage } from '@/entities/profiles/messages'
import { deletionAskedAt, leavingTitle, membershipStatus } from '@/entities/profiles/profile'
import { fieldOf } from '@/entities/session/auth'
import { inviteErrorMessage, tooManyTries } from '@/entities/session/messages'
import { newPasswordSchema, passwordChangeSchema } from '@/entities/session/schemas'
import { factorProblem } from '@/entities/session/second-factor'
import { reasonText } from '@/entities/waitlist/admin'
import { requestProblem } from '@/entities/waitlist/request'
import { explainError } from '@/lib/errors'
import { formatLongDate } from '@/lib/format'

/** As the database refuses; the states are not read. */
const refusal = (message: string, details?: string) => ({ code: 'PT409', message, details })

const lostWrite =
  'The server did not respond, so the change may or may not have been saved. It is safe to try again.'
const unreachable = 'The server cannot be reached. Check your connection and try again.'
const offline = 'You are offline, so nothing was sent. Try again once you are back.'
const invited = 'This address was invited in the last 30 days.'
const changed = 'This order has changed since you opened this'
const notAccepted =
  'What is delivered was not accepted: a link starts with https:// or http://. Nothing was changed.'
const unknown = { code: 'XX000', message: 'tuple concurrently updated', details: undefined }

const explain: Record<string, (error: ReturnType<typeof refusal>) => string | undefined> = {
  ...{ cancelProblem, reportProblem, answerErrorMessage, batchErrorMessage, importErrorMessage },
  ...{ revealErrorMessage, checkoutProblem, refundProblem, deletionRefusal, factorProblem },
  ...{ announcementProblem, profileErrorMessage, benefitErrorMessage, messageProblem, addressProblem },
  ...{ requestProblem, redeemFailure, tooManyTries, inviteErrorMessage },
  invitationProblem: (error) => invitationProblem(error, 'Nobody knows.'),
  // Of an address that send_invitations() did not invite.
  notInvited: ({ message }) => addressProblem(new NotInvitedError(message)),
  'the field of': ({ message }) => fieldOf({ code: message }),
  extendProblem: (error) => explainError(error, extendProblems),
  keyProblem: ({ message }) =>
    keyProblemText({ problem: message, line: 5, first_line: 4 } as KeyProblem, (line) => line + 5),
  // Of somebody on the waitlist, and of an email.
  reasonText: ({ message }) => reasonText(message),
  emailProblem: ({ message }) => emailProblem(message),
}

const lines = (table: string) =>
  table
    .trim()
    .split('\n')
    .map((line) => line.trim().split(/ \| ?/))

/** `what explains | code:detail | what is said`; `unknown` is a failure without a text of its own. */
it.each(
  lines(`
  cancelProblem | order_not_pending | An admin started working on this order after you opened this, so it can no longer be cancelled. Nothing has changed.
  cancelProblem | order_not_found | This order is no longer yours.
  cancelProblem | rate_limited | You have cancelled 30 orders in the last hour. Please try again later.
  cancelProblem | network | The server did not respond, so the order may or may not have been cancelled. It is safe to try again.
  cancelProblem | unknown | The order was not cancelled. Please try again.
  reportProblem | nothing_to_report | ${changed}: there is nothing to report any more.
  reportProblem | report_refused | ${changed}. What was delivered was reported already, or more than 30 days ago.
  reportProblem | reason_required | Say what is wrong, in at most 1,000 characters.
  reportProblem | rate_limited | You have sent ten reports in the last hour. Please try again later.
  reportProblem | network | The server did not respond. Your report may or may not have been sent: look at the order before you try again.
  reportProblem | unknown | Your report was not sent. Please try again.
  answerErrorMessage | report_closed | Another admin has answered this report since you opened it.
  answerErrorMessage | order_changed | This order was cancelled, or its account deleted, since you opened it. You can still reply.
  answerErrorMessage | sold_out | Nothing is left to deliver instead. Import keys first, or reply or refund.
  answerErrorMessage | invalid_delivery | ${notAccepted}
  answerErrorMessage | invalid_answer | Write a reply of at most 2,000 characters.
  answerErrorMessage | network | The server did not respond, so the answer may or may not have been saved. It is safe to try again.
  answerErrorMessage | unknown | Nothing was changed. Please try again.
  batchErrorMessage | report_closed | Another admin has decided about this batch since you opened it.
  batchErrorMessage | unknown | Nothing was changed. Please try again.
  importErrorMessage | import_too_large | This is too much for one import: at most 10,000 keys and 2 MB. Nothing was added.
  importErrorMessage | benefit_unavailable | This benefit was deleted since you opened it. Nothing was added.
  importErrorMessage | rate_limited | You have imported keys that are already in a pool 30 times within an hour. Try again in 1 minute.
  importErrorMessage | network | The server did not respond, so the keys may or may not have been added. It is safe to try again: none is added twice.
  importErrorMessage | unknown | Something went wrong. Nothing was added. Please try again.
  revealErrorMessage | rate_limited | You have revealed 30 keys within an hour. Try again in 1 minute.
  revealErrorMessage | rate_limited:61 | You have revealed 30 keys within an hour. Try again in 2 minutes.
  revealErrorMessage | unknown | The key could not be read. Please try again.
  checkoutProblem | payments_off | Payments are not available at the moment. Nothing was charged.
  checkoutProblem | membership_not_due | Your membership is active. You can renew it in its last 30 days.
  checkoutProblem | payment_in_progress | An earlier payment is still being confirmed. Try again in a few minutes.
  checkoutProblem | pack_unavailable | These tokens are no longer offered. Nothing was charged.
  checkoutProblem | account_leaving | Your account is going to be deleted. Keep it first, on Your Profile.
  checkoutProblem | rate_limited | You have opened the payment page 20 times in an hour. Please try again later.
  checkoutProblem | price_changed:12900 | It costs $129 now. Nothing was charged.
  checkoutProblem | unknown | The payment page could not be opened. Nothing was charged.
  refundProblem | reason_required | Enter a reason of up to 200 characters, which the member reads.
  refundProblem | refund_refused | This payment cannot be refunded as it is now. Look at it again.
  refundProblem | payment_not_found | This payment does not exist any more.
  refundProblem | not_admin | Only admins refund payments.
  refundProblem | unknown | The refund could not be asked for. Nothing has changed.
  deletionRefusal | last_admin | You are the last admin. Make somebody else an admin first.
  deletionRefusal | deletion_not_found | This link is no longer valid. It works for a day, and only the newest one. You can ask again below.
  deletionRefusal | rate_limited | You have asked five times in a day. Please try again tomorrow.
  deletionRefusal | unknown | Nothing was changed. Please try again.
  factorProblem | over_request_rate_limit | Too many tries. Wait a minute, then try again.
  factorProblem | mfa_factor_name_conflict | You already have an authenticator with this name.
  factorProblem | too_many_enrolled_mfa_factors | You have ten authenticators. Remove one first.
  factorProblem | insufficient_aal | Enter a code from your authenticator first.
  factorProblem | mfa_verification_failed |
  factorProblem | mfa_challenge_expired |
  factorProblem | admins_lack_second_factor:Ines Moreau | Every admin needs one first. Still without: Ines Moreau.
  factorProblem | unknown | That did not work. Please try again.
  announcementProblem | not_admin | You are no longer an admin.
  announcementProblem | numbers_differ | Something changed while this was open, so nothing was sent. The numbers are new: look at them again.
  announcementProblem | already_sent | It is too late: it has been sent, or called back.
  announcementProblem | invalid_change | Choose a time in the next year.
  announcementProblem | rate_limited | You have sent 20 tests in an hour. Try again later.
  announcementProblem | unknown | The announcement was not sent. Please try again.
  profileErrorMessage | cannot_approve_own_factor | Another admin has to approve yours.
  profileErrorMessage | cannot_reset_own_factor | Remove your own authenticators in your profile.
  profileErrorMessage | no_second_factor | There is no second factor any more.
  profileErrorMessage | profile_not_found | This user was deleted since you opened it.
  profileErrorMessage | cannot_delete_self | You cannot delete your own account.
  profileErrorMessage | invalid_grant_type | A purchase adds tokens.
  profileErrorMessage | last_admin | The last admin stays an admin. Make someone else an admin first.
  profileErrorMessage | not_admin | You are no longer an admin.
  profileErrorMessage | profile_column_forbidden | You are no longer an admin.
  profileErrorMessage | row_deleted | This user was deleted since you opened it.
  profileErrorMessage | network | ${lostWrite}
  profileErrorMessage | unknown |
  benefitErrorMessage | benefit_unavailable | This benefit was deleted since you opened it.
  benefitErrorMessage | category_deleted | Someone else removed this category. Choose another.
  benefitErrorMessage | invalid_delivery | ${notAccepted}
  benefitErrorMessage | not_admin | You are no longer an admin.
  benefitErrorMessage | row_changed | Someone else changed this benefit since you opened it.
  benefitErrorMessage | row_deleted | This benefit was deleted since you opened it.
  benefitErrorMessage | network | ${lostWrite}
  benefitErrorMessage | unknown |
  extendProblem | code_not_extendable | It was used up or revoked, or its invitation was erased. Close this and look again.
  extendProblem | expiry_past | This time has passed. Choose a later date.
  extendProblem | network | ${lostWrite}
  messageProblem | invalid_message | Up to 300 characters of plain text.
  messageProblem | message_has_link | A message cannot contain a link.
  messageProblem | unknown |
  keyProblem | empty | Empty
  keyProblem | too_short | Fewer than 4 characters
  keyProblem | too_long | More than 200 characters
  keyProblem | unprintable | Contains a space or an invisible character
  keyProblem | spreadsheet_error | An error of the spreadsheet, such as #N/A
  keyProblem | rounded_number | A number that the spreadsheet has rounded, such as 1.23457E+15
  keyProblem | duplicate_line | The same key as line 9
  keyProblem | duplicate_key | Already in a pool
  addressProblem | cannot_invite:member | This person is a member.
  addressProblem | cannot_invite | ${invited}
  addressProblem | invalid_email | Enter one email address, as in colleague@company.example.
  addressProblem | invitation_closed |
  notInvited | over_quota | You have none left, or have sent ten emails to others within a day.
  notInvited | suppressed | This address does not want invitations.
  invitationProblem | rate_limited:60 | It was sent less than a minute ago. Wait a moment, then try again.
  invitationProblem | rate_limited:61 | You have sent ten emails to others within a day. Try again tomorrow.
  invitationProblem | resent_too_often | It has been sent again five times already.
  invitationProblem | invitation_closed | It was used or revoked in the meantime, or has expired.
  invitationProblem | invitation_not_found | It does not exist any more.
  invitationProblem | unknown | Nobody knows. Please try again.
  requestProblem | rate_limited:712 | Your network has asked too often. Wait 12 minutes, then try again.
  requestProblem | rate_limited | Your network has asked too often. Wait 60 minutes, then try again.
  requestProblem | unknown | Your request may not have arrived. Please try again.
  requestProblem | network | Your request may not have arrived. ${unreachable}
  requestProblem | offline | ${offline}
  redeemFailure | rate_limited:42 | Invalid or expired redemption code
  redeemFailure | unknown | Failed to redeem code
  tooManyTries | rate_limited:90 | Too many tries. Wait 90 seconds, then try again.
  tooManyTries | rate_limited:91 | Too many tries. Wait 2 minutes, then try again.
  tooManyTries | rate_limited | Too many tries. Wait 60 seconds, then try again.
  tooManyTries | rate_limited:600 | Too many tries. Wait 10 minutes, then try again.
  tooManyTries | unknown |
  inviteErrorMessage | network | ${unreachable}
  inviteErrorMessage | offline | ${offline}
  inviteErrorMessage | invalid_invite_code | This invite code is invalid or already used.
  the field of | weak_password | password
  the field of | same_password | password
  the field of | email_address_invalid | email
  the field of | email_address_not_authorized | email
  the field of | user_banned |
  reasonText | member | Already a member
  reasonText | invited | Invited in the last 30 days
  reasonText | suppressed | Does not want invitations
  reasonText | invalid | Not an address that can receive email
  reasonText | gone | No longer on the list
  reasonText | of_tomorrow | of_tomorrow
  emailProblem | timeout | The email server did not respond in time.
  emailProblem | unreachable | The email service cannot be reached.
  emailProblem | unknown_template | The function that sends emails is older than this page. Deploy it again.
  emailProblem | no_result | The function that sends emails ended before it could report.
  emailProblem | smtp_550 | The email service refused the email (SMTP 550).
  emailProblem | http_422 | The email service refused the email (HTTP 422).
  emailProblem | smtp_ | An unexpected error occurred.`),
)('%s says of %s: %s', (by = '', code = '', text) => {
  const error = code === 'unknown' ? unknown : refusal(...(code.split(':') as [string, string?]))
  expect(explain[by]?.(error)).toBe(text || undefined)
})

const uncharged = 'Nothing was charged'

/** `code | title | sentence | the last label of the button`. */
it.each(
  lines(`
  insufficient_tokens | Insufficient Tokens | ${uncharged}: your balance has changed since you opened this.
  membership_inactive | Order Failed | Redeeming opens once your membership is paid. ${uncharged}. | Not active yet
  membership_ended | Order Failed | Your membership has ended. Redeeming opens with the next year. ${uncharged}. | Membership ended
  benefit_unavailable | Order Failed | This benefit is no longer available. ${uncharged}. | Not available
  sold_out | Order Failed | Sold out: the last one has just gone. ${uncharged}. | Sold out
  limit_reached | Order Failed | You have as many of this benefit as one member can order. ${uncharged}. | Limit reached
  closed | Order Failed | This benefit has closed. ${uncharged}. | Closed
  not_open_yet | Order Failed | This benefit is not open yet. ${uncharged}.
  invalid_redemption_email | Order Failed | Enter an email address like name@example.com.
  network | Order Failed | The server cannot be reached. Check your connection and try again. You are not charged twice.
  session_ended | Order Failed | Your session has ended. Sign in and try again.`),
)('refuses an order after %s: %s', (code = '', title, sentence, ended) => {
  const { pay, at, ...said } = orderRefusal(refusal(code))
  expect(said).toMatchObject({ title, sentence })
  expect(said.ended).toBe(ended)
  expect(pay).toBe(code.startsWith('membership_') || undefined)
  expect(at).toBe(code === 'invalid_redemption_email' ? 'email' : undefined)
})

it('refuses an order at a price that changed, which is confirmed again', () => {
  const sentence = 'Nothing was charged: the price changed to 1 token. Confirm again if you agree.'
  expect(orderRefusal(refusal('price_changed', '1'))).toMatchObject({ price: 1, sentence })
  expect(orderRefusal(refusal('price_changed'))).not.toHaveProperty('sentence')
})

it.each([
  [{ orders: 0, open_orders: 0, keys_left: null }, 'Nobody has ordered it.'],
  [{ orders: 2, open_orders: 0, keys_left: 0 }, 'Its 2 orders stay with what was delivered.'],
  [
    { orders: 1, open_orders: 1, keys_left: 1 },
    'Its 1 order stays with what was delivered. 1 order is open and can still be delivered or cancelled. 1 key will not be handed out any more.',
  ],
  [
    { orders: 3, open_orders: 2, keys_left: 0 },
    'Its 3 orders stay with what was delivered. 2 orders are open and can still be delivered or cancelled.',
  ],
])('says before a benefit with %o is deleted what stays (D13)', (figures, text) =>
  expect(deletionText(figures)).toBe(text),
)

const wrong = 'It is the wrong thing'
const missing = 'Something is missing'

it.each([
  ['link', 'The link does not open', 'The page asks for something I do not have', wrong],
  ['file', 'The file cannot be downloaded', 'The file does not open', wrong],
  ['text', 'It is refused', missing, wrong],
  ['nothing', 'Nothing has arrived', missing],
])('offers what can be wrong with a delivery of %s', (kind, ...labels) =>
  expect(problemsOf(kind)).toEqual([...labels, 'Something else'].map((label) => ({ label }))),
)

it('takes it from a key alone that it is refused (D68)', () =>
  expect(problemsOf('key')).toEqual([
    { label: 'The key is refused as already used', isRefused: true },
    { label: 'The key is refused as invalid', isRefused: true },
    { label: 'The page to activate it does not load' },
    { label: wrong },
    { label: 'Something else' },
  ]))

const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString()

it.each([
  ['user', -0.5, 'today'],
  ['admin', 0.5, 'in 1 day'],
  ['user', 13.5, 'in 14 days'],
])('says of a %s whose account is deleted in %d days: %s (D49)', (role, days, text) => {
  const at = inDays(days)
  expect(leavingTitle(at, role)).toBe(`Your account will be deleted on ${formatLongDate(at)}, ${text}.`)
  expect(deletionAskedAt(at)).toEqual(new Date(Date.parse(at) - 14 * 86_400_000))
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

it.each([
  ['over_request_rate_limit', 'Request rate limit reached', 'Too many tries. Wait a minute, then try again.'],
  [
    '',
    'Too many tries. Wait 40 seconds, then try again.',
    'Too many tries. Wait 40 seconds, then try again.',
  ],
])('says after the refusal of auth %s, %s, that there were too many sign-ups', (code, message, text) => {
  expect(tooManyTries(Object.assign(new Error(message), { code, status: 429 }))).toBe(text)
})
